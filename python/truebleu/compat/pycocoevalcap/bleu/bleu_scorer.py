"""A drop-in for `pycocoevalcap.bleu.bleu_scorer` of pycocoevalcap 1.2: incremental scoring.

There are two differences. Every call of `compute_score` uses its own option and returns two lists.
In pycocoevalcap, a second call uses the option of the first call and returns one list. A str in
place of a list of references is an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebleu.compat.pycocoevalcap.errors import NoSegments, NotText, UnequalSides, WrongShape
from truebleu.compat.pycocoevalcap.scoring import Corpus, check_option
from truebleu.compat.pycocoevalcap.texts import Segments, checked_text
from truebleu.wording import count

Scores = tuple[list[float], list[list[float]]]

if TYPE_CHECKING:
    from typing_extensions import Self


class BleuScorer(Segments):
    """Scorer that collects segments and computes BLEU-1 to BLEU-`n`.

    A segment is a tokenized hypothesis with its references.

    >>> scorer = BleuScorer(n=2)
    >>> scorer += ("a dog on a bed", ["a dog on a couch", "a dog lies down"])
    >>> scores, by_segment = scorer.compute_score(option="closest")
    >>> [round(score, 4) for score in scores]
    [0.8, 0.7746]

    Args:
        test: the hypothesis of the first segment.
        refs: the references of the first segment; None: start without segments.
        n: maximum n-gram order, from 1 to 64.
        special_reflen: a reference length in tokens for every segment; None: the length of the
            references.
    """

    __slots__ = ("n", "special_reflen")

    def __init__(
        self,
        test: str | None = None,
        refs: Sequence[str] | None = None,
        n: int = 4,
        special_reflen: float | None = None,
    ) -> None:
        self.n = n
        self.special_reflen = special_reflen
        super().__init__(test, refs)

    def copy(self) -> BleuScorer:
        """Return a copy with the same segments."""
        new = BleuScorer(n=self.n, special_reflen=self.special_reflen)
        new._extend(self)
        return new

    def __iadd__(self, other: tuple[str | None, Sequence[str]] | BleuScorer) -> Self:
        """Add a segment, given as a tuple (hypothesis, references), or all segments of a scorer."""
        if type(other) is tuple:
            self.cook_append(other[0], other[1])
            return self
        if not self.compatible(other):
            raise WrongShape(
                f"cannot add {other!r:.80}. Add a pair (hypothesis, references) or a BleuScorer of "
                f"order {self.n}."
            )
        assert isinstance(other, BleuScorer)
        self._extend(other)
        return self

    def compatible(self, other: object) -> bool:
        """Return whether `other` is a `BleuScorer` with the same maximum n-gram order."""
        return isinstance(other, BleuScorer) and self.n == other.n

    def retest(self, new_test: str | Sequence[str]) -> Self:
        """Replace the hypotheses of all segments, and return this scorer."""
        tests = [new_test] if isinstance(new_test, str) else list(new_test)
        if len(tests) != len(self._references):
            raise UnequalSides(
                f"got {count(len(tests), 'hypothesis', 'hypotheses')} for "
                f"{count(len(self._references), 'segment')}. Pass one per segment.",
                hypotheses=len(tests),
                references=len(self._references),
            )
        self._hypotheses = [
            checked_text(f"segment {number}", "the hypothesis", test)
            for number, test in enumerate(tests, 1)
        ]
        return self

    def rescore(self, new_test: str | Sequence[str]) -> Scores:
        """Replace the hypotheses of all segments, and return the scores."""
        return self.retest(new_test).compute_score()

    def recompute_score(self, option: str | None = None, verbose: int = 0) -> Scores:
        """Return the result of `compute_score`. Both methods are equal."""
        return self.compute_score(option, verbose)

    def compute_score(self, option: str | None = None, verbose: int = 0) -> Scores:
        """Return the BLEU scores of the corpus and of its segments.

        The first list has BLEU-1 to BLEU-n of the corpus. The second list has, for each of BLEU-1
        to BLEU-n, a list with the score of each segment.

        Args:
            option: the reference length for the brevity penalty: `closest`, `shortest` or
                `average`. None: `average` if there is only one segment, else `closest`.
            verbose: 0: print nothing. 1: print the counts of the corpus. 2: also print the counts
                of each segment.

        Raises:
            AssertionError: `option` is unknown.
            TypeError: a segment has no hypothesis.
        """
        corpus = self._corpus(option)
        if verbose > 1:
            self._print_segments(corpus)
        if verbose > 0:
            _print_corpus(corpus)
        return corpus.scores(), corpus.segment_scores()

    def reflen(self, option: str | None = None) -> float:
        """Return the sum of the effective reference lengths of all segments in tokens.

        For `option`, see `compute_score`.
        """
        corpus = self._corpus(option)
        return corpus.reference_length(corpus.row)

    def testlen(self, option: str | None = None) -> int:
        """Return the number of tokens of all hypotheses."""
        return self._corpus(option).row[0]

    def single_reflen(self, option: str = "average") -> float:
        """Return the effective reference length of the first segment in tokens.

        For `option`, see `compute_score`.

        Raises:
            IndexError: there are no segments.
        """
        if not self._references:
            raise NoSegments("the scorer has no segments. Add one, such as (hypothesis, [text]).")
        corpus = self._corpus(option)
        return corpus.reference_length(corpus.rows[0])

    def _corpus(self, option: str | None) -> Corpus:
        if option is None:
            option = "average" if len(self._references) == 1 else "closest"
        return Corpus(
            [_require(number, text) for number, text in enumerate(self._hypotheses, 1)],
            self._references,
            self.n,
            check_option(option),
            self.special_reflen,
        )

    def _print_segments(self, corpus: Corpus) -> None:
        for row, references in zip(corpus.rows, self._references, strict=True):
            lengths = [len(reference.split()) for reference in references]
            printed = {"reflen": lengths, "testlen": row[0]}
            _print({**printed, **_counts(corpus, row)}, corpus.reference_length(row))


def _print_corpus(corpus: Corpus) -> None:
    tested, reference = corpus.row[0], corpus.reference_length(corpus.row)
    _print({"testlen": tested, "reflen": reference, **_counts(corpus, corpus.row)})
    # pycocoevalcap's expression, which avoids a division by zero.
    _print("ratio:", (tested + 1e-15) / (reference + 1e-9))


def _counts(corpus: Corpus, row: Sequence[int]) -> dict[str, list[int]]:
    return {"guess": corpus.totals(row), "correct": corpus.matches(row)}


def _print(*values: object) -> None:
    print(*values)  # noqa: T201  output of `verbose`


def _require(number: int, hypothesis: str | None) -> str:
    if hypothesis is None:
        raise NotText(
            f"segment {number} has no hypothesis. Set all with retest(...).", segment=number
        )
    return hypothesis
