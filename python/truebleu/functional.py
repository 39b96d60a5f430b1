"""Functions for a score in one line. Each makes a metric of its settings and calls it.

For many calls with the same settings make the metric once: `bleu = BLEU(lowercase=True)`.
"""

from __future__ import annotations

from truebleu.metrics.bleu import BLEU

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypedDict

    from typing_extensions import Unpack

    from truebleu.scores import BLEUScore
    from truebleu.tokenizers import Tokenizer

    class BLEUSettings(TypedDict, total=False):
        """What `BLEU` takes."""

        convention: str
        tokenizer: str | Tokenizer | Callable[[str], str | list[str]] | None
        lowercase: bool | None
        smoothing: str | None
        smoothing_value: float | None
        max_ngram_order: int | None
        weights: Iterable[float] | None
        reference_length: str | None
        effective_order: bool | None
        scale: float | None


__all__ = ["corpus_bleu", "sentence_bleu"]

_USUAL = BLEU()


def corpus_bleu(
    hypotheses: Any,
    references: Any,
    *,
    threads: int | None = None,
    **settings: Unpack[BLEUSettings],
) -> BLEUScore:
    """The BLEU of a corpus. Settings are those of `BLEU`, input that of `BLEU.corpus_score`.

    >>> corpus_bleu(["the cat sat on the mat"], ["the cat sat on a mat"]).value
    53.7284965911771
    """
    metric = BLEU(**settings) if settings else _USUAL
    return metric.corpus_score(hypotheses, references, threads=threads)


def sentence_bleu(hypothesis: Any, references: Any, **settings: Unpack[BLEUSettings]) -> BLEUScore:
    """The BLEU of one segment. Settings are those of `BLEU`, input that of `BLEU.sentence_score`.

    >>> sentence_bleu("the cat", ["a cat", "the cat"]).value
    100.0
    """
    metric = BLEU(**settings) if settings else _USUAL
    return metric.sentence_score(hypothesis, references)
