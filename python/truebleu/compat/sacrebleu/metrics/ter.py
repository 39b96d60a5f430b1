"""TER with sacreBLEU's constructor, methods and results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truebleu.compat.sacrebleu.metrics.base import Metric, Score, Signature
from truebleu.compat.sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer
from truebleu.inputs.references import References
from truebleu.metrics import ter as counting
from truebleu.metrics.base.layout import AVERAGE_PARTS

EXACT_STREAMS = 2  # mean lengths of up to two references are exact in floating point


class TERSignature(Signature):
    """The settings of a TER score."""

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        self._abbr |= {"case": "c", "tok": "t", "norm": "nr", "punct": "pn", "asian": "as"}
        self.info |= {
            "case": "mixed" if args["case_sensitive"] else "lc",
            "tok": args["tokenizer_signature"],
            "norm": args["normalized"],
            "punct": not args["no_punct"],
            "asian": args["asian_support"],
        }


class TERScore(Score):
    """A TER score: 100 times `num_edits` divided by `ref_length`, which is in words."""

    def __init__(self, score: float, num_edits: float, ref_length: float) -> None:
        super().__init__("TER", score)
        self.num_edits = int(num_edits)
        self.ref_length = ref_length


class TER(Metric[TERScore]):
    """TER with scores that are bit-identical to those of sacreBLEU 2.6.

    >>> TER().corpus_score(["the cat sat on a mat"], [["a cat sat on the mat today"]])
    TER = 42.86

    Args:
        normalized: whether to decode entities such as `&amp;` and separate punctuation from words.
        no_punct: whether to delete punctuation.
        asian_support: whether `normalized` and `no_punct` also apply to Chinese and Japanese.
        case_sensitive: whether uppercase and lowercase letters differ.
        references: reference streams that calls of `corpus_score(hypotheses, None)` use.
        strict: see `Metric`.
    """

    _SIGNATURE_TYPE = TERSignature

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: Sequence[Sequence[str | None]] | None = None,
        *,
        strict: bool | None = None,
    ) -> None:
        super().__init__(strict=strict)
        self.no_punct = no_punct
        self.normalized = normalized
        self.asian_support = asian_support
        self.case_sensitive = case_sensitive
        self.tokenizer = TercomTokenizer(normalized, no_punct, asian_support, case_sensitive)
        self.tokenizer_signature = self.tokenizer.signature()
        if references is not None:
            self._ref_cache = self._cache_references(references)

    def _score_of_corpus(
        self, hypotheses: Sequence[str], streams: list[Sequence[str | None]]
    ) -> TERScore:
        if len(streams) > EXACT_STREAMS:
            # sacreBLEU rounds the mean of each segment before adding it.
            return self._aggregate_and_compute(self._listed(self._counts(hypotheses, streams)))
        score = self._scorer().corpus_score(hypotheses, References.streams(streams))
        return self._compute_score_from_stats([score.edits, score.reference_length])

    def _score_of_sentence(self, hypothesis: str, references: list[str]) -> TERScore:
        score = self._scorer().sentence_score(hypothesis, references)
        words = round(score.reference_length * len(references))
        return self._compute_score_from_stats([score.edits, words / len(references)])

    def _counts(
        self, hypotheses: Sequence[str], streams: list[Sequence[str | None]]
    ) -> NDArray[Any]:
        """Return the number of edits and the mean reference length of each segment, as an array.

        The lengths are integers in units of 1 / `AVERAGE_PARTS` word. If a segment's number of
        references does not divide `AVERAGE_PARTS`, all lengths are floats in words.
        """
        counts = super()._counts(hypotheses, streams)
        references = np.zeros(len(counts), np.int64)
        for stream in streams:
            references += [text is not None for text in stream[: len(counts)]]
        if not np.any(AVERAGE_PARTS % references):
            return counts
        edits, lengths = counts.T
        words = np.rint(lengths / AVERAGE_PARTS * references)
        return np.column_stack([edits, words / references])

    def _listed(self, counts: NDArray[Any]) -> list[list[Any]]:
        unit = AVERAGE_PARTS if counts.dtype.kind == "i" else 1
        return [[int(edits), length / unit] for edits, length in counts.tolist()]

    def _compute_score_from_stats(self, stats: Sequence[Any]) -> TERScore:
        edits, length = stats
        share = edits / length if length > 0 else float(edits > 0)
        return TERScore(100 * share, edits, length)

    def _preprocess_segment(self, sent: str) -> str:
        return self.tokenizer(sent.rstrip())

    def _scorer(self) -> counting.TER:
        return _scorer(
            bool(self.normalized),
            bool(self.no_punct),
            bool(self.asian_support),
            bool(self.case_sensitive),
        )


@lru_cache(maxsize=16)
def _scorer(
    normalized: bool, no_punct: bool, asian_support: bool, case_sensitive: bool
) -> counting.TER:
    """Return the truebleu metric with these settings."""
    return counting.TER(
        normalized=normalized,
        no_punct=no_punct,
        asian_support=asian_support,
        case_sensitive=case_sensitive,
    )
