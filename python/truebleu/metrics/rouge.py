"""ROUGE: Lin 2004, https://aclanthology.org/W04-1013, as in the packages rouge-score and rouge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from truebleu import _native
from truebleu.errors import ConfigurationError, UnknownConvention, allowed
from truebleu.inputs.arguments import as_integer, check_flag
from truebleu.metrics.base.layout import SCORE_PARTS, Column, Layout
from truebleu.metrics.base.metric import Metric, PageFormula
from truebleu.metrics.base.score import Score, new_score, part, places_of
from truebleu.metrics.base.settings import CASE_NAMES, check_lowercase, check_scale
from truebleu.metrics.base.signature import (
    FLAGS,
    LOWERCASES,
    Signature,
    check_keys,
    choice,
    number,
    parsed,
)
from truebleu.metrics.conventions import CONVENTIONS, Convention, of_metric
from truebleu.metrics.rouge_sentences import SPLITTERS, RougePreparation
from truebleu.tokenizers import Tokenizer, resolve
from truebleu.tokenizers import from_signature as tokenizer_from_signature

if TYPE_CHECKING:
    from typing_extensions import Self


class ROUGEScore(Score):
    """ROUGE score of a corpus or a segment.

    `value` is F1. For a corpus, `value`, `precision` and `recall` are means over the segments, and
    `matches`, `hypothesis_total` and `reference_total` are sums.

    >>> from truebleu import ROUGE
    >>> score = ROUGE("1").sentence_score("police kill the gunman", "police killed the gunman")
    >>> print(score)
    ROUGE-1 = 0.7500 (P = 0.7500 R = 0.7500)
    >>> score.matches, score.hypothesis_total, score.reference_total, score.segments
    (3, 4, 4, 1)
    """

    __slots__ = ()

    names = (
        "value",
        "precision",
        "recall",
        "matches",
        "hypothesis_total",
        "reference_total",
        "segments",
        "signature",
    )

    def __new__(
        cls,
        value: float,
        precision: float,
        recall: float,
        matches: int,
        hypothesis_total: int,
        reference_total: int,
        segments: int,
        signature: Signature,
    ) -> Self:
        """Create a score from its components, without checking them."""
        counts = (matches, hypothesis_total, reference_total, segments)
        return new_score(cls, (value, precision, recall, *counts, signature))

    @property
    def metric(self) -> str:
        """Name of the ROUGE variant, such as ROUGE-1, ROUGE-L or ROUGE-Lsum."""
        return f"ROUGE-{self.signature['rouge']}"

    precision: float = part(
        1, "Share of the hypothesis that is also in the reference, on the scale of the metric."
    )
    recall: float = part(
        2, "Share of the reference that is also in the hypothesis, on the scale of the metric."
    )
    matches: int = part(
        3, "Number of n-grams in both texts; for L and Lsum, length of the common subsequences."
    )
    hypothesis_total: int = part(
        4, "Number of n-grams in the hypotheses; for L and Lsum, number of tokens."
    )
    reference_total: int = part(
        5, "Number of n-grams in the best references; for L and Lsum, number of tokens."
    )
    segments: int = part(6, "Number of segments over which the means are taken.")

    def details(self) -> str:
        """Return precision and recall as text, such as "P = 0.7500 R = 0.7500"."""
        places = places_of(self.scale)
        return f"(P = {self.precision:.{places}f} R = {self.recall:.{places}f})"


VARIANTS = (*map(str, range(1, 10)), "L", "Lsum")
"""Variants: n-grams of one order, the longest common subsequence of the texts (L), or the
longest common subsequences of their sentences (Lsum).
"""


OF_GOOGLE = "rouge-score"
"""The default convention, which is that of Google's package."""

# Names of rouge-score, which are accepted too.
PREFIX = "rouge"


class ROUGE(Metric[ROUGEScore]):
    r"""ROUGE metric: overlap of a summary and its reference, as precision, recall and F1.

    `ROUGE("1")` to `ROUGE("9")` count common n-grams of this order. `ROUGE("L")` uses the longest
    common subsequence. For each reference sentence, `ROUGE("Lsum")` uses the union of its longest
    common subsequences with the hypothesis sentences. By default, each line is a sentence. The
    segment score is F1, 0 to 1. The corpus score is the mean over the segments. Scores equal those
    of Google's package rouge-score 0.1.2, or of the package that `convention` names.

    >>> rouge = ROUGE("L")
    >>> print(rouge.sentence_score("the gunman killed police", "police killed the gunman"))
    ROUGE-L = 0.5000 (P = 0.5000 R = 0.5000)
    >>> hypotheses, references = ["the cat sat", "it rained"], ["a cat sat down", "it rained"]
    >>> rouge.segment_scores(hypotheses, references).round(4).tolist()
    [0.5714, 1.0]
    >>> round(rouge.corpus_score(hypotheses, references).value, 4)
    0.7857
    >>> ROUGE("2", stem=True)
    ROUGE('2', stem=True)
    >>> ROUGE("1", convention="rouge-pltrdy").corpus_score(hypotheses, references).value
    0.7857142807653061

    If a segment has several references, only the reference with the highest F1 counts. Text without
    tokens scores 0. Segments that are lists of tokens are not tokenized, lowercased or stemmed. For
    Lsum, a token "\n" in such a list ends a sentence.

    Args:
        variant: `"1"` to `"9"`, `"L"` or `"Lsum"`, or rouge-score's name, such as `"rougeL"`. For a
            list of variants, `ROUGE(variants)` returns `ROUGEVariants(variants)`.
        convention: package to reproduce. `"rouge-score"` is the default. `"rouge-pltrdy"` is the
            package rouge 1.0.1 on PyPI, by pltrdy. `"rouge-pltrdy-repeats"` is this package with
            `exclusive=False`. These two conventions tokenize text as the package does. They do not
            support Lsum, and accept no other settings than `scale` and `lowercase` (True, False or
            `"ascii"`).
        stem: whether to stem words of more than three characters with Porter's algorithm, as
            implemented in NLTK (English only).
        tokenizer: as in `BLEU`. `"rouge"` (default) is rouge-score's tokenizer: tokens are runs of
            ASCII letters and digits, and all other characters separate tokens. `"words"` is for all
            scripts that separate words by spaces: tokens are runs of letters, marks and digits.
        lowercase: as in `BLEU`, but without `"references-after"`. The default is True for
            `"rouge-score"`, False for the other conventions.
        sentences: how Lsum splits a text into sentences. `"lines"` (default) splits at line breaks.
            `"punkt"` uses NLTK's `sent_tokenize`, as rouge-score does with `split_summaries`.
        scale: perfect score: 1 (default) or 100.

    Raises:
        ConfigurationError: a setting is invalid; the message lists the valid values.
        MissingDependency: the tokenizer needs a package that is not installed.
    """

    __slots__ = ("convention", "lowercase", "scale", "sentences", "stem", "variant")

    name = "ROUGE"
    parameters = ("variant", "convention", "stem", "tokenizer", "lowercase", "sentences", "scale")
    page_formula = PageFormula(name="mean")

    tokenizer: Tokenizer
    variant: str
    convention: str
    stem: bool
    sentences: str | None
    scale: int

    def __new__(cls, variant: Any = "L", **settings: Any) -> Self:
        """Create ROUGE, or `ROUGEVariants` for a list of variants."""
        if cls is ROUGE and isinstance(variant, (list, tuple)):
            from truebleu.metrics.rouge_variants import ROUGEVariants  # imports this module

            return cast("Self", ROUGEVariants(variant, **settings))
        return super().__new__(cls)

    def __init__(
        self,
        variant: str | int = "L",
        *,
        convention: str = OF_GOOGLE,
        stem: bool = False,
        tokenizer: str | Tokenizer | Callable[[str], str | list[str]] | None = None,
        lowercase: bool | str | None = None,
        sentences: str | None = None,
        scale: float = 1,
    ) -> None:
        bundle = _convention(convention)
        usual: dict[str, Any] = bundle.settings("ROUGE")
        settings = {
            "variant": (kind := _variant(variant)),
            "convention": bundle.name,
            "stem": check_flag("stem", stem),
            "lowercase": check_lowercase(
                usual["lowercase"] if lowercase is None else lowercase, sides=False
            ),
            "sentences": _sentences(kind, sentences),
            "scale": check_scale(scale),
        }
        if settings["stem"] and not settings["lowercase"]:
            raise ConfigurationError(
                "stem=True requires lowercase text. Leave out stem=True or lowercase=False."
            )
        words = resolve(usual["tokenizer"] if tokenizer is None else tokenizer)
        if bundle.name != OF_GOOGLE:
            _check_settings(bundle.name, settings, words, usual["tokenizer"])
        self._finish(settings, words)
        self._prepare()

    @classmethod
    def from_signature(cls, signature: str | Signature) -> ROUGE:
        """Create ROUGE with the settings in a signature.

        >>> ROUGE.from_signature("nrefs:1|rouge:2|case:lc|tok:rouge|stem:yes|scale:1|version:x")
        ROUGE('2', stem=True)

        Raises:
            InvalidSignature: the signature is malformed, has unknown keys, or belongs to another
                metric.
            ConfigurationError: a value in the signature is invalid.
        """
        fields = parsed(signature)
        required, optional = ("rouge", "case", "tok", "stem", "scale"), ("conv", "sents", "tokhash")
        check_keys(fields, "ROUGE", required, optional)
        return cls(
            fields["rouge"],
            convention=fields.get("conv") or OF_GOOGLE,
            stem=choice(fields, "stem", FLAGS),
            tokenizer=tokenizer_from_signature(fields["tok"], fields.get("tokhash")),
            lowercase=choice(fields, "case", LOWERCASES),
            sentences=fields.get("sents"),
            scale=number(fields, "scale"),
        )

    @classmethod
    def of_convention(cls, convention: Convention, settings: Mapping[str, Any]) -> ROUGE:
        """Create ROUGE with the settings of a convention.

        `settings` override the convention's settings. The default variant is L. Raises
        `ConfigurationError` for a setting that ROUGE does not have.
        """
        for name, value in settings.items():
            if name not in cls.parameters:
                raise ConfigurationError(
                    f"{name}={value!r}: the convention {convention.name!r} is ROUGE, which has no "
                    f"{name}. Leave it out."
                )
        return cls(**{**settings, "convention": convention.name})

    def _prepare(self) -> None:
        """Replace the base class's conversion of texts to tokens with one that splits sentences."""
        split = SPLITTERS[self.sentences] if self.sentences else None
        keep = object.__setattr__
        preparation = RougePreparation(self.tokenizer, self.lowercase, split, stem=self.stem)
        keep(self, "_preparation", preparation)
        if self.sentences == "punkt":
            keep(self, "of_text", None)

    def _variants(self) -> list[str]:
        """Return the ROUGE variants that the Rust core counts for this metric."""
        return [self.variant]

    def _build(self, tokenizer: str, lowercase: bool | str) -> _native.Metric:
        return _native.rouge(
            convention=self.convention,
            variants=self._variants(),
            tokenizer=tokenizer,
            case=CASE_NAMES[lowercase],
            # Segments that are lists of tokens are neither lowercased nor stemmed.
            stem=self.stem and bool(lowercase),
            scale=float(self.scale),
        )

    def _make_layout(self, columns: tuple[str, ...]) -> Layout:
        unit = "token" if self.variant.startswith("L") else f"{self.variant}-gram"

        def column(name: str) -> Column:
            base = name.removesuffix("_rest")
            if base in {"precision", "recall", "f"}:
                return Column(name, base, SCORE_PARTS if base == name else SCORE_PARTS**2)
            return Column(name, "segment" if name == "segments" else unit)

        return Layout(tuple(map(column, columns)))

    def _make_score(
        self, signature: Signature, row: tuple[int, ...], value: float, details: tuple[float, ...]
    ) -> ROUGEScore:
        precision, recall = details
        matches, hypothesis, reference, segments = row[:4]
        return ROUGEScore(
            value, precision, recall, matches, hypothesis, reference, segments, signature
        )

    def _signature_fields(
        self,
        *,
        tokens: bool,
        sentence: bool,  # noqa: ARG002
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]], bool]:
        fields = [
            *([] if self.convention == OF_GOOGLE else [("conv", self.convention)]),
            ("rouge", self.variant),
            ("case", CASE_NAMES[False if tokens else self.lowercase]),
            ("tok", "none" if tokens else self.tokenizer.signature_name),
            ("stem", "yes" if self.stem and not tokens else "no"),
        ]
        if self.sentences:
            fields.append(("sents", "lines" if tokens else self.sentences))
        fields.append(("scale", str(self.scale)))
        return self._with_model(fields, tokens=tokens)

    def _changed_settings(self) -> dict[str, Any]:
        usual = {**ROUGE(convention=self.convention).settings(), "convention": OF_GOOGLE}
        return {name: value for name, value in self.settings().items() if value != usual[name]}

    def __repr__(self) -> str:
        settings = self._changed_settings()
        others = {name: value for name, value in settings.items() if name != "variant"}
        if others.get("sentences") == "lines":
            del others["sentences"]
        arguments = [repr(self.variant), *(f"{name}={value!r}" for name, value in others.items())]
        return f"ROUGE({', '.join(arguments)})"


def _convention(name: object) -> Convention:
    if not isinstance(name, str) or name not in of_metric("ROUGE"):
        raise UnknownConvention(allowed("convention", name, of_metric("ROUGE")))
    return CONVENTIONS[name]


def _check_settings(
    convention: str, settings: Mapping[str, Any], tokenizer: Tokenizer, own_tokenizer: str
) -> None:
    """Raise `ConfigurationError` for a setting that PyPI's package rouge 1.0.1 does not have."""
    if settings["variant"] == "Lsum":
        raise ConfigurationError(
            f"variant='Lsum' is not supported with convention={convention!r}. Use 'L', which "
            "unites the sentences' subsequences under this convention."
        )
    wrong = [f"{name}={settings[name]!r}" for name in ("stem", "sentences") if settings[name]]
    if tokenizer != resolve(own_tokenizer):
        wrong.append(f"tokenizer={tokenizer.name!r}")
    if settings["lowercase"] == "after":
        wrong.append("lowercase='after'")
    if wrong:
        raise ConfigurationError(
            f"{wrong[0]} is not supported with convention={convention!r}, which has tokens and "
            "sentences of its own. Leave it out."
        )


def _variant(value: object) -> str:
    """Return the canonical name of a ROUGE variant: `"L"` for `"rougeL"`, `"1"` for `1`."""
    text = str(value if isinstance(value, str) else as_integer(value))
    names = {name.lower(): name for name in VARIANTS}
    variant = names.get(text.lower().removeprefix(f"{PREFIX}-").removeprefix(PREFIX))
    if variant is None:
        raise ConfigurationError(allowed("variant", value, VARIANTS))
    return variant


def _sentences(variant: str, value: object) -> str | None:
    """Return the name of the sentence splitter, or None if the variant does not use sentences."""
    if value is None:
        return "lines" if variant == "Lsum" else None
    if not isinstance(value, str) or value not in SPLITTERS:
        raise ConfigurationError(allowed("sentences", value, SPLITTERS))
    if variant != "Lsum":
        raise ConfigurationError(
            f"sentences={value!r}: only ROUGE('Lsum') looks at sentences; leave it out of "
            f"ROUGE({variant!r})"
        )
    return value
