"""What the score would be if a system had said something else: counted by the core.

Counts of segments add, so only the edited ones are counted again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebleu.errors import ConfigurationError
from truebleu.inputs.references import References
from truebleu.metrics.base.preparation import Preparation
from truebleu.metrics.base.settings import CASE_NAMES
from truebleu.report.boundaries import FOLDS, NONE, boundaries

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.metrics.bleu import BLEU
    from truebleu.server.corpus import Corpus


class WhatIf:
    """The systems of a corpus, each counted once, and their scores with some segments changed."""

    def __init__(self, corpus: Corpus, metric: BLEU) -> None:
        self._corpus = corpus
        self._metric = metric
        self._rows: dict[str, NDArray[np.int64]] = {}

    def scored(self, system: object, edits: Any) -> dict[str, Any]:
        """The scores of a system, as it is and with the edits, of the corpus and each segment.

        Raises `ConfigurationError` for an unknown system, or edits that are none.
        """
        name, texts = self._system(system)
        changed = edited(texts, edits)
        rows = self._rows_of(name, texts)
        before = self._metric.score(rows)
        places = sorted(changed)
        new = self._new_rows(places, [changed[place] for place in places])
        edited_rows = rows.copy()
        edited_rows[places] = new
        after = self._metric.score(edited_rows)
        return {
            "system": name,
            "before": before.value,
            "after": after.value,
            "difference": after.value - before.value,
            "brevity_penalty": after.brevity_penalty,
            "precisions": list(after.precisions),
            "segments": [
                self._segment(place, texts[place], changed[place], row)
                for place, row in zip(places, new, strict=True)
            ],
        }

    def changed_texts(self, system: object, edits: Any) -> list[str]:
        """All texts of a system with the edits in their places."""
        _, texts = self._system(system)
        changed = edited(texts, edits)
        found = [changed.get(place, text) for place, text in enumerate(texts)]
        several = next((n for n, text in enumerate(found, 1) if "\n" in text or "\r" in text), 0)
        if several:
            raise ConfigurationError(
                f"segment {several} has several lines: a file of lines has one for each segment"
            )
        return found

    def _system(self, system: object) -> tuple[str, list[str]]:
        names = list(self._corpus.systems)
        if not isinstance(system, str) or system not in names:
            raise ConfigurationError(f"there is no system {system!r}: there are {', '.join(names)}")
        return system, self._corpus.systems[system]

    def _rows_of(self, name: str, texts: Sequence[str]) -> NDArray[np.int64]:
        if name not in self._rows:
            self._rows[name] = self._metric.statistics(texts, self._corpus.references)
        return self._rows[name]

    def _new_rows(self, places: Sequence[int], texts: Sequence[str]) -> NDArray[np.int64]:
        if not places:
            return self._metric.statistics([], [])
        return self._metric.statistics(texts, self._references(places))

    def _references(self, places: Sequence[int]) -> References:
        return References.streams(
            [[stream[place] for place in places] for stream in self._corpus.streams]
        )

    def _segment(
        self, place: int, before: str, after: str, row: NDArray[np.int64]
    ) -> dict[str, Any]:
        given = self._references([place])
        values = (
            self._metric.segment_scores([before], given),
            self._metric.segment_scores([after], given),
        )
        names: Mapping[str, int] = dict(zip(self._metric.layout.names, map(int, row), strict=True))
        return {
            "segment": place,
            "before": float(values[0][0]),
            "after": float(values[1][0]),
            "counts": names,
            "boundaries": self._boundaries(after),
        }

    def _boundaries(self, text: str) -> str:
        """Return where the tokens of a hypothesis begin, as a report says it."""
        lowercase = self._metric.lowercase
        prepared = Preparation(self._metric.tokenizer, lowercase)
        tokens: list[str] = prepared.segments([text], tokens=False)[0]
        return boundaries(text, tokens, FOLDS[CASE_NAMES[lowercase]], NONE)


def edited(texts: Sequence[Any], edits: Any) -> dict[int, str]:
    """The edits that a client sent, checked: pairs of a segment's number and its new text.

    Raises `ConfigurationError` for what is no such list.
    """
    if not isinstance(edits, list):
        raise ConfigurationError("edits is a list of pairs: a segment, counted from 0, and a text")
    return dict(_pair(edit, len(texts)) for edit in edits)


def _pair(edit: Any, segments: int) -> tuple[int, str]:
    segment, text = edit if isinstance(edit, list) and len(edit) == 2 else (None, None)
    if type(segment) is not int or not 0 <= segment < segments or not isinstance(text, str):
        raise ConfigurationError(
            f"an edit is [segment, text] with a segment from 0 to {segments - 1}, not "
            f"{json.dumps(edit)[:80]}"
        )
    return segment, text
