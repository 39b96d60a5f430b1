"""Scores, statistics and comparisons of DataFrames in Spark, where the data is.

    from truebleu.integrations import spark as on_spark
    on_spark.corpus_score(df, hypothesis="output", references=["reference"])

A partition becomes one row of integers, and Spark adds these: no text is moved between machines
or brought to the driver, and the result is the same to the last digit as on one machine, for any
partitions and after any failure that Spark recovers from. Only DataFrames are used, so all of it
works on Spark Connect as well. The workers need truebleu and pyarrow.

Everywhere: `hypothesis` is the name of a column of text. `references` is one such name or a list
of them, or that of a column with a list of references in each row. `metric` is BLEU with its
defaults when None. `nulls` says what a null is: "error"; "empty", an empty text; "missing", a
reference that is not there; or "skip", which is the same and leaves out rows without a hypothesis
or without any reference.
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
