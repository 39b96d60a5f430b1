"""Word error rate (WER) and character error rate (CER), computed with the package jiwer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.metrics.base.layout import Column, Layout
from truebleu.metrics.base.metric import PageFormula
from truebleu.metrics.base.python_metric import PythonMetric
from truebleu.metrics.base.score import Score, part
from truebleu.metrics.base.settings import CASE_NAMES, check_ignore_case, check_scale
from truebleu.metrics.base.signature import CASES, Signature, check_keys, choice, number, parsed
from truebleu.wording import missing_package

Counts = tuple[int, int, int, int]

if TYPE_CHECKING:
    from typing_extensions import Self


class WERScore(Score):
    """Word error rate of a corpus or a segment; lower is better, 0 is perfect.

    >>> from truebleu import WER
    >>> score = WER().corpus_score(["the cat sat on mat"], ["the cat sat on the mat"])
    >>> print(score)
    WER = 0.1667
    >>> score.substitutions, score.deletions, score.insertions, score.reference_length
    (0, 1, 0, 6)
    """

    __slots__ = ()

    metric = "WER"
    names = (
        "value",
        "substitutions",
        "deletions",
        "insertions",
        "reference_length",
        "signature",
    )
    higher_is_better = False
    bounded = False

    substitutions: int = part(1, "Number of reference words that are replaced by another word.")
    deletions: int = part(2, "Number of reference words that are missing in the hypothesis.")
    insertions: int = part(
        3, "Number of hypothesis words that have no counterpart in the reference."
    )
    reference_length: int = part(4, "Number of reference words.")


class CERScore(WERScore):
    """Character error rate of a corpus or a segment; lower is better, 0 is perfect.

    It has the attributes of `WERScore`, which here count characters instead of words.
    """

    __slots__ = ()

    metric = "CER"


class WER(PythonMetric[WERScore]):
    """Word error rate: substitutions, deletions and insertions per reference word.

    The package jiwer counts the edits; scores equal those of jiwer 4.0. Words are separated by
    spaces. By default, case and punctuation matter. The corpus rate is the number of edits in all
    segments divided by the number of reference words in all segments. If a segment has several
    references, only the reference with the lowest rate counts. If there are no reference words, the
    rate is the number of edits.

    >>> wer = WER()
    >>> wer.segment_scores(["the cat", "it rained"], ["a cat", "it rained"]).tolist()
    [0.5, 0.0]
    >>> wer.statistics(["the cat", "it rained"], ["a cat", "it rained"]).tolist()
    [[1, 0, 0, 2], [0, 0, 0, 2]]

    Args:
        lowercase: whether to lowercase the text before counting.
        scale: 1 (default) returns rates as fractions, 100 as percentages.

    Raises:
        ConfigurationError: a setting is invalid.
        MissingDependency: jiwer is not installed.
    """

    __slots__ = ("lowercase", "scale")

    name = "WER"
    parameters = ("lowercase", "scale")
    higher_is_better = False
    bounded = False
    page_formula = PageFormula(name="ratio", settings={"empty": "sum"})
    unit = "word"
    kind = WERScore

    lowercase: bool
    scale: int

    def __init__(self, *, lowercase: bool = False, scale: float = 1) -> None:
        _jiwer()
        settings = {
            "lowercase": check_ignore_case(lowercase, self.name),
            "scale": check_scale(scale),
        }
        self._finish(settings)

    @classmethod
    def from_signature(cls, signature: str | Signature) -> Self:
        """Create the metric with the settings in a signature.

        Raises `InvalidSignature` if the signature is malformed or belongs to another metric.
        """
        fields = parsed(signature)
        check_keys(fields, cls.name, ("case", "edits", "scale"), ("jiwer",))
        choice(fields, "edits", {f"{cls.unit}s": True})
        return cls(lowercase=choice(fields, "case", CASES), scale=number(fields, "scale"))

    def compute_rows(
        self, hypotheses: Sequence[Any], references: Sequence[Sequence[Any]]
    ) -> _native.Array:
        """Return the sufficient statistics of each segment as rows of integers.

        Segments must be text.
        """
        import numpy as np

        ours = [
            text
            for text, texts_of_segment in zip(hypotheses, references, strict=True)
            for _ in texts_of_segment
        ]
        theirs = [text for texts_of_segment in references for text in texts_of_segment]
        if self.lowercase:
            ours, theirs = ([_native.lower(text) for text in texts] for texts in (ours, theirs))
        counts = self._counts(theirs, ours)
        best = [
            min((next(counts) for _ in texts_of_segment), key=self._rate)
            for texts_of_segment in references
        ]
        return _native.Array.of_rows(np.array(best, dtype=np.int64).tobytes(), 4)

    def _counts(self, references: list[str], hypotheses: list[str]) -> Iterator[Counts]:
        """Yield (substitutions, deletions, insertions, reference length) for each hypothesis."""
        output = self._process(_jiwer())(references, hypotheses)
        for reference, chunks in zip(output.references, output.alignments, strict=True):
            edits = {"substitute": 0, "delete": 0, "insert": 0, "equal": 0}
            for chunk in chunks:
                of_reference = chunk.ref_end_idx - chunk.ref_start_idx
                edits[chunk.type] += of_reference or chunk.hyp_end_idx - chunk.hyp_start_idx
            yield edits["substitute"], edits["delete"], edits["insert"], len(reference)

    def _process(self, jiwer: Any) -> Callable[[list[str], list[str]], Any]:
        """Return the function of the module `jiwer` that counts edits of words."""
        process: Callable[[list[str], list[str]], Any] = jiwer.process_words
        return process

    def _rate(self, counts: Counts) -> float:
        return self.of_tokens.score(counts, False)[0]

    def _build(self, tokenizer: str, lowercase: bool | str) -> _native.Metric:  # noqa: ARG002
        return _native.error_rate(scale=float(self.scale))

    def _make_layout(self, columns: tuple[str, ...]) -> Layout:
        return Layout(tuple(Column(name, self.unit) for name in columns))

    def _make_score(
        self,
        signature: Signature,
        row: tuple[int, ...],
        value: float,
        details: tuple[float, ...],  # noqa: ARG002
    ) -> WERScore:
        return self.kind(value, *row, signature)

    def _signature_fields(
        self,
        *,
        tokens: bool,  # noqa: ARG002
        sentence: bool,  # noqa: ARG002
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]], bool]:
        fields = [
            ("case", CASE_NAMES[self.lowercase]),
            ("edits", f"{self.unit}s"),
            ("scale", str(self.scale)),
        ]
        return fields, [("jiwer", _version())], False


class CER(WER):
    """Character error rate: like `WER`, but with edits of characters, including spaces.

    >>> CER().sentence_score("a cat", "a hat").substitutions
    1
    """

    __slots__ = ()

    name = "CER"
    unit = "character"
    kind = CERScore

    def _process(self, jiwer: Any) -> Callable[[list[str], list[str]], Any]:
        process: Callable[[list[str], list[str]], Any] = jiwer.process_characters
        return process


def _jiwer() -> Any:
    try:
        import jiwer
    except ImportError:
        raise missing_package("word and character error rates", "wer", plural=True) from None
    return jiwer


@cache
def _version() -> str:
    from importlib.metadata import version

    return version("jiwer")
