"""Printed numbers of the page, compared with Python's for random and tied values."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.report.web.scripts import load
from truebleu.display.numbers import Figures, p_value
from truebleu.wording import fixed_below, percent

if TYPE_CHECKING:
    from playwright.sync_api import Page

MINUS = "\u2212"


@pytest.fixture
def empty_page(open_page: Callable[..., Page]) -> Page:
    page = open_page("about:blank", allowed=("about:",), wait=False)
    load(page, ["format"])
    return page


def numbers() -> list[float]:
    """Return random scores, and values on a tie or next to one."""
    draw = random.Random(1)
    ties = [n / 8 for n in range(-80, 81)] + [n / 1000 for n in range(-3005, 3006, 10)]
    near = [tie * (1 + sign * 2.0**-52) for tie in ties for sign in (-1, 1)]
    wide = [draw.uniform(-1, 1) * 10 ** draw.randint(-12, 12) for _ in range(3000)]
    return [*ties, *near, *wide, *(draw.uniform(0, 100) for _ in range(3000)), 0.0, -0.0]


@pytest.mark.parametrize("places", [0, 1, 2, 4, 6])
def test_decimals_equal_pythons(empty_page: Page, places: int) -> None:
    values = numbers()
    written = empty_page.evaluate(
        "([numbers, places]) => numbers.map((x) => format.fixed(x, places))", [values, places]
    )
    assert written == [f"{number:.{places}f}" for number in values]


def test_only_a_perfect_score_is_printed_as_100(empty_page: Page) -> None:
    draw = random.Random(2)
    values = [100.0, 99.995, 99.9999999, 99.994, 0.0, *(draw.uniform(0, 100) for _ in range(1000))]
    written = empty_page.evaluate("(numbers) => numbers.map((x) => format.score(x))", values)
    assert written == [fixed_below(number, 2, 100) for number in values]


def test_a_difference_has_its_sign(empty_page: Page) -> None:
    given = [1.14, -1.14, 0.0, -0.001, 0.001]
    written = empty_page.evaluate("(numbers) => numbers.map((x) => format.delta(x))", given)
    assert written == ["+1.14", f"{MINUS}1.14", "0.00", "0.00", "0.00"]


def test_p_values_equal_those_of_the_command_line(empty_page: Page) -> None:
    draw = random.Random(3)
    values = [0.0, 1.0, 0.00095, 0.0009499, 1 / 10001]
    values += [10 ** draw.uniform(-9, 0) for _ in range(999)]
    written = empty_page.evaluate("(numbers) => numbers.map((x) => format.p(x))", values)
    assert written == [p_value(number) for number in values]


def test_differences_equal_those_of_the_static_overview(empty_page: Page) -> None:
    given = [number for number in numbers() if abs(number) < 1e9]
    written = empty_page.evaluate("(numbers) => numbers.map((x) => format.delta(x))", given)
    assert written == [Figures(100).signed(number) for number in given]


def test_whole_numbers_are_grouped(empty_page: Page) -> None:
    given = [0, 999, 1000, 100000, 1234567, -1234]
    written = empty_page.evaluate("(numbers) => numbers.map((x) => format.integer(x))", given)
    assert written == ["0", "999", "1,000", "100,000", "1,234,567", f"{MINUS}1,234"]


def test_a_confidence_is_printed_as_on_the_command_line(empty_page: Page) -> None:
    values = [0.95, 0.9, 0.5, 0.07, 0.025, 0.999, 0.9999999, 0.001]
    written = empty_page.evaluate("(shares) => shares.map((x) => format.level(x))", values)
    assert written == [percent(share) for share in values]
    assert written[5:] == ["99.9%", "99.99999%", "0.1%"]


@pytest.mark.parametrize("places", [0, 1, 3])
def test_only_0_and_1_are_printed_as_0_and_100_percent(empty_page: Page, places: int) -> None:
    draw = random.Random(4)
    values = [0.0, 1.0, 1e-9, 1 - 1e-9, 0.0049, 0.0051, 0.9949, 0.9951, 0.00049, 0.99951]
    values += [draw.random() for _ in range(500)]
    written = empty_page.evaluate(
        "([shares, places]) => shares.map((x) => format.percent(x, places))", [values, places]
    )
    minimum, maximum = f"{10**-places:.{places}f}", f"{100 - 10**-places:.{places}f}"
    for share, text in zip(values, written, strict=True):
        rounded = f"{100 * share:.{places}f}"
        if share > 0 and float(rounded) == 0:
            assert text == f"<{minimum}%"
        elif share < 1 and float(rounded) == 100:
            assert text == f">{maximum}%"
        else:
            assert text == f"{rounded}%"
    assert written[:4] == [f"{0:.{places}f}%", f"{100:.{places}f}%", f"<{minimum}%", f">{maximum}%"]
