"""The Spark session of all tests in this folder, with two executor processes."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.integrations.spark.killing import MARKER
from tests.paths import ROOT
from tests.requirements import require_spark


def settings(folder: Path) -> dict[str, str]:
    """Return the settings of every session of the tests."""
    return {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
    }


@pytest.fixture(scope="session")
def spark_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("spark")


@pytest.fixture(scope="package")
def marker(spark_folder: Path) -> Path:
    return spark_folder / "marker"


@pytest.fixture(scope="package")
def session(spark_folder: Path, marker: Path) -> Iterator[Any]:
    """Return a session with two executors of one processor each."""
    require_spark()
    from pyspark.sql import SparkSession

    home = importlib.util.find_spec("pyspark")
    assert home is not None
    assert home.origin is not None
    path = os.pathsep.join([str(ROOT / "python"), str(ROOT)])
    environment = {
        "SPARK_HOME": str(Path(home.origin).parent),
        "SPARK_WORKER_DIR": str(spark_folder / "work"),
        "SPARK_LOCAL_DIRS": str(spark_folder / "local"),
        "PYSPARK_PYTHON": sys.executable,
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("truebleu's tests")
        for name, value in settings(spark_folder).items():
            builder = builder.config(name, value)
        for name, value in (("PYTHONPATH", path), (MARKER, str(marker))):
            builder = builder.config(f"spark.executorEnv.{name}", value)
        spark = builder.getOrCreate()
        spark.sparkContext.setLogLevel("OFF")
        yield spark
        spark.stop()
