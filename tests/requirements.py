"""Optional requirements of tests: a test without its requirement is skipped with a reason.

Requirements in TRUEBLEU_REQUIRE (separated by commas) are mandatory: without them, tests fail.
Names are "data" (the WMT texts in the folder that TRUEBLEU_DATA names), "sacrebleu-tests"
(sacreBLEU's source distribution, which pip downloads), "viz" (the packages of that extra), "spark"
(PySpark and Java), "browser" (Chromium), "wordnet" (NLTK's WordNet, see `tools/nltk_wordnet.py`),
"evaluate-metrics" (the scripts of Hugging Face's metrics), "latex" (pdfLaTeX with booktabs:
Debian's texlive-latex-recommended), and names of Python packages.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from tests.paths import ROOT

if TYPE_CHECKING:
    from types import ModuleType

TESTDATA = ROOT / "testdata"


def is_required(name: str) -> bool:
    return name in os.environ.get("TRUEBLEU_REQUIRE", "").replace(" ", "").split(",")


def missing(name: str, reason: str) -> NoReturn:
    """Skip the test, or the module that is imported; fail if `name` is mandatory."""
    if is_required(name):
        pytest.fail(f"{name} is named in TRUEBLEU_REQUIRE, but: {reason}", pytrace=False)
    pytest.skip(f"{name}: {reason}", allow_module_level=True)


def require_module(name: str, distribution: str | None = None) -> Any:
    """Import an optional package; skip the test if it is not installed."""
    try:
        module: ModuleType = importlib.import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        missing(distribution or package, f"the package {package} is not installed")
    return module


class Absent:
    """Placeholder for a package that is not installed: it is false, and calls skip the test."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __bool__(self) -> bool:
        return False

    def __getattr__(self, attribute: str) -> Absent:
        return Absent(self._name)

    def __call__(self, *_: Any, **__: Any) -> NoReturn:
        missing(self._name, f"the package {self._name} is not installed")


def optional_module(name: str) -> Any:
    """Import an optional package; return an `Absent` if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        if is_required(name):
            raise
        return Absent(name)


def require_spark() -> None:
    """Skip the test if PySpark or Java is not installed."""
    if importlib.util.find_spec("pyspark") is None:
        missing("spark", "the package pyspark is not installed")
    home = os.environ.get("JAVA_HOME")
    if shutil.which("java") is None and not (home and Path(home, "bin", "java").exists()):
        missing("spark", "there is no java: Debian has it in openjdk-17-jre-headless")


def require_latex() -> str:
    """Return the path of pdfLaTeX; skip the test if it is not installed."""
    program = shutil.which("pdflatex")
    if program is None:
        missing("latex", "there is no pdflatex: Debian has it in texlive-latex-recommended")
    return program


def data_folder() -> Path:
    """Return the folder of the WMT texts; skip the test if there is none."""
    folder = os.environ.get("TRUEBLEU_DATA")
    if not folder:
        missing("data", "TRUEBLEU_DATA does not name a folder with the WMT texts")
    path = Path(folder)
    if not path.is_dir():
        missing("data", f"TRUEBLEU_DATA names {folder}, which is no folder")
    return path
