"""Access to attributes of the installed sacreBLEU that concern test sets and tables."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from truebleu.wording import missing_package


def taken(name: str, module: str, names: frozenset[str]) -> Any:
    """Return the attribute `name` of sacreBLEU's `module`, which the drop-in does not implement.

    Raises:
        AttributeError: `name` is not in `names`. Only these names may be taken from sacreBLEU.
        MissingDependency: sacreBLEU is not installed.
    """
    if name not in names:
        raise AttributeError(f"truebleu.compat.sacrebleu has no attribute {name!r}")
    try:
        installed = import_module(module)
    except ImportError:
        raise missing_package(name, "testsets") from None
    return installed if module.endswith(f".{name}") else getattr(installed, name)
