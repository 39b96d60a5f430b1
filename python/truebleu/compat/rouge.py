"""A drop-in for rouge 1.0.1 (pltrdy): the class `Rouge`. `FilesRouge` is not included.

Results and errors are those of rouge, which differ from those of rouge-score. Text is split into
sentences at every full stop, and into tokens at spaces. Repeated n-grams count once by default. The
F-score of identical texts is slightly below 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from truebleu.errors import ConfigurationError, EmptyCorpus, InputError

METRICS = ("rouge-1", "rouge-2", "rouge-3", "rouge-4", "rouge-5", "rouge-l")
STATS = ("r", "p", "f")

Scores = dict[str, Any]


class LengthsDifferError(InputError, AssertionError):
    """Hypotheses and references differ in number or type; rouge raises an AssertionError."""


class NothingToAverageError(EmptyCorpus, ZeroDivisionError):
    """There are no scores to average; rouge raises a ZeroDivisionError."""


class Rouge:
    """Scorer that computes ROUGE-N and ROUGE-L as in rouge 1.0.1.

    >>> Rouge(["rouge-1"]).get_scores("the cat sat", "the cat sat down")
    [{'rouge-1': {'r': 0.75, 'p': 1.0, 'f': 0.8571428522448981}}]

    Args:
        metrics: a list of names out of "rouge-1" to "rouge-5" and "rouge-l"; None: "rouge-1",
            "rouge-2" and "rouge-l".
        stats: a list of names out of "r" (recall), "p" (precision) and "f" (F-score); None: all.
        return_lengths: whether results also contain the numbers of words.
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
        self.metrics = [_lowered("metric", each, METRICS) for each in metrics or ()]
        self.metrics = self.metrics or list(self.DEFAULT_METRICS)
        self.stats = [_lowered("stat", each, STATS) for each in stats or ()]
        self.stats = self.stats or list(STATS)
        if raw_results:
            self.stats = ["hyp", "ref", "overlap"]

    def get_scores(
        self,
        hyps: str | Sequence[str],
        refs: str | Sequence[str],
        avg: bool = False,
        ignore_empty: bool = False,
    ) -> Any:
        """Return a dict for each pair of texts, or one dict of means.

        Args:
            hyps: a text, or a list of texts.
            refs: a text if `hyps` is a text, else a list of texts.
            avg: whether to return the means over all pairs.
            ignore_empty: whether to leave out pairs in which a text has nothing but full stops.

        Raises:
            LengthsDifferError: `hyps` and `refs` differ in type or length. LengthsDifferError is an
                AssertionError.
            InputError: a text is empty. InputError is a ValueError.
            NothingToAverageError: means were requested and there are no pairs.
                NothingToAverageError is a ZeroDivisionError.
        """
        if isinstance(hyps, str) and isinstance(refs, str):
            hyps, refs = [hyps], [refs]
        if type(hyps) is not type(refs) or len(hyps) != len(refs):
            raise LengthsDifferError(
                f"hyps and refs differ in type or length: {type(hyps).__name__} of {len(hyps)}, "
                f"{type(refs).__name__} of {len(refs)}. Pass a reference for each hypothesis."
            )
        pairs = [(_sentences(hyp), _sentences(ref)) for hyp, ref in zip(hyps, refs, strict=True)]
        if ignore_empty:
            pairs = [pair for pair in pairs if all(pair)]
        scores = [self._scores(*pair) for pair in pairs]
        return self._mean(scores) if avg else scores

    def _scores(self, hypothesis: list[str], reference: list[str]) -> Scores:
        for name, sentences in (("Hypothesis", hypothesis), ("Reference", reference)):
            if not sentences:
                raise InputError(f"{name} is empty. Pass text, or ignore_empty=True.")
        scores: Scores = {}
        for metric in self.metrics:
            if metric == "rouge-l":
                counts = _common(hypothesis, reference, self.exclusive)
            else:
                counts = _overlap(hypothesis, reference, int(metric[-1]), self.exclusive)
            scores[metric] = self._values(*counts)
        if self.return_lengths:
            scores["lengths"] = {
                "hyp": len(" ".join(hypothesis).split()),
                "ref": len(" ".join(reference).split()),
            }
        return scores

    def _values(self, hypothesis: int, reference: int, overlap: int) -> dict[str, float]:
        if self.raw_results:
            return {"hyp": hypothesis, "ref": reference, "overlap": overlap}
        precision = overlap / hypothesis if hypothesis else 0.0
        recall = overlap / reference if reference else 0.0
        f1 = 2.0 * ((precision * recall) / (precision + recall + 1e-8))
        values = {"r": recall, "p": precision, "f": f1}
        return {stat: values[stat] for stat in STATS if stat in self.stats}

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


def _lowered(kind: str, name: str, names: Sequence[str]) -> str:
    if name.lower() not in names:
        raise ConfigurationError(f"Unknown {kind} {name!r}. Choose from: {', '.join(names)}")
    return name.lower()


def _sentences(text: str) -> list[str]:
    return [" ".join(piece.split()) for piece in text.split(".") if piece]


def _words(sentences: Sequence[str]) -> list[str]:
    return [word for sentence in sentences for word in sentence.split(" ")]


def _counted(items: Sequence[Any], exclusive: bool) -> Counter[Any]:
    return Counter(set(items) if exclusive else items)


def _overlap(
    hypothesis: list[str], reference: list[str], order: int, exclusive: bool
) -> tuple[int, int, int]:
    """Return the numbers of hypothesis n-grams, reference n-grams and matches.

    N-grams may cross the ends of sentences.
    """

    def ngrams(sentences: list[str]) -> Counter[Any]:
        words = _words(sentences)
        return _counted([*zip(*(words[n:] for n in range(order)), strict=False)], exclusive)

    ours, theirs = ngrams(hypothesis), ngrams(reference)
    return ours.total(), theirs.total(), (ours & theirs).total()


def _common(hypothesis: list[str], reference: list[str], exclusive: bool) -> tuple[int, int, int]:
    """Return the numbers of hypothesis words, reference words and common words for ROUGE-L.

    The common words are the union of the longest common subsequences of all sentence pairs.
    """
    ours, theirs = (_counted(_words(side), exclusive) for side in (hypothesis, reference))
    union: Counter[str] = Counter()
    for sentence in reference:
        for candidate in hypothesis:
            words = _counted(_subsequence(sentence.split(" "), candidate.split(" ")), exclusive)
            if exclusive:
                union |= words
            else:
                union += words
    return ours.total(), theirs.total(), union.total()


def _subsequence(first: list[str], second: list[str]) -> list[str]:
    """Return a longest common subsequence; of several, the one that rouge 1.0.1 uses."""
    table = [[0] * (len(second) + 1)]
    for word in first:
        above, row = table[-1], [0]
        for index, match in enumerate(second):
            longest = max(above[index + 1], row[index])
            row.append(above[index] + 1 if word == match else longest)
        table.append(row)
    words = []
    i, j = len(first), len(second)
    while i and j:
        if first[i - 1] == second[j - 1]:
            words.append(first[i - 1])
            i, j = i - 1, j - 1
        elif table[i - 1][j] > table[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return words[::-1]
