"""chrF and chrF++ with sacreBLEU's constructor, methods and results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from truebleu.compat.sacrebleu.metrics.base import Metric, Score, Signature
from truebleu.inputs.references import References
from truebleu.metrics import chrf as counting


class CHRFSignature(Signature):
    """The settings of a chrF score."""

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        self._abbr |= {"case": "c", "eff": "e", "nc": "nc", "nw": "nw", "space": "s"}
        self.info |= {
            "case": "lc" if args["lowercase"] else "mixed",
            "eff": "no" if args["eps_smoothing"] else "yes",
            "nc": args["char_order"],
            "nw": args["word_order"],
            "space": "yes" if args["whitespace"] else "no",
        }


class CHRFScore(Score):
    """A chrF score. Its name has the value of beta, and a `+` for each order of word n-grams."""

    def __init__(self, score: float, char_order: int, word_order: int, beta: float) -> None:
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order
        super().__init__(f"chrF{beta}{'+' * word_order}", score)


class CHRF(Metric[CHRFScore]):
    """chrF with scores that are bit-identical to those of sacreBLEU 2.6.

    >>> CHRF(word_order=2).corpus_score(["the cat sat on the mat"], [["the cat sat on a mat"]])
    chrF2++ = 72.03

    Args:
        char_order: maximum order of character n-grams.
        word_order: maximum order of word n-grams. 0 gives chrF, 2 gives chrF++.
        beta: weight of recall relative to precision.
        lowercase: whether to lowercase all text.
        whitespace: whether character n-grams include whitespace.
        eps_smoothing: whether to average the F-scores of all n-gram orders, like chrF++.py, NLTK
            and Moses. False: average precisions and recalls, and compute one F-score.
        references: reference streams that calls of `corpus_score(hypotheses, None)` use.
        strict: see `Metric`.
    """

    CHAR_ORDER = 6
    WORD_ORDER = 0
    BETA = 2
    _SIGNATURE_TYPE = CHRFSignature

    def __init__(
        self,
        char_order: int = CHAR_ORDER,
        word_order: int = WORD_ORDER,
        beta: float = BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: Sequence[Sequence[str | None]] | None = None,
        *,
        strict: bool | None = None,
    ) -> None:
        super().__init__(strict=strict)
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order
        self.order = char_order + word_order
        self.lowercase = lowercase
        self.whitespace = whitespace
        self.eps_smoothing = eps_smoothing
        if references is not None:
            self._ref_cache = self._cache_references(references)

    def _score_of_corpus(
        self, hypotheses: Sequence[str], streams: list[Sequence[str | None]]
    ) -> CHRFScore:
        score = self._scorer().corpus_score(hypotheses, References.streams(streams))
        return self._convert(score.value)

    def _score_of_sentence(self, hypothesis: str, references: list[str]) -> CHRFScore:
        return self._convert(self._scorer().sentence_score(hypothesis, references).value)

    def _compute_score_from_stats(self, stats: Sequence[Any]) -> CHRFScore:
        return self._convert(self._scorer().score([int(count) for count in stats]).value)

    def _preprocess_segment(self, sent: str) -> str:
        return sent.lower() if self.lowercase else sent

    def _convert(self, value: float) -> CHRFScore:
        return CHRFScore(value, self.char_order, self.word_order, self.beta)

    def _scorer(self) -> counting.CHRF:
        return _scorer(
            self.char_order,
            self.word_order,
            self.beta,
            bool(self.lowercase),
            bool(self.whitespace),
            bool(self.eps_smoothing),
        )


@lru_cache(maxsize=64)
def _scorer(
    char_order: int,
    word_order: int,
    beta: float,
    lowercase: bool,
    whitespace: bool,
    eps_smoothing: bool,
) -> counting.CHRF:
    """Return the truebleu metric with these settings."""
    return counting.CHRF(
        char_order=char_order,
        word_order=word_order,
        beta=beta,
        lowercase=lowercase,
        whitespace=whitespace,
        eps_smoothing=eps_smoothing,
    )
