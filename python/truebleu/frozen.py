"""The base of every value that cannot be changed once it is made.

The standard library's frozen dataclasses would do, but importing them costs more than the whole
of `import truebleu`, and making one with nine fields costs more than scoring a sentence.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

__all__ = ["Frozen", "Record"]


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


class Record(Frozen):
    """A frozen value with named parts, kept as one tuple; equal when all parts are.

    A subclass names them in `names`; they are handed over in this order, unless it has an
    `__init__` of its own, which puts them into `_parts`.
    """

    __slots__ = ("_parts",)

    names: tuple[str, ...]
    _parts: tuple[Any, ...]

    def __init__(self, *parts: Any) -> None:
        object.__setattr__(self, "_parts", parts)

    def __eq__(self, other: object) -> bool:
        return self._parts == other._parts if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._parts)

    def __reduce__(self) -> tuple[type[Any], tuple[Any, ...]]:
        return type(self), self._parts

    def __repr__(self) -> str:
        shown = zip(self.names, self._parts, strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={part!r}' for name, part in shown)})"

    def __getattr__(self, name: str) -> Any:
        if name in type(self).names:
            return self._parts[type(self).names.index(name)]
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
