"""Systems of a report are counted once per metric."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.requirements import require_module
from truebleu import BLEU, GLEU, compare
from truebleu.inputs.batch import read
from truebleu.report.report import compared_data, report_data
from truebleu.significance import systems
from truebleu.significance.systems import CountedSystems

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SYSTEMS = {
    "base": ["the cat sat", "it rained all day", "nobody came"],
    "new": ["the cat sat down", "it rained", "nobody came to us"],
}
REFERENCE = ["the cat sat down", "it rained all day", "nobody came to us"]
TOKENIZED = sum(len(texts) + len(REFERENCE) for texts in SYSTEMS.values())
"""Metrics with a tokenizer in Python, and the number of times that it reads each text."""
FEW: dict[str, Any] = {"trials": 19, "resamples": 200}


class CountingTokenizer:
    """Tokenizer that splits at spaces and counts its calls."""

    name = "counting"

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, text: str) -> list[str]:
        self.calls += 1
        return text.split()


def metrics() -> tuple[CountingTokenizer, CountingTokenizer, list[Any]]:
    own, other = CountingTokenizer(), CountingTokenizer()
    return own, other, [BLEU(tokenizer=own), GLEU(tokenizer=other)]


def test_the_report_of_a_comparison_reuses_its_counts() -> None:
    own, native, both = metrics()
    comparison = compare(SYSTEMS, REFERENCE, both, **FEW)
    counts = own.calls, native.calls
    compared_data(comparison, checks=False)
    assert own.calls - counts[0] == TOKENIZED  # the n-grams of the page need tokens
    assert native.calls == counts[1]


def test_a_chart_of_a_comparison_reuses_its_counts() -> None:
    require_module("altair", "viz")
    own, _, both = metrics()
    comparison = compare(SYSTEMS, REFERENCE, both, **FEW)
    counts = own.calls
    comparison.chart("density")
    assert own.calls == counts


def test_a_report_counts_each_metric_once() -> None:
    own, native, both = metrics()
    compare(SYSTEMS, REFERENCE, both, **FEW)
    once = own.calls, native.calls
    own, native, both = metrics()
    report_data(SYSTEMS, REFERENCE, both, checks=False, **FEW)
    assert (own.calls, native.calls) == (once[0] + TOKENIZED, once[1])


@pytest.fixture
def counted_and_tokenizer() -> Callable[[], tuple[CountedSystems, CountingTokenizer]]:
    def make() -> tuple[CountedSystems, CountingTokenizer]:
        tokenizer = CountingTokenizer()
        texts = {name: [read(each, REFERENCE)] for name, each in SYSTEMS.items()}
        return CountedSystems.of_texts(texts, [BLEU(tokenizer=tokenizer)]), tokenizer

    return make


def test_systems_share_their_counts_in_any_order(
    counted_and_tokenizer: Callable[[], tuple[CountedSystems, CountingTokenizer]],
) -> None:
    both, tokenizer = counted_and_tokenizer()
    assert tokenizer.calls == 0
    first = both.by_metric(0)
    calls = tokenizer.calls
    assert both.select(["new", "base"]).by_metric(0) == first[::-1]
    assert both.select(["new"]).by_metric(0) == first[1:]
    assert tokenizer.calls == calls
    assert first[0].table().shape == (3, len(both.metrics[0].layout))


def test_rows_that_need_too_much_memory_are_counted_again(
    counted_and_tokenizer: Callable[[], tuple[CountedSystems, CountingTokenizer]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(systems, "CACHED_BYTES", 32)
    both, tokenizer = counted_and_tokenizer()
    first = both.by_metric(0)
    calls = tokenizer.calls
    again = both.by_metric(0)
    assert tokenizer.calls == 2 * calls
    assert [system.score for system in again] == [system.score for system in first]
