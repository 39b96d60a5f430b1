"""A drop-in for the text metrics of Hugging Face's package evaluate, without network access.

>>> from truebleu.compat.evaluate import path
>>> path("bleu").endswith("bleu")
True

`evaluate.load(path("bleu"))` and `load("bleu")` return the same metric. The metric takes the inputs
and settings of `evaluate.load("bleu")` in evaluate 0.4.6 and returns equal results. `METRICS` has
the names of all metrics.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from truebleu.errors import ConfigurationError, allowed
from truebleu.wording import missing_package

__all__ = ["METRICS", "load", "path"]

METRICS = (
    "bleu",
    "sacrebleu",
    "google_bleu",
    "rouge",
    "chrf",
    "ter",
    "meteor",
    "nist_mt",
    "wer",
    "cer",
    "exact_match",
)


def path(name: str) -> str:
    """Return the path of a folder with truebleu's version of the Hugging Face metric `name`.

    `evaluate.load` accepts the path instead of a name.

    Raises:
        ConfigurationError: `name` is not in `METRICS`.
    """
    if name not in METRICS:
        raise ConfigurationError(allowed("metric", name, METRICS))
    return str(Path(__file__).parent / name)


def load(name: str, *arguments: Any, **named: Any) -> Any:
    """Return truebleu's version of the Hugging Face metric `name`, such as "bleu".

    All other arguments are passed to `evaluate.load`.

    Raises:
        ConfigurationError: `name` is not in `METRICS`.
        MissingDependency: the package evaluate is not installed.
    """
    folder = path(name)
    try:
        import evaluate
    except ImportError as error:
        raise missing_package("this kind of metric", None, "evaluate") from error
    return evaluate.load(folder, *arguments, **named)
