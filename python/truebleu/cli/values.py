"""What the texts behind flags mean. Each function raises `ValueError` that says what is allowed."""

from __future__ import annotations

from math import isfinite

from truebleu.errors import listing, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence


def text(given: str) -> str:
    """Any text."""
    return given


def number(given: str) -> float:
    """A number such as 27.3."""
    try:
        value = float(given)
    except ValueError:
        raise ValueError(f"{given!r} is not a number") from None
    if not isfinite(value):
        raise ValueError(f"{given!r} is not a number that can be reached")
    return value


def numbers(given: str) -> tuple[float, ...]:
    """Numbers with commas between them."""
    return tuple(number(part) for part in given.split(","))


def count(given: str) -> int:
    """A whole number from 0."""
    return _whole(given, 0)


def positive_count(given: str) -> int:
    """A whole number from 1."""
    return _whole(given, 1)


def _whole(given: str, least: int) -> int:
    if given.isascii() and given.isdigit() and len(given) < 10 and int(given) >= least:
        return int(given)
    raise ValueError(f"{given!r}: allowed are whole numbers from {least}")


def seed(given: str) -> int:
    """A whole number from 0 to 2**64 - 1."""
    if given.isascii() and given.isdigit() and len(given) < 21 and int(given) < 2**64:
        return int(given)
    raise ValueError(f"{given!r}: allowed are whole numbers from 0 to 2**64 - 1")


def choice_of(choices: Callable[[], Sequence[str]]) -> Callable[[str], str]:
    """One of the choices, which are looked up when a value is given."""

    def parse(given: str) -> str:
        known = choices()
        if given in known:
            return given
        raise ValueError(_no_choice(given, known))

    return parse


def metric_names(given: str) -> list[str]:
    """Names of metrics with commas between them, spelled as in help or as tables print them."""
    return [_metric(part) for part in given.split(",")]


def _metric(given: str) -> str:
    from truebleu.metrics.registry import METRICS, metric_name

    name = metric_name(given)
    if name is None:
        raise ValueError(_no_choice(given, METRICS))
    return name


def _no_choice(given: str, known: Collection[str]) -> str:
    close = nearest(given, known)
    hint = f"; did you mean {close!r}?" if close else "."
    return f"{given!r} is unknown{hint} Allowed are {listing(known)}"
