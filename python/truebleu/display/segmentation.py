"""Output formats of re-segmented texts: lines, tables and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from truebleu.display.formats import View
from truebleu.display.table import Table

if TYPE_CHECKING:
    from truebleu.segmentation.results import Segmentation

COLUMNS = ("segment", "document", "start", "end", "errors", "reference", "text")


class SegmentationView(View):
    """Output formats of a re-segmented text."""

    formats = ("text", "json", "jsonl", "tsv", "csv", "markdown")

    value: Segmentation

    def text(self) -> Iterator[str]:
        """Yield the text of each segment as a line."""
        return iter(self.value.segments)

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield one record per segment: text, reference, position in the document, and errors.

        Segments and references are numbered from 1. The field "errors" is the edit distance between
        the segment and its reference, in tokens.
        """
        result = self.value
        rows = zip(result.segments, result.spans, result.errors, result.chosen, strict=True)
        for number, (text, (document, start, end), errors, chosen) in enumerate(rows, 1):
            name = result.documents[document].name
            values = (number, name, start, end, errors, chosen + 1, text)
            yield dict(zip(COLUMNS, values, strict=True))

    def data_table(self) -> Table:
        """Return a table with one row per segment, for the TSV and CSV formats."""
        rows = [[str(value) for value in record.values()] for record in self.records()]
        return Table(COLUMNS, rows, left=frozenset({1, 6}))
