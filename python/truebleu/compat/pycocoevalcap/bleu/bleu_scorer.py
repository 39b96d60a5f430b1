"""`pycocoevalcap.bleu.bleu_scorer` of pycocoevalcap 1.2: a corpus that grows, and its scores.

Two things differ, both on purpose: `compute_score` gives both of its results each time, under the
option that it is asked for (the original remembers the first call's, and then leaves the second
result out); and one str where a list of references belongs is an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebleu.compat.pycocoevalcap.errors import NotText, UnequalSides, WrongShape
from truebleu.compat.pycocoevalcap.scoring import Corpus, check_option
from truebleu.compat.pycocoevalcap.texts import checked_references, checked_text
from truebleu.wording import count

Scores = tuple[list[float], list[list[float]]]

if TYPE_CHECKING:
    from typing_extensions import Self


class BleuScorer:
    """Hypotheses with their references, tokenized text each, and their BLEU-1 to BLEU-`n`.

    >>> scorer = BleuScorer(n=2)
    >>> scorer += ("a dog on a bed", ["a dog on a couch", "a dog lies down"])
    >>> scores, by_segment = scorer.compute_score(option="closest")
    >>> [round(score, 4) for score in scores]
    [0.8, 0.7746]

    Args:
        test: a first hypothesis.
        refs: its references.
        n: the highest order, from 1 to 64.
        special_reflen: a reference length for each segment, instead of those of the references.
    """

    __slots__ = ("_hypotheses", "_references", "n", "special_reflen")

    def __init__(
        self,
        test: str | None = None,
        refs: Sequence[str] | None = None,
        n: int = 4,
        special_reflen: float | None = None,
    ) -> None:
        self.n = n
        self.special_reflen = special_reflen
        self._hypotheses: list[str | None] = []
        self._references: list[list[str]] = []
        self.cook_append(test, refs)

    def copy(self) -> BleuScorer:
        """Another scorer with the same segments."""
        new = BleuScorer(n=self.n, special_reflen=self.special_reflen)
        new._hypotheses = self._hypotheses.copy()
        new._references = self._references.copy()
        return new

    def cook_append(self, test: str | None, refs: Sequence[str] | None) -> None:
        """Add a segment; without a hypothesis, `retest` must bring one. No `refs`: nothing."""
        if refs is None:
            return
        where = f"segment {len(self._references) + 1}"
        references = checked_references(where, refs)
        hypothesis = None if test is None else checked_text(where, "the hypothesis", test)
        self._references.append(references)
        self._hypotheses.append(hypothesis)

    def __iadd__(self, other: tuple[str | None, Sequence[str]] | BleuScorer) -> Self:
        """Add a segment, as a pair of hypothesis and references, or those of another scorer."""
        if type(other) is tuple:
            self.cook_append(other[0], other[1])
            return self
        if not self.compatible(other):
            raise WrongShape(
                f"only a pair (hypothesis, references) or a BleuScorer of order {self.n} can be "
                f"added here, not {other!r:.80}"
            )
        assert isinstance(other, BleuScorer)
        self._hypotheses.extend(other._hypotheses)
        self._references.extend(other._references)
        return self

    def compatible(self, other: object) -> bool:
        """Whether `other` is a scorer of the same order."""
        return isinstance(other, BleuScorer) and self.n == other.n

    def size(self) -> int:
        """How many segments there are."""
        return len(self._references)

    def retest(self, new_test: str | Sequence[str]) -> Self:
        """Put other hypotheses in place of those that there are, one for each segment."""
        tests = [new_test] if isinstance(new_test, str) else list(new_test)
        if len(tests) != len(self._references):
            raise UnequalSides(
                f"{count(len(tests), 'hypothesis', 'hypotheses')} for "
                f"{count(len(self._references), 'segment')} with references",
                hypotheses=len(tests),
                references=len(self._references),
            )
        self._hypotheses = [
            checked_text(f"segment {number}", "the hypothesis", test)
            for number, test in enumerate(tests, 1)
        ]
        return self

    def rescore(self, new_test: str | Sequence[str]) -> Scores:
        """The scores with other hypotheses, which stay."""
        return self.retest(new_test).compute_score()

    def recompute_score(self, option: str | None = None, verbose: int = 0) -> Scores:
        """As `compute_score`."""
        return self.compute_score(option, verbose)

    def compute_score(self, option: str | None = None, verbose: int = 0) -> Scores:
        """BLEU-1 to BLEU-n of the corpus, and for each a list of the segments' scores.

        Args:
            option: which reference's length the brevity penalty compares with: `closest`,
                `shortest` or `average`. None: `average` of one segment, `closest` of others.
            verbose: 1 prints the counts, 2 those of each segment too.

        Raises:
            AssertionError: there is no such option.
            TypeError: a segment has no hypothesis.
        """
        corpus = self._corpus(option)
        if verbose > 1:
            self._print_segments(corpus)
        if verbose > 0:
            _print_corpus(corpus)
        return corpus.scores(), corpus.segment_scores()

    def reflen(self, option: str | None = None) -> float:
        """The sum of the effective reference lengths, in tokens."""
        corpus = self._corpus(option)
        return corpus.reference_length(corpus.row)

    def testlen(self, option: str | None = None) -> int:
        """The length of all hypotheses, in tokens."""
        return self._corpus(option).row[0]

    def single_reflen(self, option: str = "average") -> float:
        """The effective reference length of the first segment, in tokens."""
        corpus = self._corpus(option)
        return corpus.reference_length(corpus.rows[0])

    def _corpus(self, option: str | None) -> Corpus:
        if option is None:
            option = "average" if len(self._references) == 1 else "closest"
        return Corpus(
            [_present(number, each) for number, each in enumerate(self._hypotheses, 1)],
            self._references,
            self.n,
            check_option(option),
            self.special_reflen,
        )

    def _print_segments(self, corpus: Corpus) -> None:
        for row, references in zip(corpus.rows, self._references, strict=True):
            lengths = [len(reference.split()) for reference in references]
            shown = {"reflen": lengths, "testlen": row[0]}
            _print({**shown, **_counts(corpus, row)}, corpus.reference_length(row))


def _print_corpus(corpus: Corpus) -> None:
    tested, reference = corpus.row[0], corpus.reference_length(corpus.row)
    _print({"testlen": tested, "reflen": reference, **_counts(corpus, corpus.row)})
    # What the original prints, guarded against a division by zero; the scores are the core's.
    _print("ratio:", (tested + 1e-15) / (reference + 1e-9))


def _counts(corpus: Corpus, row: Sequence[int]) -> dict[str, list[int]]:
    return {"guess": corpus.totals(row), "correct": corpus.matches(row)}


def _print(*values: object) -> None:
    print(*values)  # noqa: T201 - what `verbose` asks for


def _present(number: int, hypothesis: str | None) -> str:
    if hypothesis is None:
        raise NotText(f"segment {number} has no hypothesis: retest(...) sets them", segment=number)
    return hypothesis
