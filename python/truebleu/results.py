"""Base classes of results, which can be converted to data, text, charts and notebook output.

The packages `display` and `report` import these classes. Results therefore import `display` and
`report` late, by the function `upper`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import fields
from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

MIME = "application/vnd.truebleu+json"
"""MIME type of the machine-readable summary in notebooks."""


def upper(name: str) -> Any:
    """Return a module of the package `display` or `report`, imported on first use.

    >>> upper("display.formats").FORMATS[0]
    'text'
    """
    return import_module(f"truebleu.{name}")


class Data:
    """Base class of results and their components: frozen dataclasses that convert to dicts.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, slots=True, kw_only=True)
    ... class Span(Data):
    ...     ends: tuple[int, int]
    >>> Span(ends=(1, 2)).to_dict()
    {'ends': [1, 2]}
    """

    __slots__ = ()
    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Any]]

    def to_dict(self) -> dict[str, Any]:
        """Return a dict from field name to value that can be written as JSON."""
        return {field.name: plain(getattr(self, field.name)) for field in fields(self)}


def plain(value: Any) -> Any:
    """Return a value in a form that can be written as JSON.

    Tuples become lists, `Data` objects become dicts, and signatures become text.
    """
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    to_dict = getattr(value, "to_dict", None)
    return str(value) if to_dict is None else to_dict()


class Result(Data):
    """Base class of the results that functions of truebleu return.

    `to_dict` and `to_json` return machine-readable forms. The other methods return or write
    human-readable forms.
    """

    __slots__ = ()

    def to_json(self) -> str:
        """Return `to_dict()` as JSON text."""
        return self._render("json")

    def to_text(self) -> str:
        """Return the result as plain text."""
        return self._render("text")

    def to_markdown(self) -> str:
        """Return the result as Markdown text.

        Raises:
            ConfigurationError: the result has no Markdown form.
        """
        return self._render("markdown")

    def to_latex(self) -> str:
        """Return the result as LaTeX text, which requires the LaTeX package booktabs.

        Raises:
            ConfigurationError: the result has no LaTeX form.
        """
        return self._render("latex")

    def _render(self, form: str, **options: Any) -> str:
        return "\n".join(upper("display.formats").render(self, form, **options))

    def chart(self, kind: str | None = None, **choices: Any) -> Any:
        """Return an Altair chart; `kind` None selects the default chart of this result.

        `choices` are the options of the chart: `metric`, `pair`, `systems` or `steps`.

        Raises:
            ConfigurationError: the kind is unknown, or the result lacks the data for it.
            MissingDependency: the packages of the extra `viz` are not installed.
        """
        return upper("display.charts").chart(self, kind, **choices)

    def plot(self, path: str | PathLike[str], kind: str | None = None, **choices: Any) -> None:
        """Write a chart to a file; on failure, an existing file is unchanged.

        The suffix of the file name determines the format: svg, png, pdf or html. `kind` and
        `choices` are the arguments of `chart`.

        Raises:
            ConfigurationError: the kind or the suffix is unknown, or the result lacks the data for
                it.
            MissingDependency: the packages of the extra `viz` are not installed.
            InputError: `path` is not a path, or the file cannot be written.
        """
        upper("display.charts").plot(self, path, kind, **choices)

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        html: str = upper("display.formats").view_of(self).html()
        return html

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def _repr_mimebundle_(
        self,
        include: Collection[str] | None = None,
        exclude: Collection[str] | None = None,
    ) -> dict[str, Any]:
        """Return a dict from MIME type to the result in this format, for notebooks.

        `include` has the MIME types to return (None: all), and `exclude` has the MIME types to
        leave out.
        """
        forms: dict[str, Callable[[], Any]] = {
            "text/plain": lambda: str(self),
            "text/html": self._repr_html_,
            "text/markdown": self._repr_markdown_,
            MIME: lambda: upper("display.formats").view_of(self).summary(),
        }
        return {
            name: form()
            for name, form in forms.items()
            if (not include or name in include) and name not in (exclude or ())
        }


# Base of the classes that are not dataclasses for speed: `Score` and `Metric`


def no_attribute(value: object, name: str) -> AttributeError:
    """Return the error for an attribute `name` that `value` does not have.

    If another tool has an attribute of this name, the message says what to use instead.
    """
    kind = type(value).__name__
    message = f"{kind!r} object has no attribute {name!r}"
    if not name.startswith("_"):
        from truebleu.other_tools import attribute_hint  # late: most programs never need it

        message = attribute_hint(kind, name) or message
    return AttributeError(message, name=name, obj=value)


class Frozen:
    """Base class of immutable objects; constructors set attributes with `object.__setattr__`."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        kind = type(self).__name__
        raise AttributeError(f"a {kind} cannot be changed: make a new one (tried to set {name!r})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(
            f"a {type(self).__name__} cannot be changed (tried to delete {name!r})"
        )
