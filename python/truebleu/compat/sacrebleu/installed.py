"""Import of attributes that the drop-in takes from the installed sacreBLEU."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from truebleu.wording import missing_package


def taken(name: str, module: str, names: frozenset[str]) -> Any:
    """Return the attribute `name` of the module `module` of the installed sacreBLEU.

    The drop-in takes the attributes `names` from there, because it does not implement them.

    Raises:
        AttributeError: `name` is not in `names`.
        MissingDependency: sacreBLEU is not installed.
    """
    if name not in names:
        raise AttributeError(f"truebleu.compat.sacrebleu has no attribute {name!r}")
    try:
        installed = import_module(module)
    except ImportError:
        raise missing_package(name, "testsets") from None
    return installed if module.endswith(f".{name}") else getattr(installed, name)
