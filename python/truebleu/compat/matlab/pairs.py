"""MATLAB's name-value arguments: `f(x, "Name", value)` and `f(x, Name=value)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from truebleu.errors import ConfigurationError, allowed


def named_values(
    pairs: Sequence[Any], named: Mapping[str, Any], usual: Mapping[str, Any]
) -> dict[str, Any]:
    """Every argument that there is, as it was given or as it usually is.

    Names may be in any case, as in MATLAB.

    >>> named_values(("ignorecase", True), {}, {"IgnoreCase": False, "NgramWeights": None})
    {'IgnoreCase': True, 'NgramWeights': None}

    Raises:
        ConfigurationError: a name is unknown or lacks its value.
    """
    if len(pairs) % 2:
        raise ConfigurationError(f"{pairs[-1]!r}: names and values come in pairs; one is missing")
    given = dict(usual)
    known = {name.casefold(): name for name in usual}
    for name, value in [*zip(pairs[::2], pairs[1::2], strict=True), *named.items()]:
        if not isinstance(name, str) or name.casefold() not in known:
            raise ConfigurationError(allowed("argument", name, usual))
        given[known[name.casefold()]] = value
    return given
