"""What a test needs and may be missing here: skipped with a reason, or failed where it must run.

TRUEBLEU_REQUIRE names, parted by commas, what must be there: "data" (the WMT texts in the folder
that TRUEBLEU_DATA names), "sacrebleu-tests" (sacreBLEU's source distribution, which pip downloads),
"viz" (the packages of that extra), "spark" (PySpark and a Java that it runs on), "browser"
(Chromium), "wordnet" (NLTK's WordNet, which `tools/nltk_wordnet.py` lays out), "evaluate-metrics"
(the scripts of Hugging Face's metrics), "latex" (pdfLaTeX with booktabs: Debian's
texlive-latex-recommended) or the name of a Python package.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from tests.places import ROOT

if TYPE_CHECKING:
    from types import ModuleType

TESTDATA = ROOT / "testdata"


def is_required(name: str) -> bool:
    return name in os.environ.get("TRUEBLEU_REQUIRE", "").replace(" ", "").split(",")


def missing(name: str, reason: str) -> NoReturn:
    """Skip the test, or the module that is being read, unless `name` must be there."""
    if is_required(name):
        pytest.fail(f"{name} is named in TRUEBLEU_REQUIRE, but: {reason}", pytrace=False)
    pytest.skip(f"{name}: {reason}", allow_module_level=True)


def require_module(name: str, distribution: str | None = None) -> Any:
    """Import a package that not every machine has."""
    try:
        module: ModuleType = importlib.import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        missing(distribution or package, f"the package {package} is not installed")
    return module


class Absent:
    """Stands for a package that is not installed: false, and its calls skip the test."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __bool__(self) -> bool:
        return False

    def __getattr__(self, attribute: str) -> Absent:
        return Absent(self._name)

    def __call__(self, *_: Any, **__: Any) -> NoReturn:
        missing(self._name, f"the package {self._name} is not installed")


def optional_module(name: str) -> Any:
    """Import a package of `make test-all`; an `Absent` where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        if is_required(name):
            raise
        return Absent(name)


def require_spark() -> None:
    """Look for PySpark, and for a Java that it runs on."""
    if importlib.util.find_spec("pyspark") is None:
        missing("spark", "the package pyspark is not installed")
    home = os.environ.get("JAVA_HOME")
    if shutil.which("java") is None and not (home and Path(home, "bin", "java").exists()):
        missing("spark", "there is no java: Debian has it in openjdk-17-jre-headless")


def require_latex() -> str:
    """Look for pdfLaTeX; returns its path."""
    program = shutil.which("pdflatex")
    if program is None:
        missing("latex", "there is no pdflatex: Debian has it in texlive-latex-recommended")
    return program


def data_folder() -> Path:
    """The folder with the WMT texts."""
    folder = os.environ.get("TRUEBLEU_DATA")
    if not folder:
        missing("data", "TRUEBLEU_DATA does not name a folder with the WMT texts")
    path = Path(folder)
    if not path.is_dir():
        missing("data", f"TRUEBLEU_DATA names {folder}, which is no folder")
    return path
