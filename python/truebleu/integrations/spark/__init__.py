"""Scores, statistics and comparisons of Spark DataFrames, computed on the workers.

    from truebleu.integrations import spark as on_spark
    on_spark.corpus_score(df, hypothesis="output", references=["reference"])

Each partition is reduced to one row of integers, and Spark adds these rows. Texts are not moved
between machines or to the driver. The result is exactly equal to the result on one machine, for any
partitioning and after any failure that Spark recovers from. Only DataFrames are used, so Spark
Connect works too. The workers need truebleu and pyarrow.

In all functions, `hypothesis` is the name of a text column. `references` is the name of a text
column, a list of such names, or the name of a column with a list of references in each row.
`metric` is `BLEU()` when None. `nulls` is the meaning of a null: "error"; "empty", an empty text;
"missing", no reference; or "skip", which is like "missing" but skips rows without a hypothesis or
without any reference.
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
