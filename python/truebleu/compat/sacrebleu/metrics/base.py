"""What the metrics share: scores that print themselves, signatures, and the calls that score.

The shapes and attributes are those of sacreBLEU 2.6; counting and formulas are truebleu's.
"""

from __future__ import annotations

import json
import logging
import statistics
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from truebleu.compat.sacrebleu.errors import NoReferences, NotScoredYet
from truebleu.compat.sacrebleu.metrics.inputs import (
    explained,
    hypotheses_of,
    reference_counts,
    sentence_of,
    shortened,
    streams_of,
)
from truebleu.compat.sacrebleu.utils import sum_of_lists
from truebleu.compat.sacrebleu.version import __version__
from truebleu.errors import InputError
from truebleu.inputs.references import References

__all__ = ["Metric", "Score", "Signature"]

# The logger that sacreBLEU writes to: who silenced it there has silenced it here.
sacrelogger = logging.getLogger("sacrebleu")

TOKENIZED_LINES = 100  # so many segments that end in " ." look tokenized


class Score:
    """A score: `name`, `score`, and a line or a JSON object about it."""

    def __init__(self, name: str, score: float) -> None:
        self.name = name
        self.score = score
        # Of a bootstrap: no interval as long as the mean is negative.
        self._mean = -1.0
        self._ci = -1.0
        self._verbose = ""

    def format(
        self,
        width: int = 2,
        score_only: bool = False,
        signature: str = "",
        is_json: bool = False,
    ) -> str:
        """The score as text.

        Args:
            width: decimals of the score.
            score_only: give the number alone.
            signature: what `get_signature().format()` gives, to be shown beside the name.
            is_json: give a JSON object, with a field for each part of the signature.
        """
        number = f"{self.score:.{width}f}"
        fields: dict[str, Any] = {
            "name": self.name,
            "score": float(number),
            "signature": signature,
        }
        if self._mean > 0:
            mean, half = f"{self._mean:.{width}f}", f"{self._ci:.{width}f}"
            interval = f"μ = {mean} ± {half}"
            number = f"{number} ({interval})"
            fields |= {
                "confidence_mean": float(mean),
                "confidence_var": float(half),
                "confidence": interval,
            }
        if score_only:
            return number
        if self._verbose:
            fields["verbose_score"] = self._verbose
        if is_json:
            for part in filter(None, signature.split("|")):
                key, _, value = part.partition(":")
                fields[key] = value
            return json.dumps(fields, indent=1, ensure_ascii=False)
        name = f"{self.name}|{signature}" if signature else self.name
        return f"{name} = {number} {self._verbose}".rstrip()

    def estimate_ci(self, scores: Sequence[Score]) -> None:
        """Keep the mean of these scores, and half of the interval that holds 95 % of them."""
        values = sorted(score.score for score in scores)
        cut = len(values) // 40
        self._ci = 0.5 * (values[len(values) - cut - 1] - values[cut])
        self._mean = statistics.mean(values)

    def __repr__(self) -> str:
        return self.format()


class Signature:
    """The settings behind a score, in sacreBLEU's order, long or short.

    `args` are the attributes of a metric that has scored. Fields that are None are left out.
    """

    def __init__(self, args: Mapping[str, Any]) -> None:
        if "num_refs" not in args:
            raise NotScoredYet(
                "the signature says how many references there were: score first, or hand "
                "references to the constructor"
            )
        count = args["num_refs"]
        self._abbr = {
            "version": "v",
            "nrefs": "#",
            "test": "t",
            "lang": "l",
            "subset": "S",
            "origlang": "o",
            "bs": "bs",
            "ar": "ar",
            "seed": "rs",
        }
        self.info: dict[str, Any] = {
            "version": __version__,
            "nrefs": "var" if count == -1 else count,
            "bs": args.get("n_bootstrap"),
            "ar": None,
            "seed": args.get("seed"),
            "test": args.get("test_set"),
            "lang": args.get("langpair"),
            "origlang": args.get("origlang"),
            "subset": args.get("subset"),
        }

    def format(self, short: bool = False) -> str:
        """The signature as text, `key:value|...`, the version last."""
        shown = {key: value for key, value in self.info.items() if value is not None}
        shown["version"] = shown.pop("version")
        names = self._abbr if short else {key: key for key in shown}
        return "|".join(f"{names[key]}:{_said(value)}" for key, value in shown.items())

    def update(self, key: str, value: Any) -> None:
        """Set a field."""
        self.info[key] = value

    def __repr__(self) -> str:
        return self.format()


ScoreT = TypeVar("ScoreT", bound=Score)


class Metric(Generic[ScoreT]):
    """A metric with sacreBLEU's calls. Settings are attributes and may be changed between calls.

    `strict` says what becomes of input that sacreBLEU silently gets wrong: streams of different
    lengths, and text where a list belongs. True: an error. False: it is scored as sacreBLEU does.
    None: as `truebleu.compat.sacrebleu.STRICT` says when the metric is made.
    """

    _SIGNATURE_TYPE: ClassVar[type[Signature]] = Signature

    num_refs: int

    def __init__(self, *, strict: bool | None = None) -> None:
        from truebleu.compat import sacrebleu

        self.strict = sacrebleu.STRICT if strict is None else strict
        self.n_bootstrap: int | None = None
        self.seed: str | None = None
        self._force = True
        self._ref_cache: list[Sequence[str | None]] | None = None

    def corpus_score(
        self,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str | None]] | None,
        n_bootstrap: int = 1,
    ) -> ScoreT:
        """The score of a corpus.

        Args:
            hypotheses: one str for each segment.
            references: streams: `references[i][j]` is the i-th reference of segment j, or None
                where it has none. None: those that the constructor was given.
            n_bootstrap: above 1, a mean and an interval are estimated from so many resamples.

        Raises:
            WrongType: no strings or sequences where they belong (a TypeError).
            NoSegments: a list is empty (an IndexError).
            LengthMismatch: streams and hypotheses are of different lengths, with `strict`.
            NoReferences: there are none, here or in the constructor (a RuntimeError).
        """
        segments, streams = self._segments(hypotheses, references)
        try:
            score = self._score_of_corpus(segments, streams)
        except InputError as error:
            raise self._explained(error, segments, streams) from error.__cause__
        self._warn_of_tokens(segments)
        if n_bootstrap > 1:
            self._estimate(score, segments, streams, n_bootstrap)
        return score

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> ScoreT:
        """The score of one segment against a list of references.

        Raises:
            WrongType: the hypothesis or a reference is no str, or `references` is no list.
            NoSegments, NoReference: there is no reference.
        """
        found = sentence_of(type(self).__name__, hypothesis, references)
        self.num_refs = len(found)
        return self._score_of_sentence(hypothesis, found)

    def get_signature(self) -> Signature:
        """The signature of what was scored last. Raises `NotScoredYet` before that."""
        return self._SIGNATURE_TYPE(self.__dict__)

    # What a subclass provides

    def _score_of_corpus(
        self, hypotheses: Sequence[str], streams: list[Sequence[str | None]]
    ) -> ScoreT:
        raise NotImplementedError

    def _score_of_sentence(self, hypothesis: str, references: list[str]) -> ScoreT:
        raise NotImplementedError

    def _scorer(self) -> Any:
        """Truebleu's metric with these settings."""
        raise NotImplementedError

    def _compute_score_from_stats(self, stats: Sequence[Any]) -> ScoreT:
        raise NotImplementedError

    # Under names that programs around sacreBLEU call

    def _extract_corpus_statistics(
        self,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str | None]] | None,
    ) -> list[list[Any]]:
        """A list of counts for each segment; they add up to those of the corpus."""
        return self._listed(self._count(hypotheses, references))

    def _count(self, hypotheses: Any, references: Any) -> NDArray[np.int64]:
        """The same as an array, in truebleu's units."""
        segments, streams = self._segments(hypotheses, references)
        try:
            counts = self._counts(segments, streams)
        except InputError as error:
            raise self._explained(error, segments, streams) from error.__cause__
        self._warn_of_tokens(segments)
        return counts

    def _counts(
        self, hypotheses: Sequence[str], streams: list[Sequence[str | None]]
    ) -> NDArray[np.int64]:
        counts: NDArray[np.int64] = self._scorer().statistics(
            hypotheses, References.streams(streams)
        )
        return counts

    def _listed(self, counts: NDArray[np.int64]) -> list[list[Any]]:
        """Counts in sacreBLEU's shape and units."""
        return counts.tolist()  # type: ignore[no-any-return]

    def _aggregate_and_compute(self, stats: list[list[Any]]) -> ScoreT:
        """The score of the sum of these counts."""
        return self._compute_score_from_stats(sum_of_lists(stats))

    def _cache_references(
        self, references: Sequence[Sequence[str | None]]
    ) -> list[Sequence[str | None]]:
        """The streams, checked; counting them anew is faster than keeping their counts."""
        streams = streams_of(type(self).__name__, references, strict=self.strict)
        self.num_refs = reference_counts(streams)
        return streams

    def _segments(
        self, hypotheses: Any, references: Any
    ) -> tuple[Sequence[str], list[Sequence[str | None]]]:
        """Hypotheses and streams, checked and of one length."""
        name = type(self).__name__
        segments = hypotheses_of(name, hypotheses, strict=self.strict)
        if references is not None:
            streams = self._cache_references(references)
        elif self._ref_cache:
            streams = self._ref_cache
            self.num_refs = reference_counts(streams)
        else:
            raise NoReferences(
                f"{name}: there are no references: hand them to the call, or to the constructor"
            )
        return shortened(name, segments, streams, strict=self.strict)

    def _explained(
        self, error: InputError, hypotheses: Sequence[Any], streams: Sequence[Sequence[Any]]
    ) -> InputError:
        return explained(error, type(self).__name__, hypotheses, streams)

    def _estimate(
        self,
        score: Score,
        hypotheses: Sequence[str],
        streams: list[Sequence[str | None]],
        resamples: int,
    ) -> None:
        """Mean and interval from resamples, as sacreBLEU draws them."""
        from truebleu.compat.sacrebleu.significance import seed_of_environment
        from truebleu.significance.sacrebleu import resampled_scores

        seed, self.seed = seed_of_environment()
        self.n_bootstrap = resamples
        counts = self._counts(hypotheses, streams)
        values = resampled_scores(self._scorer(), counts, seed, resamples)
        # NumPy's float32 stays what it is, so that the mean is rounded to it.
        single = values.dtype.itemsize == 4
        score.estimate_ci([Score("", v) for v in (values if single else values.tolist())])

    def _warn_of_tokens(self, hypotheses: Sequence[str]) -> None:
        """Say that the text looks tokenized, unless told not to."""
        if self._force or len(hypotheses) < TOKENIZED_LINES:
            return
        if sum(text.endswith(" .") for text in hypotheses) >= TOKENIZED_LINES:
            for line in _LOOKS_TOKENIZED:
                sacrelogger.warning(line)


# Word for word: who looks for these lines in a log must find them.
_LOOKS_TOKENIZED = (
    "That's 100 lines that end in a tokenized period ('.')",
    "It looks like you forgot to detokenize your test data, which may hurt your score.",
    (
        "If you insist your data is detokenized, or don't care, you can suppress this message "
        "with the `force` parameter."
    ),
)


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
