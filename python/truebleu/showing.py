"""Values that show themselves: in notebooks and as charts.

A score stands below the views and cannot import them. So what shows values is handed down by the
package itself, which stands above both. It is asked for at the first showing: to be told of it at
its import would make `import truebleu` twice as long.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from os import PathLike
    from typing import Any, Protocol

    class Views(Protocol):
        """What shows values."""

        def html(self, value: Any) -> str:
            """A piece of a page, without scripts."""

        def markdown(self, value: Any) -> str:
            """The same in Markdown."""

        def summary(self, value: Any) -> dict[str, Any]:
            """The little that a program wants to know, ready for JSON."""

        def chart(self, value: Any, kind: str | None, **choices: Any) -> Any:
            """A picture of the value, as an Altair chart."""

        def plot(
            self, value: Any, path: str | PathLike[str], kind: str | None, **choices: Any
        ) -> None:
            """The same picture, drawn into a file."""


__all__ = ["MIME", "Shown"]

MIME = "application/vnd.truebleu+json"
"""The type of the summary that a notebook keeps beside what people see."""


def _views() -> Views:
    """What shows values, as the package hands it down: it is loaded before any of its modules."""
    found: Views = sys.modules["truebleu"]._views()  # noqa: SLF001  the package's own
    return found


class Shown:
    """A value that notebooks show as a table, and that can be drawn.

    Notebooks call `_repr_mimebundle_`, and the other two where they want one form only.
    """

    __slots__ = ()

    def chart(self, kind: str | None = None, **choices: Any) -> Any:
        """The picture of this kind as an Altair chart, to be changed or shown.

        Raises `ConfigurationError` for a kind that there is not, or whose data the value lacks,
        `MissingDependency` without the extra `viz`.
        """
        return _views().chart(self, kind, **choices)

    def plot(self, path: str | PathLike[str], kind: str | None = None, **choices: Any) -> None:
        """Draw the picture of this kind into a file, by its suffix: svg, png, pdf or html.

        The file is there whole, or as it was before. Raises what `chart` raises,
        `ConfigurationError` for another suffix, `InputError` if the file cannot be written.
        """
        _views().plot(self, path, kind, **choices)

    def _repr_html_(self) -> str:
        return _views().html(self)

    def _repr_markdown_(self) -> str:
        return _views().markdown(self)

    def _repr_mimebundle_(
        self,
        include: Collection[str] | None = None,
        exclude: Collection[str] | None = None,
    ) -> dict[str, Any]:
        """All forms by their type; `include` and `exclude` are types."""
        forms: dict[str, Callable[[], Any]] = {
            "text/plain": lambda: str(self),
            "text/html": self._repr_html_,
            "text/markdown": self._repr_markdown_,
            MIME: lambda: _views().summary(self),
        }
        return {
            name: form()
            for name, form in forms.items()
            if (not include or name in include) and name not in (exclude or ())
        }
