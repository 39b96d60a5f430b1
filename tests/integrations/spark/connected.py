"""Score and compare on Spark Connect in a process of its own, and print the results."""

from __future__ import annotations

import json
import sys
from typing import Any

from pyspark.sql import SparkSession

from tests.integrations.spark.corpora import SCHEMA, rows
from truebleu.integrations import spark


def main(folder: str) -> None:
    builder = SparkSession.builder.remote("local[2]")
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.warehouse.dir": f"{folder}/warehouse",
    }.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    frame = session.createDataFrame(rows(60), SCHEMA).repartition(3, "id")
    texts: Any = {"hypothesis": "new", "references": "first"}
    score = spark.corpus_score(frame, **texts)
    counts = spark.statistics(frame, **texts)
    scored = spark.with_segment_scores(frame, **texts).orderBy("id").select("score").collect()
    compared = spark.compare(frame, ["base", "new"], "first", id="id", trials=300, resamples=50)
    try:
        spark.corpus_score(frame, hypothesis="new", references="second")
        error = ""
    except ValueError as wrong:
        error = str(wrong)
    result = {
        "kind": type(frame).__module__,
        "score": str(score),
        "again": str(spark.rescore(counts)),
        "groups": spark.rescore(counts, by="language").count(),
        "rows": [row["score"] for row in scored],
        "compared": compared.to_json(),
        "error": error,
    }
    sys.stdout.write(json.dumps(result) + "\n")
    session.stop()


if __name__ == "__main__":
    main(sys.argv[1])
