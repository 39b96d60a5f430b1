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
    if name == "google-bleu":
        raise UnknownConvention(
            "google-bleu (GLEU) is another formula than BLEU's, and a metric of its own here: "
            "GLEU() in Python, -m gleu on the command line"
        )
    raise UnknownConvention(allowed("convention", name, CONVENTIONS))
