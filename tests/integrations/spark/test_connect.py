"""Spark Connect, which needs a process without another session."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.integrations.spark.corpora import columns, rows
from tests.paths import ROOT
from tests.requirements import require_module, require_spark
from truebleu import BLEU, compare


@pytest.mark.timeout(600)
def test_spark_connect_gives_the_results_of_one_machine(tmp_path: Path) -> None:
    require_spark()
    require_module("grpc", "pyspark[connect]")
    path = os.pathsep.join([str(ROOT / "python"), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "tests.integrations.spark.connected", str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path, "PYSPARK_PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    data = json.loads(done.stdout.splitlines()[-1])
    texts = columns(rows(60))
    score = str(BLEU().corpus_score(texts["new"], texts["first"]))
    assert data["kind"].startswith("pyspark.sql.connect")
    assert (data["score"], data["again"], data["groups"]) == (score, score, 3)
    assert data["rows"] == BLEU().segment_scores(texts["new"], texts["first"]).tolist()
    systems = {"base": texts["base"], "new": texts["new"]}
    local = compare(systems, texts["first"], bootstrap="poisson", trials=300, resamples=50)
    assert data["compared"] == local.to_json()
    assert "the reference is null (column 'second')" in data["error"]
