"""Functions that create a metric and return a score in one call.

If many calls have the same settings, create the metric once: `bleu = BLEU(lowercase=True)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypedDict

from truebleu.metrics.bleu import BLEU
from truebleu.metrics.bleu_score import BLEUScore
from truebleu.metrics.chrf import CHRF, CHRFScore
from truebleu.metrics.ter import TER, TERScore
from truebleu.tokenizers import Tokenizer

if TYPE_CHECKING:
    from typing_extensions import Unpack

    class BLEUSettings(TypedDict, total=False):
        """Keyword arguments of `BLEU`."""

        convention: str
        tokenizer: str | Tokenizer | Callable[[str], str | list[str]] | None
        lowercase: bool | str | None
        smoothing: str | None
        smoothing_value: float | None
        max_ngram_order: int | None
        weights: Iterable[float] | None
        reference_length: str | None
        effective_order: bool | None
        scale: float | None
        average: str | None

    class CHRFSettings(TypedDict, total=False):
        """Keyword arguments of `CHRF`."""

        char_order: int
        word_order: int
        beta: float
        lowercase: bool
        whitespace: bool
        eps_smoothing: bool

    class TERSettings(TypedDict, total=False):
        """Keyword arguments of `TER`."""

        normalized: bool
        no_punct: bool
        asian_support: bool
        case_sensitive: bool


_DEFAULT_BLEU = BLEU()
_DEFAULT_CHRF = CHRF()


def corpus_bleu(
    hypotheses: Any,
    references: Any,
    *,
    threads: int | None = None,
    **settings: Unpack[BLEUSettings],
) -> BLEUScore:
    """Return the BLEU score of a corpus.

    `settings` are keyword arguments of `BLEU`. Texts may have any form that `BLEU.corpus_score`
    accepts. Raises the errors of `BLEU` and of `BLEU.corpus_score`.

    >>> corpus_bleu(["the cat sat on the mat"], ["the cat sat on a mat"]).value
    53.7284965911771
    """
    metric = BLEU(**settings) if settings else _DEFAULT_BLEU
    return metric.corpus_score(hypotheses, references, threads=threads)


def sentence_bleu(hypothesis: Any, references: Any, **settings: Unpack[BLEUSettings]) -> BLEUScore:
    """Return the BLEU score of one segment.

    `settings` are keyword arguments of `BLEU`. Texts may have any form that `BLEU.sentence_score`
    accepts. Raises the errors of `BLEU` and of `BLEU.sentence_score`.

    >>> sentence_bleu("the cat", ["a cat", "the cat"]).value
    100.0
    """
    metric = BLEU(**settings) if settings else _DEFAULT_BLEU
    return metric.sentence_score(hypothesis, references)


def corpus_chrf(
    hypotheses: Any,
    references: Any,
    *,
    threads: int | None = None,
    **settings: Unpack[CHRFSettings],
) -> CHRFScore:
    """Return the chrF score of a corpus.

    `settings` are keyword arguments of `CHRF`. Texts may have any form that `CHRF.corpus_score`
    accepts. Raises the errors of `CHRF` and of `CHRF.corpus_score`.

    >>> print(corpus_chrf(["the cat sat on the mat"], ["the cat sat on a mat"], word_order=2))
    chrF2++ = 72.03
    """
    metric = CHRF(**settings) if settings else _DEFAULT_CHRF
    return metric.corpus_score(hypotheses, references, threads=threads)


def sentence_chrf(hypothesis: Any, references: Any, **settings: Unpack[CHRFSettings]) -> CHRFScore:
    """Return the chrF score of one segment.

    `settings` are keyword arguments of `CHRF`. Texts may have any form that `CHRF.sentence_score`
    accepts. Raises the errors of `CHRF` and of `CHRF.sentence_score`.

    >>> sentence_chrf("the cat", ["a cat", "the cat"]).value
    100.0
    """
    metric = CHRF(**settings) if settings else _DEFAULT_CHRF
    return metric.sentence_score(hypothesis, references)


def corpus_ter(
    hypotheses: Any,
    references: Any,
    *,
    threads: int | None = None,
    **settings: Unpack[TERSettings],
) -> TERScore:
    """Return the TER score of a corpus.

    `settings` are keyword arguments of `TER`. Texts may have any form that `TER.corpus_score`
    accepts. Raises the errors of `TER` and of `TER.corpus_score`.

    >>> corpus_ter(["a cat sat on the mat"], ["the cat sat on the mat"]).edits
    1
    """
    return TER(**settings).corpus_score(hypotheses, references, threads=threads)


def sentence_ter(hypothesis: Any, references: Any, **settings: Unpack[TERSettings]) -> TERScore:
    """Return the TER score of one segment.

    `settings` are keyword arguments of `TER`. Texts may have any form that `TER.sentence_score`
    accepts. Raises the errors of `TER` and of `TER.sentence_score`.

    >>> sentence_ter("a cat", ["the dog sat", "the cat"]).value
    40.0
    """
    return TER(**settings).sentence_score(hypothesis, references)
