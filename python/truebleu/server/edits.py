"""Scores of systems whose texts a user edits on the page.

Only the edited segments are counted again, because the sufficient statistics are additive.
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
    """Scores of the systems of `corpus` after a user edits segments."""

    def __init__(self, corpus: Corpus, metric: BLEU) -> None:
        self._corpus = corpus
        self._metric = metric
        self._rows: dict[str, NDArray[np.int64]] = {}

    def scored(self, system: object, edits: Any) -> dict[str, Any]:
        """Return the scores of a system and of its edited segments, before and after the edits.

        `edits` is a list of [segment, text] pairs, with segments counted from 0.

        Raises:
            ConfigurationError: The system is unknown, or the edits are invalid.
        """
        name, texts = self._system(system)
        changed = edited(texts, edits)
        rows = self._rows_of(name, texts)
        before = self._metric.score(rows)
        indices = sorted(changed)
        new = self._new_rows(indices, [changed[index] for index in indices])
        edited_rows = rows.copy()
        edited_rows[indices] = new
        after = self._metric.score(edited_rows)
        return {
            "system": name,
            "before": before.value,
            "after": after.value,
            "difference": after.value - before.value,
            "brevity_penalty": after.brevity_penalty,
            "precisions": list(after.precisions),
            "segments": [
                self._segment(index, texts[index], changed[index], row)
                for index, row in zip(indices, new, strict=True)
            ],
        }

    def changed_texts(self, system: object, edits: Any) -> list[str]:
        """Return all texts of a system after the edits.

        `edits` is a list of [segment, text] pairs, with segments counted from 0.

        Raises:
            ConfigurationError: The system is unknown, the edits are invalid, or an edited text
                contains a line break.
        """
        _, texts = self._system(system)
        changed = edited(texts, edits)
        edited_texts = [changed.get(index, text) for index, text in enumerate(texts)]
        several = next(
            (n for n, text in enumerate(edited_texts, 1) if "\n" in text or "\r" in text), 0
        )
        if several:
            raise ConfigurationError(
                f"segment {several} has more than one line. Remove the line breaks."
            )
        return edited_texts

    def _system(self, system: object) -> tuple[str, list[str]]:
        names = list(self._corpus.systems)
        if not isinstance(system, str) or system not in names:
            raise ConfigurationError(
                f"unknown system {system!r}. The systems are {', '.join(names)}."
            )
        return system, self._corpus.systems[system]

    def _rows_of(self, name: str, texts: Sequence[str]) -> NDArray[np.int64]:
        if name not in self._rows:
            self._rows[name] = self._metric.statistics(texts, self._corpus.references)
        return self._rows[name]

    def _new_rows(self, indices: Sequence[int], texts: Sequence[str]) -> NDArray[np.int64]:
        if not indices:
            return self._metric.statistics([], [])
        return self._metric.statistics(texts, self._references(indices))

    def _references(self, indices: Sequence[int]) -> References:
        return References.streams(
            [[stream[index] for index in indices] for stream in self._corpus.streams]
        )

    def _segment(
        self, index: int, before: str, after: str, row: NDArray[np.int64]
    ) -> dict[str, Any]:
        references = self._references([index])
        values = (
            self._metric.segment_scores([before], references),
            self._metric.segment_scores([after], references),
        )
        names: Mapping[str, int] = dict(zip(self._metric.layout.names, map(int, row), strict=True))
        return {
            "segment": index,
            "before": float(values[0][0]),
            "after": float(values[1][0]),
            "counts": names,
            "boundaries": self._boundaries(after),
        }

    def _boundaries(self, text: str) -> str:
        lowercase = self._metric.lowercase
        prepared = Preparation(self._metric.tokenizer, lowercase)
        tokens: list[str] = prepared.segments([text], tokens=False)[0]
        return boundaries(text, tokens, FOLDS[CASE_NAMES[lowercase]], NONE)


def edited(texts: Sequence[Any], edits: Any) -> dict[int, str]:
    """Return the new text of each edited segment, by segment index.

    `texts` are all texts of the system. `edits` is the JSON value that the client sent.

    Raises:
        ConfigurationError: `edits` is not a list of [segment, text] pairs, or a segment does not
            exist.
    """
    if not isinstance(edits, list):
        raise ConfigurationError(
            "edits must be a list of [segment, text] pairs, with segments counted from 0"
        )
    return dict(_pair(edit, len(texts)) for edit in edits)


def _pair(edit: Any, segments: int) -> tuple[int, str]:
    segment, text = edit if isinstance(edit, list) and len(edit) == 2 else (None, None)
    if type(segment) is not int or not 0 <= segment < segments or not isinstance(text, str):
        raise ConfigurationError(
            f"invalid edit {json.dumps(edit)[:80]}. Use [segment, text] with a segment from 0 to "
            f"{segments - 1}."
        )
    return segment, text
