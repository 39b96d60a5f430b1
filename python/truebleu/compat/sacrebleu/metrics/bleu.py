"""BLEU with sacreBLEU's constructor, methods and results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, ClassVar

from truebleu.compat.sacrebleu.errors import (
    NoSuchTokenizer,
    TooFewCounts,
    UnknownSmoothing,
    WrongType,
)
from truebleu.compat.sacrebleu.metrics.base import Metric, Score, Signature, sacrelogger
from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer, engine_of
from truebleu.errors import allowed, inspected
from truebleu.inputs.references import References
from truebleu.metrics import bleu as counting
from truebleu.metrics.bleu_score import BLEUScore as NativeScore
from truebleu.tokenizers import Tokenizer, resolve
from truebleu.wording import count

MAX_NGRAM_ORDER = 4

_TOKENIZERS = {
    "none": "tokenizer_none.NoneTokenizer",
    "zh": "tokenizer_zh.TokenizerZh",
    "13a": "tokenizer_13a.Tokenizer13a",
    "intl": "tokenizer_intl.TokenizerV14International",
    "char": "tokenizer_char.TokenizerChar",
    "ja-mecab": "tokenizer_ja_mecab.TokenizerJaMecab",
    "ko-mecab": "tokenizer_ko_mecab.TokenizerKoMecab",
    "spm": "tokenizer_spm.TokenizerSPM",
    "flores101": "tokenizer_spm.Flores101Tokenizer",
    "flores200": "tokenizer_spm.Flores200Tokenizer",
    "spBLEU-1K": "tokenizer_spm.spBLEU1KTokenizer",
}
_LANGUAGES = {"zh": "Chinese", "ja": "Japanese", "ko": "Korean"}


class BLEUSignature(Signature):
    """The settings of a BLEU score."""

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        self._abbr |= {"case": "c", "eff": "e", "tok": "tok", "smooth": "s"}
        smoothing, value = args["smooth_method"], args["smooth_value"]
        default = BLEU.SMOOTH_DEFAULTS[smoothing]
        if default is not None:
            smoothing += f"[{default if value is None else value:.2f}]"
        self.info |= {
            "case": "lc" if args["lowercase"] else "mixed",
            "eff": "yes" if args["effective_order"] else "no",
            "tok": args["tokenizer_signature"],
            "smooth": smoothing,
        }


class BLEUScore(Score):
    """A BLEU score with its components.

    `counts` has the number of matches of each n-gram order, and `totals` the number of hypothesis
    n-grams. With add-k smoothing, both include the added k, as in sacreBLEU.
    """

    def __init__(
        self,
        score: float,
        counts: list[Any],
        totals: list[Any],
        precisions: list[float],
        bp: float,
        sys_len: int,
        ref_len: int,
    ) -> None:
        super().__init__("BLEU", score)
        self.bp = bp
        self.counts = counts
        self.totals = totals
        self.sys_len = sys_len
        self.ref_len = ref_len
        self.precisions = precisions
        self.prec_str = "/".join(f"{precision:.1f}" for precision in precisions)
        self.ratio = sys_len / ref_len if ref_len else 0
        self._verbose = (
            f"{self.prec_str} (BP = {bp:.3f} ratio = {self.ratio:.3f} "
            f"hyp_len = {sys_len:d} ref_len = {ref_len:d})"
        )


class BLEU(Metric[BLEUScore]):
    """BLEU with scores that are bit-identical to those of sacreBLEU 2.6.

    >>> bleu = BLEU()
    >>> bleu.corpus_score(["the cat sat on the mat"], [["the cat sat on a mat"]])
    BLEU = 53.73 83.3/60.0/50.0/33.3 (BP = 1.000 ratio = 1.000 hyp_len = 6 ref_len = 6)
    >>> bleu.get_signature()
    nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0

    Args:
        lowercase: whether to lowercase all text.
        force: whether to omit the warning about text that looks tokenized.
        tokenize: name of the tokenizer; None: the tokenizer for the language `trg_lang`.
        smooth_method: "none", "floor", "add-k" or "exp".
        smooth_value: parameter of the smoothings floor (default 0.1) and add-k (default 1).
        max_ngram_order: maximum n-gram order.
        effective_order: whether to leave out orders for which the hypothesis has no n-gram.
        trg_lang: language code of the text. zh, ja and ko have tokenizers of their own; for other
            languages, the tokenizer is 13a.
        references: reference streams that calls of `corpus_score(hypotheses, None)` use.
        strict: see `Metric`.

    Raises:
        UnknownSmoothing: the smoothing is unknown. UnknownSmoothing is an AssertionError.
        NoSuchTokenizer: the tokenizer is unknown. NoSuchTokenizer is a KeyError.
    """

    SMOOTH_DEFAULTS: ClassVar[dict[str, float | None]] = {
        "none": None,
        "floor": 0.1,
        "add-k": 1,
        "exp": None,
    }
    TOKENIZERS = _TOKENIZERS.keys()
    TOKENIZER_DEFAULT = "13a"
    _TOKENIZER_MAP: ClassVar = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
    _SIGNATURE_TYPE = BLEUSignature

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: str | None = None,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        max_ngram_order: int = MAX_NGRAM_ORDER,
        effective_order: bool = False,
        trg_lang: str = "",
        references: Sequence[Sequence[str | None]] | None = None,
        *,
        strict: bool | None = None,
    ) -> None:
        super().__init__(strict=strict)
        _check_smoothing(smooth_method)
        self._force = force
        self.trg_lang = trg_lang
        self.lowercase = lowercase
        self.smooth_value = smooth_value
        self.smooth_method = smooth_method
        self.max_ngram_order = max_ngram_order
        self.effective_order = effective_order
        self.tokenizer: Callable[[str], str] = self._select_tokenizer(tokenize)
        self.tokenizer_signature: str = self.tokenizer.signature()
        if references is not None:
            self._ref_cache = self._cache_references(references)

    @staticmethod
    def compute_bleu(
        correct: Sequence[float],
        total: Sequence[float],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: float | None = None,
        effective_order: bool = False,
        max_ngram_order: int = MAX_NGRAM_ORDER,
    ) -> BLEUScore:
        """Return the BLEU score of a corpus from its counts.

        `correct` has the number of matches of each n-gram order, and `total` the number of
        hypothesis n-grams of each order. `sys_len` and `ref_len` are lengths in tokens. The lists
        are not modified, while sacreBLEU adds k to their items if the smoothing is add-k.

        >>> BLEU.compute_bleu([5, 3, 2, 1], [6, 5, 4, 3], 6, 6).score
        53.7284965911771

        Raises:
            TooFewCounts: a list is shorter than `max_ngram_order`. TooFewCounts is an IndexError.
            WrongType: a count is not an integer.
        """
        _check_smoothing(smooth_method)
        scorer = _scorer(
            resolve("none"), False, smooth_method, smooth_value, max_ngram_order, effective_order
        )
        counts, totals = list(correct), list(total)
        for name, numbers in (("correct", counts), ("total", totals)):
            if len(numbers) < max_ngram_order:
                raise TooFewCounts(
                    f"{name} has {count(len(numbers), 'item')}. Pass {max_ngram_order}, one per "
                    "n-gram order."
                )
        orders = slice(max_ngram_order)
        row = [_integer(number) for number in (sys_len, ref_len, *counts[orders], *totals[orders])]
        return _build_score(scorer.score(row), counts, totals, smooth_method, smooth_value)

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> BLEUScore:
        """Return the score of one segment. Log a warning if `effective_order` is False.

        Raises:
            WrongType, NoSegments, NoReference: see `Metric.sentence_score`.
        """
        if not self.effective_order:
            sacrelogger.warning(
                "It is recommended to enable `effective_order` for sentence-level BLEU."
            )
        return super().sentence_score(hypothesis, references)

    def _score_of_corpus(
        self, hypotheses: Sequence[str], streams: list[Sequence[str | None]]
    ) -> BLEUScore:
        return self._convert(self._scorer().corpus_score(hypotheses, References.streams(streams)))

    def _score_of_sentence(self, hypothesis: str, references: list[str]) -> BLEUScore:
        return self._convert(self._scorer().sentence_score(hypothesis, references))

    def _compute_score_from_stats(self, stats: Sequence[Any]) -> BLEUScore:
        orders = self.max_ngram_order
        return self.compute_bleu(
            correct=stats[2 : 2 + orders],
            total=stats[2 + orders :],
            sys_len=int(stats[0]),
            ref_len=int(stats[1]),
            smooth_method=self.smooth_method,
            smooth_value=self.smooth_value,
            effective_order=self.effective_order,
            max_ngram_order=orders,
        )

    def _preprocess_segment(self, sent: str) -> str:
        """Return the tokens of a segment, joined with spaces."""
        return self.tokenizer((sent.lower() if self.lowercase else sent).rstrip())

    def _convert(self, score: NativeScore) -> BLEUScore:
        return _build_score(
            score, list(score.matches), list(score.totals), self.smooth_method, self.smooth_value
        )

    def _scorer(self) -> counting.BLEU:
        return _scorer(
            engine_of(self.tokenizer),
            bool(self.lowercase),
            self.smooth_method,
            self.smooth_value,
            self.max_ngram_order,
            bool(self.effective_order),
        )

    def _select_tokenizer(self, name: str | None) -> BaseTokenizer:
        """Return the tokenizer named `name`, or the one for `trg_lang` if `name` is None."""
        best = self._TOKENIZER_MAP.get(self.trg_lang)
        if name is None:
            name = best or self.TOKENIZER_DEFAULT
        elif best not in (None, name):
            sacrelogger.warning(
                f"Consider using the '{best}' or 'spm' tokenizer for {_LANGUAGES[self.trg_lang]}."
            )
        tokenizer: BaseTokenizer = _get_tokenizer(name)()
        return tokenizer


class _UnroundedBLEU(counting.BLEU):
    """truebleu's BLEU without rounding of the score and without warnings, as in sacreBLEU.

    A perfect score can be 100.00000000000004.
    """

    __slots__ = ()

    _own_rules: ClassVar[dict[str, str]] = {"finish": "as-is"}

    def _warn_of_zero(self, score: NativeScore) -> None:
        """Omit truebleu's warning about short texts, which sacreBLEU does not have."""


@lru_cache(maxsize=64)
def _scorer(
    tokenizer: Tokenizer,
    lowercase: bool,
    smoothing: str,
    value: float | None,
    order: int,
    effective_order: bool,
) -> counting.BLEU:
    """Return the truebleu metric with these settings."""
    return _UnroundedBLEU(
        tokenizer=tokenizer,
        lowercase=lowercase,
        smoothing=smoothing,
        smoothing_value=None if BLEU.SMOOTH_DEFAULTS[smoothing] is None else value,
        max_ngram_order=order,
        effective_order=bool(effective_order),
    )


def _build_score(
    score: NativeScore, counts: list[Any], totals: list[Any], smoothing: str, value: float | None
) -> BLEUScore:
    """Return sacreBLEU's score object for a score of truebleu.

    With add-k smoothing, k is added to the counts of the orders above 1.
    """
    if smoothing == "add-k" and any(counts):
        k: Any = BLEU.SMOOTH_DEFAULTS[smoothing] if value is None else value
        for order in range(1, min(len(counts), len(score.precisions))):
            counts[order] += k
            totals[order] += k
            if not totals[order]:
                break
    return BLEUScore(
        score.value,
        counts,
        totals,
        list(score.precisions),
        score.brevity_penalty,
        score.hypothesis_length,
        int(score.effective_reference_length),
    )


def _get_tokenizer(name: str) -> Any:
    """Return the class of the tokenizer `name`, importing its module if necessary."""
    if name not in _TOKENIZERS:
        raise NoSuchTokenizer(allowed("tokenize", name, _TOKENIZERS))
    module, _, kind = _TOKENIZERS[name].rpartition(".")
    return getattr(import_module(f"truebleu.compat.sacrebleu.tokenizers.{module}"), kind)


def _check_smoothing(name: str) -> None:
    if name not in BLEU.SMOOTH_DEFAULTS:
        raise UnknownSmoothing(allowed("smooth_method", name, BLEU.SMOOTH_DEFAULTS))


def _integer(number: float) -> int:
    """Return a count as an int. A NumPy float is accepted if its value is an integer."""
    try:
        integer = int(number)
    except (TypeError, ValueError, OverflowError):
        integer = None
    if integer is None or integer != number:
        raise WrongType(f"BLEU: count {inspected(number)} is not an integer. Pass integers.")
    return integer
