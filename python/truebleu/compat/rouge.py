"""A drop-in for rouge 1.0.1 (pltrdy): the classes `Rouge` and `FilesRouge`.

Results and errors are those of the package rouge. The scores differ from those of the package
rouge-score. Text is split into sentences at every full stop, and into tokens at spaces. By default,
a repeated n-gram counts once. The F-score of identical texts is slightly below 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from truebleu.errors import (
    ConfigurationError,
    EmptyCorpus,
    InputError,
    InvalidUnicode,
    inspected,
    of_type,
)
from truebleu.metrics.rouge import ROUGE
from truebleu.metrics.rouge_variants import ROUGEVariants

METRICS = ("rouge-1", "rouge-2", "rouge-3", "rouge-4", "rouge-5", "rouge-l")
RATES = {"r": "recall", "p": "precision", "f": "fmeasure"}
STATS = tuple(RATES)

Scores = dict[str, Any]


class LengthsDifferError(InputError, AssertionError):
    """Hypotheses and references differ in number or type. The error is an AssertionError."""


class NotTextsError(LengthsDifferError, TypeError, AttributeError):
    """A text is not a str, or an argument is not a list.

    The package rouge raises an AssertionError, a TypeError or an AttributeError in this case.
    """


class NothingToAverageError(EmptyCorpus, ZeroDivisionError):
    """There are no scores to average. The error is a ZeroDivisionError."""


class FilesDifferError(InputError, AssertionError):
    """A file is missing, or the numbers of lines differ. The error is an AssertionError."""


class FilesRouge:
    """Scorer of two files with one text per line. For the arguments, see `Rouge`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.rouge = Rouge(*args, **kwargs)

    def get_scores(
        self,
        hyp_path: str | Path,
        ref_path: str | Path,
        avg: bool = False,
        ignore_empty: bool = False,
    ) -> Any:
        """Return the result of `Rouge.get_scores` for the lines of two UTF-8 files.

        If the last line has no line end, its last character is ignored, as in the package rouge.

        Raises:
            FilesDifferError: a file is missing, or the numbers of lines differ. FilesDifferError is
                an AssertionError.
            InvalidUnicode: a file is not UTF-8. InvalidUnicode is a ValueError.
        """
        for path in (hyp_path, ref_path):
            if not Path(path).is_file():
                raise FilesDifferError(f"{path} is not a file. Pass the path of a text file.")
        num_hyps, num_refs = _count_lines(hyp_path), _count_lines(ref_path)
        if num_hyps != num_refs:
            raise FilesDifferError(
                f"line counts differ: {hyp_path} has {num_hyps}, {ref_path} has {num_refs}. Run "
                f"`truebleu check {hyp_path} -r {ref_path}` to locate missing lines."
            )
        return self.rouge.get_scores(
            _read_lines(hyp_path), _read_lines(ref_path), avg=avg, ignore_empty=ignore_empty
        )


class Rouge:
    """Scorer that computes ROUGE-N and ROUGE-L as the package rouge 1.0.1 does.

    >>> Rouge(["rouge-1"]).get_scores("the cat sat", "the cat sat down")
    [{'rouge-1': {'r': 0.75, 'p': 1.0, 'f': 0.8571428522448981}}]

    Args:
        metrics: a list of names, each "rouge-1" to "rouge-5" or "rouge-l". None: "rouge-1",
            "rouge-2" and "rouge-l".
        stats: a list of names, each "r" (recall), "p" (precision) or "f" (F-score). None: all of
            these.
        return_lengths: whether results also contain the number of words of each text.
        raw_results: whether results contain counts instead of recall, precision and F-score.
        exclusive: whether a repeated n-gram counts only once.

    Raises:
        ConfigurationError: a metric or stat is unknown. ConfigurationError is a ValueError.
    """

    DEFAULT_METRICS = ("rouge-1", "rouge-2", "rouge-l")
    AVAILABLE_METRICS = METRICS
    DEFAULT_STATS = STATS
    AVAILABLE_STATS = STATS

    def __init__(
        self,
        metrics: Sequence[str] | None = None,
        stats: Sequence[str] | None = None,
        return_lengths: bool = False,
        raw_results: bool = False,
        exclusive: bool = True,
    ) -> None:
        self.return_lengths = return_lengths
        self.raw_results = raw_results
        self.exclusive = exclusive
        self._convention = "rouge-pltrdy" if exclusive else "rouge-pltrdy-repeats"
        self.metrics = [_lowered("metric", each, METRICS) for each in metrics or ()]
        self.metrics = self.metrics or list(self.DEFAULT_METRICS)
        names = [_lowered("stat", each, STATS) for each in stats or STATS]
        self.stats = list(dict.fromkeys(names))
        if raw_results:
            self.stats = ["hyp", "ref", "overlap"]

    def get_scores(
        self,
        hyps: str | Sequence[str],
        refs: str | Sequence[str],
        avg: bool = False,
        ignore_empty: bool = False,
    ) -> Any:
        """Return a list with a dict of scores for each pair of texts.

        With `avg`, return one dict with the mean scores instead.

        Args:
            hyps: a text, or a list of texts.
            refs: a text if `hyps` is a text, else a list of texts.
            avg: whether to return the mean scores over all pairs.
            ignore_empty: whether to leave out pairs in which a text is empty.

        Raises:
            LengthsDifferError: `hyps` and `refs` differ in type or length. LengthsDifferError is an
                AssertionError.
            NotTextsError: a text is not a str, or `hyps` or `refs` is not a list. NotTextsError is
                a LengthsDifferError, a TypeError and an AttributeError.
            InputError: a text is empty or has only full stops, or `ignore_empty` leaves no pair.
                InputError is a ValueError.
            NothingToAverageError: `avg` is set and there are no pairs. NothingToAverageError is a
                ZeroDivisionError.
        """
        if isinstance(hyps, str) and isinstance(refs, str):
            hyps, refs = [hyps], [refs]
        _check_list("hyps", hyps)
        _check_list("refs", refs)
        if type(hyps) is not type(refs) or len(hyps) != len(refs):
            raise LengthsDifferError(
                f"hyps and refs differ in type or length: {type(hyps).__name__} of {len(hyps)}, "
                f"{type(refs).__name__} of {len(refs)}. Pass a reference for each hypothesis."
            )
        if ignore_empty:
            pairs = zip(hyps, refs, strict=True)
            nonempty = [pair for pair in pairs if all(pair)]
            if not nonempty:
                raise InputError("every pair has an empty text. Pass a pair of texts.")
            hyps, refs = [hyp for hyp, _ in nonempty], [ref for _, ref in nonempty]
        for hyp, ref in zip(hyps, refs, strict=True):
            _check_text("Hypothesis", hyp)
            _check_text("Reference", ref)
        scores = self._scores(hyps, refs)
        return self._mean(scores) if avg else scores

    def _scores(self, hypotheses: Sequence[str], references: Sequence[str]) -> list[Scores]:
        scores: list[Scores] = [{} for _ in hypotheses]
        for metric, by_stat in zip(self.metrics, self._values(hypotheses, references), strict=True):
            columns = zip(*by_stat.values(), strict=True)
            for of_pair, values in zip(scores, columns, strict=True):
                of_pair[metric] = dict(zip(by_stat, values, strict=True))
        if self.return_lengths:
            for of_pair, hypothesis, reference in zip(scores, hypotheses, references, strict=True):
                of_pair["lengths"] = {"hyp": _length(hypothesis), "ref": _length(reference)}
        return scores

    def _values(
        self, hypotheses: Sequence[str], references: Sequence[str]
    ) -> list[dict[str, list[Any]]]:
        """Return a dict for each metric. Its keys are the stats, such as "r", "p" and "f".

        The value of a key is a list with a number for each pair of texts.
        """
        variants = [metric.removeprefix("rouge-").upper() for metric in self.metrics]
        if self.raw_results:
            rows = [
                ROUGE(variant, convention=self._convention).statistics(hypotheses, references)
                for variant in variants
            ]
            order = (1, 2, 0)  # the columns are matches, hypothesis, reference, ...
            return [
                dict(zip(self.stats, (row[:, index].tolist() for index in order), strict=True))
                for row in rows
            ]
        rouge = ROUGEVariants(dict.fromkeys(variants), convention=self._convention)
        rates = rouge.segment_scores(hypotheses, references)
        return [
            {stat: getattr(rates[variant], RATES[stat]).tolist() for stat in self.stats}
            for variant in variants
        ]

    def _mean(self, scores: list[Scores]) -> Scores:
        if not scores:
            raise NothingToAverageError("there are no texts to average. Pass at least one pair.")
        return {
            metric: {
                stat: sum(each[metric][stat] for each in scores) / len(scores)
                for stat in scores[0][metric]
            }
            for metric in self.metrics
        }


def _count_lines(path: str | Path) -> int:
    with Path(path).open("rb") as file:
        return sum(1 for _ in file)


def _read_lines(path: str | Path) -> list[str]:
    data = Path(path).read_bytes()
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InvalidUnicode(
            f"{path}, line {line}: not UTF-8. Convert the file to UTF-8.",
            file=str(path),
            line=line,
        ) from None
    # All line ends of text files end a line, as in rouge.
    return [line[:-1] for line in StringIO(text, newline=None)]


def _lowered(kind: str, name: Any, names: Sequence[str]) -> str:
    if not isinstance(name, str) or name.lower() not in names:
        raise ConfigurationError(
            f"Unknown {kind} {inspected(name)}. Choose from: {', '.join(names)}"
        )
    return name.lower()


def _check_list(name: str, texts: Any) -> None:
    if not hasattr(texts, "__len__"):
        raise NotTextsError(f"{name} is {of_type(texts)}. Pass a text, or a list of texts.")


def _check_text(name: str, text: Any) -> None:
    if not isinstance(text, str):
        raise NotTextsError(f"{name} is {inspected(text)}, not a text. Pass a str.")
    if not text.strip("."):
        raise InputError(f"{name} is empty. Pass text with words.")


def _length(text: str) -> int:
    return len(text.replace(".", " ").split())
