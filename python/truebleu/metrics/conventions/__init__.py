"""Conventions: named, frozen bundles of settings and rules, each reproducing one well-known tool.

A convention says for every metric that it knows what a setting is when nobody sets it, and which
rules of the core the tool follows. A further tool is a further entry in `CONVENTIONS`; nothing
else changes.
"""

from __future__ import annotations

from truebleu.conventions.convention import Convention
from truebleu.conventions.registry import CONVENTIONS
from truebleu.errors import UnknownConvention, allowed

__all__ = ["CONVENTIONS", "Convention", "convention", "of_metric", "of_several"]


def convention(name: object) -> Convention:
    """The convention of this name. Raises `UnknownConvention` with a list of those there are."""
    if isinstance(name, str) and name in CONVENTIONS:
        return CONVENTIONS[name]
    raise UnknownConvention(allowed("convention", name, CONVENTIONS))


def of_metric(metric: str) -> tuple[str, ...]:
    """The names of the conventions that are known for a metric's number."""
    return tuple(name for name, each in CONVENTIONS.items() if each.metric == metric)


def of_several(name: str) -> str:
    """The convention nearest to one of BLEU's that takes several references for a segment.

    It is the one that differs in the fewest settings and rules, the first of equals.

    >>> of_several("fairseq"), of_several("nltk")
    ('multi-bleu', 'nltk')
    """
    given = convention(name)
    takers = [CONVENTIONS[other] for other in of_metric("BLEU")]
    takers = [each for each in takers if not each.one_reference]
    return min(takers, key=given.apart).name
