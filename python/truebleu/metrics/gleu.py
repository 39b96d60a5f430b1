"""GLEU metric: Wu et al. 2016, section 4.3, https://arxiv.org/abs/1609.08144."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.errors import ConfigurationError
from truebleu.inputs.arguments import check_count
from truebleu.metrics.base.layout import Column, Layout
from truebleu.metrics.base.metric import Metric, PageFormula
from truebleu.metrics.base.score import Score, new_score, part
from truebleu.metrics.base.settings import CASE_NAMES, check_lowercase, check_scale
from truebleu.metrics.base.signature import (
    LOWERCASES,
    Signature,
    check_keys,
    choice,
    number,
    parsed,
)
from truebleu.metrics.conventions import Convention
from truebleu.tokenizers import Tokenizer, resolve
from truebleu.tokenizers import from_signature as tokenizer_from_signature

if TYPE_CHECKING:
    from typing_extensions import Self


LARGEST_ORDER = 64
# BLEU's names of some settings of GLEU.
OF_BLEU = {
    "tokenizer": "tokenizer",
    "lowercase": "lowercase",
    "max_ngram_order": "max_order",
    "scale": "scale",
}


class GLEUScore(Score):
    """GLEU score of a corpus or a sentence: the minimum of n-gram precision and recall.

    >>> from truebleu import GLEU
    >>> score = GLEU().corpus_score(["the cat sat on a mat"], ["the cat sat on the mat"])
    >>> print(score)
    GLEU = 0.6111
    >>> score.matches, score.ngrams
    (11, 18)
    """

    __slots__ = ()

    metric = "GLEU"
    names = ("value", "matches", "ngrams", "signature")

    def __new__(cls, value: float, matches: int, ngrams: int, signature: Signature) -> Self:
        """Create a score from its components, without checking them."""
        return new_score(cls, (value, matches, ngrams, signature))

    matches: int = part(
        1, "Clipped matches: number of n-grams of all orders that are also in the reference."
    )
    ngrams: int = part(
        2, "Number of n-grams of all orders in the hypothesis or the reference, whichever has more."
    )


class GLEU(Metric[GLEUScore]):
    """GLEU (Google-BLEU) metric: the minimum of precision and recall of n-grams of all orders.

    If a segment has several references, only the reference with the highest score counts. The
    corpus score is computed from the summed counts of all segments. Scores equal those of Hugging
    Face's `google_bleu` (evaluate 0.4.6) and, with `tokenizer="none"`, NLTK's `corpus_gleu` and
    `sentence_gleu` (NLTK 3.10).

    >>> gleu = GLEU()
    >>> gleu.sentence_score("the cat sat on a mat", ["a cat sat", "the cat sat on the mat"]).matches
    11
    >>> gleu.segment_scores(["a cat", "it rained"], ["the cat", "it rained"]).round(4).tolist()
    [0.3333, 1.0]
    >>> gleu.statistics(["a cat", "it rained"], ["the cat", "it rained"]).tolist()
    [[1, 3], [3, 3]]

    Args:
        tokenizer: as in `BLEU`.
        lowercase: as in `BLEU`.
        min_order: minimum n-gram order, at least 1.
        max_order: maximum n-gram order.
        scale: perfect score: 1 (default) or 100.

    Raises:
        ConfigurationError: a setting is invalid; the message lists the valid values.
        MissingDependency: the tokenizer needs a package that is not installed.
    """

    __slots__ = ("lowercase", "max_order", "min_order", "scale")

    name = "GLEU"
    parameters = ("tokenizer", "lowercase", "min_order", "max_order", "scale")
    page_formula = PageFormula(name="ratio", settings={"empty": "zero"})

    tokenizer: Tokenizer
    min_order: int
    max_order: int
    scale: int

    def __init__(
        self,
        *,
        tokenizer: str | Tokenizer | Callable[[str], str | list[str]] = "13a",
        lowercase: bool | str = False,
        min_order: int = 1,
        max_order: int = 4,
        scale: float = 1,
    ) -> None:
        longest = check_count("max_order", max_order, LARGEST_ORDER)
        shortest = check_count("min_order", min_order, LARGEST_ORDER)
        if shortest > longest:
            raise ConfigurationError(
                f"min_order={shortest} is greater than max_order={longest}. Use a min_order of at "
                f"most {longest}."
            )
        settings = {
            "lowercase": check_lowercase(lowercase),
            "min_order": shortest,
            "max_order": longest,
            "scale": check_scale(scale),
        }
        self._finish(settings, resolve(tokenizer))

    @classmethod
    def from_signature(cls, signature: str | Signature) -> GLEU:
        """Create GLEU with the settings in a signature.

        >>> GLEU.from_signature("nrefs:1|case:lc|tok:none|min:1|max:3|scale:1|version:x").max_order
        3

        Raises:
            InvalidSignature: the signature is malformed, has unknown keys, or belongs to another
                metric.
            ConfigurationError: a value in the signature is invalid.
        """
        fields = parsed(signature)
        check_keys(fields, "GLEU", ("case", "tok", "min", "max", "scale"), ("tokhash",))
        return cls(
            tokenizer=tokenizer_from_signature(fields["tok"], fields.get("tokhash")),
            lowercase=choice(fields, "case", LOWERCASES),
            min_order=number(fields, "min"),
            max_order=number(fields, "max"),
            scale=number(fields, "scale"),
        )

    @classmethod
    def of_convention(cls, convention: Convention, settings: Mapping[str, Any]) -> GLEU:
        """Create GLEU with the settings of a convention.

        `settings` override the convention's settings, and have the names of the arguments of
        `BLEU`. Raises `ConfigurationError` for a setting that GLEU does not have.
        """
        for name, value in settings.items():
            if name not in OF_BLEU:
                raise ConfigurationError(
                    f"{name}={value!r} is not supported with convention {convention.name!r}, whose "
                    f"metric is GLEU. Leave it out, or choose from: {', '.join(OF_BLEU)}."
                )
        chosen: dict[str, Any] = convention.settings("GLEU")
        return cls(**chosen | {OF_BLEU[name]: value for name, value in settings.items()})

    def _build(self, tokenizer: str, lowercase: bool | str) -> _native.Metric:
        return _native.gleu(
            tokenizer=tokenizer,
            case=CASE_NAMES[lowercase],
            min_order=self.min_order,
            max_order=self.max_order,
            scale=float(self.scale),
        )

    def _make_layout(self, columns: tuple[str, ...]) -> Layout:
        return Layout(tuple(Column(name, "n-gram") for name in columns))

    def _make_score(
        self,
        signature: Signature,
        row: tuple[int, ...],
        value: float,
        details: tuple[float, ...],  # noqa: ARG002
    ) -> GLEUScore:
        return GLEUScore(value, row[0], row[1], signature)

    def _signature_fields(
        self,
        *,
        tokens: bool,
        sentence: bool,  # noqa: ARG002
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]], bool]:
        fields = [
            ("case", CASE_NAMES[self.lowercase]),
            ("tok", "none" if tokens else self.tokenizer.signature_name),
            ("min", str(self.min_order)),
            ("max", str(self.max_order)),
            ("scale", str(self.scale)),
        ]
        return self._with_model(fields, tokens=tokens)
