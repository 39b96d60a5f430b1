"""BLEU metric: Papineni et al. 2002, https://aclanthology.org/P02-1040."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from truebleu import _native
from truebleu.errors import ConfigurationError, ShortTextWarning, inspected, warn_user
from truebleu.inputs.arguments import check_choice, check_count, check_number
from truebleu.metrics.base.layout import AVERAGE_PARTS, Layout
from truebleu.metrics.base.metric import Metric, PageFormula
from truebleu.metrics.base.settings import CASE_NAMES, check_lowercase, check_scale, check_weights
from truebleu.metrics.base.signature import Signature, join_bracket
from truebleu.metrics.bleu_score import BLEUScore
from truebleu.metrics.bleu_settings import core_settings, uniform
from truebleu.metrics.conventions import Convention, of_several
from truebleu.metrics.conventions import convention as named_convention
from truebleu.tokenizers import Tokenizer, resolve

# Canonical name of each smoothing method, by all its names.
SMOOTHINGS = {
    "none": "none", "floor": "floor", "add-k": "add-k", "exp": "exp",
    "method0": "none", "method1": "floor", "method2": "add-k", "method3": "exp",
    "method4": "method4", "method5": "method5", "method6": "method6", "method7": "method7",
    "laplace": "laplace", "pseudocounts": "pseudocounts",
}  # fmt: skip

# Parameter of the smoothing methods that have one: name, default, whether 0 is valid.
SMOOTHING_VALUES = {
    "floor": ("epsilon", 0.1, True),
    "add-k": ("k", 1.0, True),
    "method4": ("K", 5.0, False),
    "method6": ("alpha", 5.0, False),
    "method7": ("K", 5.0, False),
    "laplace": ("k", 1.0, True),
}

REFERENCE_LENGTHS = ("closest", "shortest", "longest", "average", "closest-first")
AVERAGES = ("micro", "macro")
LARGEST_ORDER = 64


class BLEU(Metric["BLEUScore"]):
    """BLEU metric, with the default settings of sacreBLEU or of another convention.

    >>> bleu = BLEU()
    >>> bleu.corpus_score(["the cat sat on the mat"], ["the cat sat on a mat"]).value
    53.7284965911771
    >>> bleu.sentence_score("the cat", ["a cat", "the cat"]).value
    100.0
    >>> hypotheses, references = ["the cat sat", "it rained a lot"], ["the cat sat", "it rained"]
    >>> bleu.segment_scores(hypotheses, references).round(2).tolist()
    [100.0, 31.95]
    >>> rows = bleu.statistics(hypotheses, references)
    >>> rows.shape, bleu.layout.names[:3]
    ((2, 10), ('hypothesis_length', 'reference_length', 'matches_1'))
    >>> bleu.score(rows.sum(axis=0)).value == bleu.corpus_score(hypotheses, references).value
    True
    >>> BLEU(smoothing="floor", lowercase=True).signature(references=1)["smooth"]
    'floor[0.10]'

    Edge cases follow sacreBLEU. An empty hypothesis scores 0, with a brevity penalty of 0 if the
    reference has words. An empty reference scores 0, with a brevity penalty of 1. For a corpus
    without segments, `corpus_score` raises `EmptyCorpus`, and `statistics` and `segment_scores`
    return empty arrays.

    Args:
        convention: tool to reproduce: `"sacrebleu"`, `"nltk"`, `"mteval-v13a"`, ... It determines
            the default settings and the treatment of edge cases. The command `truebleu conventions`
            lists all conventions. `"google-bleu"` is not accepted, because it is a convention of
            GLEU; use `GLEU()`.
        tokenizer: a name (`"13a"`, `"none"`, `"intl"`, `"zh"`, `"char"`, ...), a `Tokenizer`, or a
            callable from str to str or to a list of str. It is not applied to segments that are
            lists of tokens.
        lowercase: True lowercases text before tokenizing, like `str.lower`. `"ascii"` lowercases
            only A to Z. `"after"` lowercases tokens instead of text. `"references-after"`
            lowercases the text of hypotheses and the tokens of references, as Moses does.
        smoothing: smoothing of n-gram orders without matches: `"none"`, `"floor"`, `"add-k"`,
            `"exp"`, or Chen and Cherry's `"method0"` to `"method7"`. `"method0"` to `"method3"` are
            aliases of the first four names. Two further methods are `"laplace"`, as in TensorFlow
            NMT, which also smooths unigrams, and `"pseudocounts"`, as in pycocoevalcap. A
            convention may define its own variant of a method.
        smoothing_value: parameter of the smoothing method: epsilon of floor (default 0.1), k of
            add-k (default 1), K of method4 and method7 (default 5), alpha of method6 (default 5), k
            of laplace (default 1). Other methods have no parameter.
        max_ngram_order: maximum n-gram order. The default is the number of weights, or 4 if there
            are no weights.
        weights: one number per n-gram order. Each must be 0 or more, and at least one must be above
            0. The weights are divided by their sum, unless the convention uses them unchanged. The
            default is equal weights.
        reference_length: reference length for the brevity penalty: `"closest"`, `"closest-first"`,
            `"shortest"`, `"longest"`, or `"average"`. If two lengths are equally close, `"closest"`
            takes the shorter one, and `"closest-first"` takes the length of the reference that
            comes first. For `"average"`, the number of references must be a divisor of 720720, such
            as 1 to 16.
        effective_order: whether to ignore n-gram orders for which the hypothesis has no n-gram.
            None ignores them only in sentence scores.
        scale: perfect score, 100 or 1. It is also the scale of precisions and segment scores.
        average: how the corpus score is computed. `"micro"` applies the formula to the summed
            counts, as Papineni et al. do. `"macro"` averages the segment scores.

    Each argument is an attribute of the metric, with a normalized value. `tokenizer` is a
    `Tokenizer`, `weights` is a tuple, an alias of `smoothing` is replaced by the name of the
    method, and `smoothing_value` is a float or None. `layout` describes the columns of
    `statistics`.

    Raises:
        ConfigurationError: a setting is invalid; the message lists the valid values.
        MissingDependency: the tokenizer needs a package that is not installed.
    """

    __slots__ = (
        "_matches",
        "_totals",
        "average",
        "convention",
        "effective_order",
        "lowercase",
        "max_ngram_order",
        "reference_length",
        "scale",
        "smoothing",
        "smoothing_value",
        "weights",
    )

    name = "BLEU"
    parameters = (
        "convention",
        "tokenizer",
        "lowercase",
        "smoothing",
        "smoothing_value",
        "max_ngram_order",
        "weights",
        "reference_length",
        "effective_order",
        "scale",
        "average",
    )

    tokenizer: Tokenizer
    convention: str
    smoothing: str
    smoothing_value: float | None
    max_ngram_order: int
    weights: tuple[float, ...]
    reference_length: str
    effective_order: bool | None
    scale: int
    average: str
    _matches: slice
    _totals: slice
    # Rules that a subclass changes. In the drop-in for sacreBLEU, rounding may give a perfect score
    # of slightly more than 100, as in sacreBLEU.
    _own_rules: ClassVar[Mapping[str, str]] = {}

    def __init__(
        self,
        *,
        convention: str = "sacrebleu",
        tokenizer: str | Tokenizer | Callable[[str], str | list[str]] | None = None,
        lowercase: bool | str | None = None,
        smoothing: str | None = None,
        smoothing_value: float | None = None,
        max_ngram_order: int | None = None,
        weights: Iterable[float] | None = None,
        reference_length: str | None = None,
        effective_order: bool | None = None,
        scale: float | None = None,
        average: str | None = None,
    ) -> None:
        bundle = named_convention(convention)
        if bundle.metric != "BLEU":
            raise ConfigurationError(
                f"convention={convention!r} is {bundle.metric}, not BLEU. Use "
                f"conventions.metric({convention!r}) from truebleu.metrics."
            )
        usual: dict[str, Any] = bundle.settings("BLEU")

        def choose(name: str, value: Any) -> Any:
            return usual[name] if value is None else value

        method = SMOOTHINGS[check_choice("smoothing", choose("smoothing", smoothing), SMOOTHINGS)]
        if smoothing_value is None and method == usual["smoothing"]:
            smoothing_value = usual["smoothing_value"]
        settings: dict[str, Any] = {
            "convention": bundle.name,
            "lowercase": check_lowercase(choose("lowercase", lowercase)),
            "smoothing": method,
            "smoothing_value": _smoothing_value(method, smoothing_value),
            "reference_length": check_choice(
                "reference_length", choose("reference_length", reference_length), REFERENCE_LENGTHS
            ),
            "effective_order": _maybe_flag(choose("effective_order", effective_order)),
            "scale": check_scale(choose("scale", scale)),
            "average": check_choice("average", choose("average", average), AVERAGES),
        }
        if weights is None and max_ngram_order is None:
            max_ngram_order, weights = usual["max_ngram_order"], usual["weights"]
        settings["weights"] = _weights(max_ngram_order, weights, bundle)
        if not (bundle.has_weights or uniform(settings["weights"])):
            raise ConfigurationError(
                f"weights={inspected(weights)} is not supported with convention {bundle.name!r}: "
                "its mean of precisions gives every order the same weight. Leave it out, or choose "
                "another convention."
            )
        settings["max_ngram_order"] = len(settings["weights"])
        self._finish(settings, resolve(choose("tokenizer", tokenizer)))

    @classmethod
    def from_signature(cls, signature: str | Signature) -> BLEU:
        """Create BLEU with the settings in a signature of truebleu or sacreBLEU.

        `eff:yes` sets `effective_order=True` and `eff:no` sets it to False. Fields about the data
        or about significance tests are ignored.

        >>> metric = BLEU.from_signature("nrefs:1|case:lc|eff:no|tok:13a|smooth:exp|version:2.6.0")
        >>> metric.lowercase, metric.effective_order
        (True, False)

        Raises:
            InvalidSignature: the signature is malformed, has unknown keys, or belongs to another
                metric.
            ConfigurationError: the tokenizer or a value in the signature is unknown.
        """
        from truebleu.metrics.bleu_settings import read_settings

        return cls(**read_settings(signature))

    def _build(self, tokenizer: str, lowercase: bool | str) -> _native.Metric:
        bundle = named_convention(self.convention)
        core_rules = core_settings(bundle, self.settings())
        core_rules["rules"].update(self._own_rules)
        if bundle.one_reference:
            nearest = of_several(bundle.name)
            core_rules["of_several"] = f"the convention {nearest!r}, the nearest that takes several"
        return _native.bleu(tokenizer=tokenizer, case=CASE_NAMES[lowercase], **core_rules)

    def _has_uniform_weights(self) -> bool:
        return uniform(self.weights)

    def _make_layout(self, columns: tuple[str, ...]) -> Layout:
        # method5 and method7 count one more n-gram order than `max_ngram_order`.
        num_orders = sum(name.startswith("matches_") for name in columns)
        object.__setattr__(self, "_matches", slice(2, 2 + self.max_ngram_order))
        totals = slice(2 + num_orders, 2 + num_orders + self.max_ngram_order)
        object.__setattr__(self, "_totals", totals)
        parts = AVERAGE_PARTS if self.reference_length == "average" else 1
        return Layout.bleu(columns, reference_parts=parts)

    def _make_score(
        self, signature: Signature, row: tuple[int, ...], value: float, details: tuple[float, ...]
    ) -> BLEUScore:
        length: float = row[1]
        if self.reference_length == "average":
            length = row[1] / AVERAGE_PARTS
        return BLEUScore(
            value,
            row[self._matches],
            row[self._totals],
            details[:-1],
            details[-1],
            row[0],
            length,
            signature,
        )

    def _warn_of_zero(self, score: BLEUScore) -> None:
        note = score.short_text_note()
        if note:
            warn_user(note, ShortTextWarning)

    @property
    def page_formula(self) -> PageFormula | None:  # type: ignore[override]  # under one setting
        """Formula by which the HTML report computes macro-averaged BLEU.

        None for micro-averaged BLEU, for which the report has a built-in formula.
        """
        return PageFormula(name="mean") if self.average == "macro" else None

    def uses_effective_order(self, *, sentence: bool) -> bool:
        """Return whether a score ignores n-gram orders for which the hypothesis has no n-gram.

        `sentence` is True for sentence scores and False for corpus scores. If `effective_order` is
        None, the result is equal to `sentence`.
        """
        return sentence if self.effective_order is None else self.effective_order

    def _signature_fields(
        self, *, tokens: bool, sentence: bool
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]], bool]:
        tokenizer = self.tokenizer
        sentence = sentence or self.average == "macro"  # the mean of sentence scores
        fields = [
            ("case", CASE_NAMES[self.lowercase]),
            ("eff", "yes" if self.uses_effective_order(sentence=sentence) else "no"),
            ("tok", "none" if tokens else tokenizer.signature_name),
            ("smooth", join_bracket(self.smoothing, self.smoothing_value)),
        ]
        weights = "uniform" if self._has_uniform_weights() else ",".join(map(repr, self.weights))
        extra = [
            ("order", str(self.max_ngram_order)),
            ("weights", weights),
            ("length", self.reference_length),
            ("scale", str(self.scale)),
        ]
        if self.average != "micro":
            extra.append(("average", self.average))
        must_show = extra != _SACREBLEU_REST
        _, model, unpublished = self._with_model(fields, tokens=tokens)
        extra += model
        must_show = must_show or unpublished
        if self.convention != "sacrebleu":
            fields.insert(0, ("conv", "+".join([self.convention, *self._changed()])))
            must_show = True
        return fields, extra, must_show

    def _changed(self) -> list[str]:
        """Return the names of the settings that differ from the convention's defaults."""
        usual = type(self)(convention=self.convention).settings()
        return [name for name, value in self.settings().items() if value != usual[name]]

    def _changed_settings(self) -> dict[str, Any]:
        shown = {} if self.convention == "sacrebleu" else {"convention": self.convention}
        return {**shown, **{name: getattr(self, name) for name in self._changed()}}


# Fields that the short form of a signature omits, with the values that this implies.
_SACREBLEU_REST = [("order", "4"), ("weights", "uniform"), ("length", "closest"), ("scale", "100")]


def _maybe_flag(value: Any) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    raise ConfigurationError(
        f"effective_order={inspected(value)} is not valid. Use True, False, or None (on for "
        "sentences, off for corpora)."
    )


def _smoothing_value(method: str, value: Any) -> float | None:
    """Return `value`, the parameter of a smoothing method; if it is None, return the default.

    Raises `ConfigurationError` if the method has no parameter, or the value is invalid.
    """
    if method in SMOOTHING_VALUES:
        meaning, usual, zero = SMOOTHING_VALUES[method]
        if value is None:
            return usual
        return check_number(f"smoothing_value ({meaning} of {method})", value, zero=zero)
    if value is None:
        return None
    having = ", ".join(SMOOTHING_VALUES)
    raise ConfigurationError(
        f"smoothing_value={inspected(value)} is invalid: smoothing={method!r} has no value. "
        f"Leave it out, or use a smoothing that has one: {having}."
    )


def _weights(order: Any, weights: Any, bundle: Convention) -> tuple[float, ...]:
    """Return one weight per n-gram order.

    The weights are divided by their sum, unless the convention `bundle` uses them unchanged.
    """
    if weights is None:
        return bundle.weights(check_count("max_ngram_order", order, LARGEST_ORDER))
    checked = check_weights(weights, normalized=not bundle.weights_as_given)
    if len(checked) > LARGEST_ORDER:
        raise ConfigurationError(
            f"weights={inspected(weights)} is too long: {len(checked)} elements. Use at most "
            f"{LARGEST_ORDER}."
        )
    if order is not None and check_count("max_ngram_order", order, LARGEST_ORDER) != len(checked):
        raise ConfigurationError(
            f"max_ngram_order={order} is not the number of weights, {len(checked)}. Use one weight "
            "per order, or leave max_ngram_order out."
        )
    return checked
