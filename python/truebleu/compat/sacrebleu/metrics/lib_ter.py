"""Computation of TER's number of edits for one pair of texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebleu.compat.sacrebleu.installed import taken
from truebleu.metrics.ter import TER


def translation_edit_rate(words_hyp: Sequence[str], words_ref: Sequence[str]) -> tuple[int, int]:
    """Return the number of edits, including shifts, and the number of reference words.

    >>> translation_edit_rate("on the mat sat the cat".split(), "the cat sat on the mat".split())
    (2, 6)
    """
    score = TER().sentence_score(list(words_hyp), [list(words_ref)])
    return score.edits, len(words_ref)


def __getattr__(name: str) -> Any:
    """Return an attribute of sacreBLEU's module `lib_ter`, taken from the installed sacreBLEU."""
    return taken(
        name, "sacrebleu.metrics.lib_ter", frozenset({"BeamEditDistance", "trace_to_alignment"})
    )
