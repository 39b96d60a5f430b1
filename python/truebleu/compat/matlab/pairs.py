"""MATLAB's name-value arguments: `f(x, "Name", value)` and `f(x, Name=value)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from truebleu.errors import ConfigurationError, allowed


def named_values(
    pairs: Sequence[Any], named: Mapping[str, Any], defaults: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the values of MATLAB's name-value arguments as a dict. Names are case-insensitive.

    >>> named_values(("ignorecase", True), {}, {"IgnoreCase": False, "NgramWeights": None})
    {'IgnoreCase': True, 'NgramWeights': None}

    Args:
        pairs: positional arguments: names, each followed by its value.
        named: keyword arguments.
        defaults: a dict with the names and default values of all arguments.

    Raises:
        ConfigurationError: a name is unknown or has no value.
    """
    if len(pairs) % 2:
        raise ConfigurationError(
            f"argument {pairs[-1]!r} has no value. Pass pairs of name and value."
        )
    values = dict(defaults)
    name_by_lowercase = {name.casefold(): name for name in defaults}
    for name, value in [*zip(pairs[::2], pairs[1::2], strict=True), *named.items()]:
        if not isinstance(name, str) or name.casefold() not in name_by_lowercase:
            raise ConfigurationError(allowed("argument", name, defaults))
        values[name_by_lowercase[name.casefold()]] = value
    return values
