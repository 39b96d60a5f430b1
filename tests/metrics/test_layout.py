"""Names and units of the columns of a row."""

from __future__ import annotations

import pickle

import pytest

from truebleu import BLEU
from truebleu.metrics.base.layout import AVERAGE_PARTS, Column, Layout


def test_bleu_has_two_lengths_and_two_counts_for_each_order() -> None:
    assert BLEU(max_ngram_order=2).layout.names == (
        "hypothesis_length", "reference_length", "matches_1", "matches_2", "totals_1", "totals_2",
    )  # fmt: skip


@pytest.mark.parametrize("smoothing", ["method5", "method7"])
def test_smoothings_that_need_another_order_count_it(smoothing: str) -> None:
    layout = BLEU(smoothing=smoothing, max_ngram_order=2).layout
    assert layout.names[2:] == (
        "matches_1", "matches_2", "matches_3", "totals_1", "totals_2", "totals_3",
    )  # fmt: skip


def test_units_are_tokens_and_ngrams() -> None:
    assert [column.unit for column in BLEU(max_ngram_order=2).layout] == [
        "token", "token", "1-gram", "2-gram", "1-gram", "2-gram",
    ]  # fmt: skip


def test_an_average_length_is_counted_in_fractions_of_a_token() -> None:
    layout = BLEU(reference_length="average").layout
    assert layout[0].unit == "token"
    assert layout[1].unit == "1/720720 token"
    assert all(AVERAGE_PARTS % references == 0 for references in range(1, 17))
    row = BLEU(reference_length="average").statistics(["a b"], [["a b", "a", "a b c d"]])[0]
    assert row[1] / AVERAGE_PARTS == 7 / 3


def test_columns_are_found_by_name() -> None:
    layout = BLEU().layout
    assert layout.index("matches_1") == 2
    assert len(layout) == 10
    with pytest.raises(KeyError, match="no column 'matches_5'; the columns are hypothesis_length"):
        layout.index("matches_5")


def test_layouts_are_values() -> None:
    layout = BLEU().layout
    assert layout == BLEU(smoothing="floor").layout
    assert hash(layout) == hash(BLEU().layout)
    assert layout != BLEU(max_ngram_order=3).layout
    assert layout != BLEU(reference_length="average").layout
    assert pickle.loads(pickle.dumps(layout)) == layout
    assert repr(Layout((layout[0], layout[2]))) == "Layout(hypothesis_length, matches_1)"
    assert repr(Layout((Column("a", "token", 4),))[0]) == "Column('a', unit='1/4 token')"


def test_layouts_cannot_be_changed() -> None:
    layout = BLEU().layout
    with pytest.raises(AttributeError, match="cannot assign to field 'columns'"):
        layout.columns = ()  # type: ignore[misc]
    with pytest.raises(AttributeError, match="cannot assign to field 'name'"):
        layout[0].name = "other"  # type: ignore[misc]
