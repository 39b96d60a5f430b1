"""Rows and blocks of a comparison's systems, and the deviation between runs."""

from __future__ import annotations

import pickle
import statistics
from typing import Any

import numpy as np
import pytest

from truebleu import BLEU
from truebleu.errors import ConfigurationError, InputError
from truebleu.inputs.batch import Batch
from truebleu.inputs.systems import naming_system
from truebleu.metrics.base.statistics import Rows
from truebleu.significance.systems import deviation, mean

TEXTS = ["a b c", "d e f", "g h i", "j k l", "m n o"]


def test_two_values_have_a_deviation() -> None:
    assert deviation([3.0]) is None
    assert deviation([1.0, 3.0]) == pytest.approx(2**0.5, rel=1e-15)
    assert deviation([1.0, 3.0, 7.5]) == pytest.approx(statistics.stdev([1.0, 3.0, 7.5]))
    assert mean([0.1]) == 0.1
    assert mean([0.1] * 10) == 0.1  # a sum of floats in order would have a rounding error


def test_rows_have_the_minimum_and_maximum_number_of_references() -> None:
    part: Any = BLEU().statistics(TEXTS, TEXTS)
    rows = Rows(tokens=True)
    rows.add(part, 2, 3)
    assert (rows.min_references, rows.max_references) == (2, 3)
    rows.add(part, 1, 2)
    rows.add(part, 4, 5)
    assert (rows.min_references, rows.max_references, len(rows.parts)) == (1, 5, 3)
    again = pickle.loads(pickle.dumps(rows))
    assert (again.tokens, again.min_references, again.max_references, len(again.parts)) == (
        True,
        1,
        5,
        3,
    )
    for first, second in zip(again.parts, rows.parts, strict=True):
        assert np.asarray(first).tolist() == np.asarray(second).tolist()


def test_an_error_names_the_system() -> None:
    cause = ValueError("below")
    with (
        pytest.raises(InputError, match=r"^system 'a': it is so$") as caught,
        naming_system("system 'a'"),
    ):
        raise InputError("it is so") from cause
    assert caught.value.__cause__ is cause
    with pytest.raises(ConfigurationError, match=r"^it is so$"), naming_system("system 'a'"):
        raise ConfigurationError("it is so")
    with naming_system("system 'a'"):
        pass


def test_blocks_of_a_shared_batch_are_created_once() -> None:
    alone = Batch(TEXTS, [TEXTS])
    first, again = list(alone.blocks(2)), list(alone.blocks(2))
    assert [block.hypotheses for block in first] == [TEXTS[:2], TEXTS[2:4], TEXTS[4:]]
    assert [block.references for block in first] == [[TEXTS[:2]], [TEXTS[2:4]], [TEXTS[4:]]]
    assert not any(a is b for a, b in zip(first, again, strict=True))
    assert all(block.shared is None for block in first)
    shared = Batch(TEXTS, [[text] for text in TEXTS], by_segment=True)
    shared.shared = {}
    first, again = list(shared.blocks(2)), list(shared.blocks(2))
    assert all(a is b for a, b in zip(first, again, strict=True))
    assert all(block.shared is shared.shared for block in first)
    assert first[1].references == [["g h i"], ["j k l"]]
    assert [len(block) for block in shared.blocks(3)] == [3, 2]
