"""Conventions: named, frozen bundles of settings and rules, each reproducing one well-known tool.

A convention says for every metric that it knows what a setting is when nobody sets it, and which
rules of the core the tool follows. A further tool is a further entry in `CONVENTIONS`; nothing
else changes.
"""

from __future__ import annotations

from truebleu.conventions.convention import Convention
from truebleu.conventions.registry import CONVENTIONS
from truebleu.errors import UnknownConvention, allowed

__all__ = ["CONVENTIONS", "Convention", "convention"]


def convention(name: object) -> Convention:
    """The convention of this name. Raises `UnknownConvention` with a list of those there are."""
    if isinstance(name, str) and name in CONVENTIONS:
        return CONVENTIONS[name]
    raise UnknownConvention(allowed("convention", name, CONVENTIONS))
