"""The base of all metrics as values: equal, hashed, pickled and shown by their settings."""

from __future__ import annotations

from truebleu.frozen import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Settled"]


class Settled(Frozen):
    """Something that is its settings: `type(it)(**it.settings()) == it`.

    A subclass names them in `parameters`, and has a `name` that tells its kind.
    """

    __slots__ = ()

    name: str
    parameters: tuple[str, ...]

    def settings(self) -> dict[str, Any]:
        """Every setting as it is in use: `BLEU(**metric.settings()) == metric`."""
        return {name: getattr(self, name) for name in self.parameters}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Settled):
            return NotImplemented
        return self.name == other.name and self.settings() == other.settings()

    def __hash__(self) -> int:
        return hash((self.name, *self.settings().values()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.settings())

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self._unusual().items())
        return f"{type(self).__name__}({shown})"

    def _unusual(self) -> dict[str, Any]:
        """The settings that differ from those of a metric made without any."""
        settings = self.settings()
        try:
            usual = type(self)().settings()
        except TypeError:  # a subclass of the user's that takes other arguments
            return settings
        return {name: value for name, value in settings.items() if value != usual[name]}


def _again(kind: type[Settled], settings: dict[str, Any]) -> Settled:
    """Make a metric of its settings: what a pickle calls."""
    return kind(**settings)
