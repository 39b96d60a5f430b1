"""Base classes of scores, signatures and metrics, with the interface of sacreBLEU 2.6."""

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

# sacreBLEU's logger, so that programs that silence sacreBLEU also silence the drop-in.
sacrelogger = logging.getLogger("sacrebleu")

TOKENIZED_LINES = 100  # segments that end in " ." before text looks tokenized


class Score:
    """A score with a name and a value (`score`). It can be formatted as a line or as JSON."""

    def __init__(self, name: str, score: float) -> None:
        self.name = name
        self.score = score
        # Results of a bootstrap. A negative mean means that there was none.
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
        """Return the score as text.

        Args:
            width: number of decimals.
            score_only: whether to return only the number.
            signature: text shown next to the name, the result of `metric.get_signature().format()`.
            is_json: whether to return a JSON object, which has a key for each setting in the
                signature.
        """
        number = f"{self.score:.{width}f}"
        fields: dict[str, Any] = {
            "name": self.name,
            "score": float(number),
            "signature": signature,
        }
        if self._mean > 0:
            mean, half_width = f"{self._mean:.{width}f}", f"{self._ci:.{width}f}"
            interval = f"μ = {mean} ± {half_width}"
            number = f"{number} ({interval})"
            fields |= {
                "confidence_mean": float(mean),
                "confidence_var": float(half_width),
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
        """Store the mean of the resampled scores, and half the width of their 95% interval."""
        values = sorted(score.score for score in scores)
        self._ci = half_width(values)
        self._mean = statistics.mean(values)

    def __repr__(self) -> str:
        return self.format()


def half_width(ordered: Sequence[Any] | NDArray[Any]) -> Any:
    """Return half the width of the central 95% interval of scores, which must be sorted."""
    cut = len(ordered) // 40
    return 0.5 * (ordered[len(ordered) - cut - 1] - ordered[cut])


class Signature:
    """The settings of a score as key-value pairs, in sacreBLEU's order.

    `args` has the attributes of a metric that has computed a score. Settings that are None are
    omitted.
    """

    def __init__(self, args: Mapping[str, Any]) -> None:
        if "num_refs" not in args:
            raise NotScoredYet(
                "the signature needs the number of references. Score first, or pass references to "
                "the constructor."
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
        """Return the signature as text of the form `key:value|...|version:2.6.0`.

        If `short` is True, the keys are abbreviated.
        """
        fields = {key: value for key, value in self.info.items() if value is not None}
        fields["version"] = fields.pop("version")
        names = self._abbr if short else {key: key for key in fields}
        return "|".join(f"{names[key]}:{_field_text(value)}" for key, value in fields.items())

    def update(self, key: str, value: Any) -> None:
        """Set the value of a key."""
        self.info[key] = value

    def __repr__(self) -> str:
        return self.format()


ScoreT = TypeVar("ScoreT", bound=Score)


class Metric(Generic[ScoreT]):
    """A metric with sacreBLEU's interface. Settings are attributes that may be changed at any time.

    Args:
        strict: whether to raise an error for reference streams of different lengths, and for a str
            in place of a list. False: score such input silently, like sacreBLEU. None: use the
            current value of `truebleu.compat.sacrebleu.STRICT`.
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
        """Return the score of a corpus.

        Args:
            hypotheses: a text for each segment.
            references: reference streams: `references[i][j]` is the i-th reference of segment j. A
                missing reference is None. If `references` is None, the references of the
                constructor are used.
            n_bootstrap: the number of bootstrap resamples. With 2 or more, the score has the mean
                of the resampled scores and their 95% interval.

        Raises:
            WrongType: a text is not a str, or an argument is not a sequence. WrongType is a
                TypeError.
            NoSegments: a list is empty. NoSegments is an IndexError.
            LengthMismatch: hypotheses and streams have different lengths, and `strict` is True.
            NoReferences: no references were passed, neither here nor to the constructor.
                NoReferences is a RuntimeError.
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
        """Return the score of one segment with a list of references.

        Raises:
            WrongType: the hypothesis or a reference is not a str, or `references` is not a list.
            NoSegments: `references` is empty.
            NoReference: all items of `references` are None.
        """
        texts = sentence_of(type(self).__name__, hypothesis, references)
        self.num_refs = len(texts)
        return self._score_of_sentence(hypothesis, texts)

    def get_signature(self) -> Signature:
        """Return the signature of the last score; raise `NotScoredYet` if there is none."""
        return self._SIGNATURE_TYPE(self.__dict__)

    # Implemented by subclasses

    def _score_of_corpus(
        self, hypotheses: Sequence[str], streams: list[Sequence[str | None]]
    ) -> ScoreT:
        raise NotImplementedError

    def _score_of_sentence(self, hypothesis: str, references: list[str]) -> ScoreT:
        raise NotImplementedError

    def _scorer(self) -> Any:
        """Return the truebleu metric that has the current settings."""
        raise NotImplementedError

    def _compute_score_from_stats(self, stats: Sequence[Any]) -> ScoreT:
        raise NotImplementedError

    # Private names of sacreBLEU that other programs call

    def _extract_corpus_statistics(
        self,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str | None]] | None,
    ) -> list[list[Any]]:
        """Return the sufficient statistics of each segment, as sacreBLEU's method does.

        Their sum, item by item, is the list of statistics of the corpus.
        """
        return self._listed(self._count(hypotheses, references))

    def _count(self, hypotheses: Any, references: Any) -> NDArray[np.int64]:
        """Return the sufficient statistics as an array with a row for each segment.

        The columns and their units are those of the truebleu metric.
        """
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
        """Return the rows of `counts` as lists, with items in sacreBLEU's order and units.

        `counts` is the array that `_count` returns.
        """
        return counts.tolist()  # type: ignore[no-any-return]

    def _aggregate_and_compute(self, stats: list[list[Any]]) -> ScoreT:
        """Return the corpus score. `stats` has a list of sufficient statistics for each segment."""
        return self._compute_score_from_stats(sum_of_lists(stats))

    def _cache_references(
        self, references: Sequence[Sequence[str | None]]
    ) -> list[Sequence[str | None]]:
        """Return the reference streams after checking them.

        sacreBLEU's method also caches counts of the references. This method does not, because
        counting again is faster.
        """
        streams = streams_of(type(self).__name__, references, strict=self.strict)
        self.num_refs = reference_counts(streams)
        return streams

    def _segments(
        self, hypotheses: Any, references: Any
    ) -> tuple[Sequence[str], list[Sequence[str | None]]]:
        """Return hypotheses and reference streams, checked and of equal lengths."""
        name = type(self).__name__
        segments = hypotheses_of(name, hypotheses, strict=self.strict)
        if references is not None:
            streams = self._cache_references(references)
        elif self._ref_cache:
            streams = self._ref_cache
            self.num_refs = reference_counts(streams)
        else:
            raise NoReferences(f"{name}: no references. Pass them to the call or the constructor.")
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
        """Set the mean and the 95% interval of a score. The resamples are those of sacreBLEU."""
        from truebleu.compat.sacrebleu.significance import seed_of_environment
        from truebleu.significance.sacrebleu import resampled_scores

        seed, self.seed = seed_of_environment()
        self.n_bootstrap = resamples
        counts = self._counts(hypotheses, streams)
        values = resampled_scores(self._scorer(), counts, seed, resamples)
        # Keep NumPy's float32, so that the mean is rounded as in sacreBLEU.
        single = values.dtype.itemsize == 4
        score.estimate_ci([Score("", v) for v in (values if single else values.tolist())])

    def _warn_of_tokens(self, hypotheses: Sequence[str]) -> None:
        """Log a warning if the texts look tokenized, unless `force` is set."""
        if self._force or len(hypotheses) < TOKENIZED_LINES:
            return
        if sum(text.endswith(" .") for text in hypotheses) >= TOKENIZED_LINES:
            for line in _LOOKS_TOKENIZED:
                sacrelogger.warning(line)


# Verbatim, because programs may search logs for these lines.
_LOOKS_TOKENIZED = (
    "That's 100 lines that end in a tokenized period ('.')",
    "It looks like you forgot to detokenize your test data, which may hurt your score.",
    (
        "If you insist your data is detokenized, or don't care, you can suppress this message "
        "with the `force` parameter."
    ),
)


def _field_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
