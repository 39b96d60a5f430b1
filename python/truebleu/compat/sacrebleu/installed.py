"""Names that are the installed sacreBLEU's own: test sets, which it downloads, and tables."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from truebleu.wording import missing_package


def taken(name: str, module: str, names: frozenset[str]) -> Any:
    """What sacreBLEU's `module` calls `name`, for a module of ours that lacks it.

    Raises:
        AttributeError: it is none of the `names` that are taken.
        MissingDependency: sacreBLEU is not installed.
    """
    if name not in names:
        raise AttributeError(f"truebleu.compat.sacrebleu has no {name!r} here")
    try:
        found = import_module(module)
    except ImportError:
        raise missing_package(name, "testsets") from None
    return found if module.endswith(f".{name}") else getattr(found, name)
