"""The base of every value that cannot be changed once it is made.

The standard library's frozen dataclasses would do, but importing them costs more than the whole
of `import truebleu`, and making one with nine fields costs more than scoring a sentence.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["Frozen"]


class Frozen:
    """Refuses to set or delete attributes. A subclass fills its slots with `object.__setattr__`."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        kind = type(self).__name__
        raise AttributeError(f"a {kind} cannot be changed: make a new one (tried to set {name!r})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(
            f"a {type(self).__name__} cannot be changed (tried to delete {name!r})"
        )
