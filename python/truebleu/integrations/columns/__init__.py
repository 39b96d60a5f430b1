"""Zero-copy scoring of table columns, and segment scores as new columns of a table.

>>> import pyarrow as pa
>>> from truebleu import BLEU, from_columns
>>> table = pa.table({"mt": ["The cat sat on a mat."], "ref": ["The cat sat on the mat."]})
>>> data = from_columns(table, hypothesis="mt", references=["ref"])
>>> round(data.score(BLEU()).value, 2)
48.89
>>> table.append_column("bleu", [data.segment_scores(BLEU())])["bleu"].to_pylist() == [
...     BLEU().sentence_score("The cat sat on a mat.", "The cat sat on the mat.").value
... ]
True
"""

from __future__ import annotations

from truebleu.integrations.columns.columns import Columns, ColumnStream
from truebleu.integrations.columns.numbers import Numbers
from truebleu.integrations.columns.opening import from_columns

__all__ = ["ColumnStream", "Columns", "Numbers", "from_columns"]
