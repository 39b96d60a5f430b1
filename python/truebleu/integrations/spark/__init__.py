"""Scores, statistics and comparisons of Spark DataFrames, computed on the workers.

    from truebleu.integrations import spark as on_spark
    on_spark.corpus_score(df, hypothesis="output", references=["reference"])

Each partition is reduced to one row of integers, which Spark adds. No text moves between machines
or to the driver. The result is exactly equal to that on one machine, for any partitioning and after
any failure that Spark recovers from. Only DataFrames are used, so Spark Connect works too. The
workers need truebleu and pyarrow.

In all functions `hypothesis` is the name of a column of text. `references` is one such name, a list
of names, or a column with a list of references in each row. `metric` is `BLEU()` when None. `nulls`
is the meaning of a null: "error"; "empty", an empty text; "missing", no reference; or "skip", which
also skips rows without a hypothesis or without any reference.
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
