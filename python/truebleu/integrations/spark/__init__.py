"""Scores, statistics and comparisons of Spark DataFrames, computed on the workers.

    from truebleu.integrations import spark as on_spark
    on_spark.corpus_score(df, hypothesis="output", references=["reference"])

Each worker reduces a partition to one row of integers, and Spark adds these rows. Texts are not
moved to other machines or to the driver. The result is exactly equal to the result on one machine.
It does not depend on the partitioning, or on failures from which Spark recovers. Only DataFrames
are used, so Spark Connect works, too. The workers need truebleu and pyarrow.

These arguments are common to all functions:

- `hypothesis` is the name of a text column.
- `references` is the name of a text column, a list of such names, or the name of one column that
  has a list of references in each row.
- `metric` is the metric; None means `BLEU()`.
- `nulls` is the meaning of a null. "error" raises an error. "empty" means an empty text. "missing"
  means no reference. "skip" is like "missing", but a row without a hypothesis or without any
  reference is left out instead of raising an error.
"""

from __future__ import annotations

from truebleu.integrations.spark.comparing import compare
from truebleu.integrations.spark.scoring import (
    corpus_score,
    rescore,
    statistics,
    with_segment_scores,
)

__all__ = ["compare", "corpus_score", "rescore", "statistics", "with_segment_scores"]
