"""Resampling, compared with the oracle; threads, order and partitions change nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracle import resampling as oracle
from truebleu import BLEU, _native, compare

WORDS = ["a", "b", "c", "d"]
SENTENCE = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
TRIPLES = st.lists(st.tuples(SENTENCE, SENTENCE, SENTENCE), min_size=2, max_size=12)
SEEDS = st.integers(0, 2**64 - 1)


def corpora(triples: list[tuple[str, str, str]]) -> tuple[dict[str, list[str]], list[str]]:
    first, second, references = map(list, zip(*triples, strict=True))
    return {"a": first, "b": second}, references


def quantiles(values: Any) -> Any:
    return pytest.approx(tuple(np.quantile(values, [0.1, 0.9])), rel=1e-12, abs=1e-12)


def value(row: oracle.Row) -> float:
    return BLEU().score(row).value


@given(TRIPLES, SEEDS, st.sampled_from([3, 40, 300]))
def test_p_values_equal_the_oracles(
    triples: list[tuple[str, str, str]], seed: int, trials: int
) -> None:
    systems, references = corpora(triples)
    pair = compare(systems, references, seed=seed, trials=trials, resamples=1)[0].pairs[0]
    first, second = (BLEU().statistics(each, references).tolist() for each in systems.values())
    expected = oracle.randomization_p(first, second, value, seed, trials)
    assert (pair.p_value, pair.exact) == expected
    assert 0 < pair.p_value <= 1


@given(TRIPLES, SEEDS)
def test_intervals_equal_the_oracles(triples: list[tuple[str, str, str]], seed: int) -> None:
    systems, references = corpora(triples)
    comparison = compare(systems, references, seed=seed, trials=1, resamples=20, confidence=0.8)[0]
    values = [
        np.array(oracle.bootstrap(BLEU().statistics(system, references).tolist(), value, seed, 20))
        for system in systems.values()
    ]
    for system, expected in zip(comparison.systems, values, strict=True):
        assert system.interval == quantiles(expected)
    assert comparison.pairs[0].interval == quantiles(values[1] - values[0])


@given(TRIPLES, SEEDS)
def test_poisson_intervals_equal_the_oracles(
    triples: list[tuple[str, str, str]], seed: int
) -> None:
    systems, references = corpora(triples)
    settings: Any = {"seed": seed, "trials": 1, "resamples": 20, "confidence": 0.8}
    comparison = compare(systems, references, bootstrap="poisson", **settings)[0]
    rows = [BLEU().statistics(system, references).tolist() for system in systems.values()]
    values = [np.array(oracle.poisson_bootstrap(each, value, seed, 20)) for each in rows]
    for system, expected in zip(comparison.systems, values, strict=True):
        assert system.interval == quantiles(expected)
    assert comparison.pairs[0].interval == quantiles(values[1] - values[0])


@given(TRIPLES, SEEDS)
def test_p_values_of_the_bootstrap_equal_the_oracles(
    triples: list[tuple[str, str, str]], seed: int
) -> None:
    """A centered difference is extreme if it is at least as large as the observed one."""
    systems, references = corpora(triples)
    comparison = compare(systems, references, seed=seed, test="bootstrap", resamples=20)[0]
    rows = [BLEU().statistics(each, references).tolist() for each in systems.values()]
    first, second = (np.array(oracle.bootstrap(each, value, seed, 20)) for each in rows)
    observed = value(oracle.sum_of(rows[1])) - value(oracle.sum_of(rows[0]))
    distances = np.abs(second - first - observed)
    n_extreme = int(np.sum(distances >= abs(observed) * (1 - 1e-12)))
    pair = comparison.pairs[0]
    assert (pair.n_extreme, pair.p_value) == (n_extreme, (n_extreme + 1) / 21)


def test_shards_leave_out_groups_of_units() -> None:
    random = np.random.default_rng(4)
    rows = random.integers(1, 9, (5000, 10))
    rows[:, 2:6] = np.minimum(rows[:, 2:6], rows[:, 6:])  # at most as many matches as n-grams
    array = _native.Array.of_rows(np.ascontiguousarray(rows).tobytes(), 10)
    native = BLEU().of_tokens
    resampling = _native.Resampling(native, False, [[array]], None)
    without = np.asarray(resampling.leave_out("poisson", 2))[:, 0]
    assert len(without) == 4093
    places = [0, 906, 907, 4092]  # group 907 is the first one with a single unit
    remaining = [[row for unit, row in enumerate(rows) if unit % 4093 != place] for place in places]
    expected = [value(np.sum(each, axis=0).tolist()) for each in remaining]
    assert without[places].tolist() == expected
    # Up to this number of units, each group has one unit, as in the jackknife.
    few = _native.Resampling(
        native, False, [[_native.Array.of_rows(rows[:99].tobytes(), 10)]], None
    )
    first, second = (np.asarray(few.leave_out(kind, 1)) for kind in ("poisson", "multinomial"))
    assert np.array_equal(first, second)


def make_systems(units: int) -> tuple[dict[str, list[str]], list[str]]:
    """Return two systems of similar quality, and their references."""
    random = np.random.default_rng(units)

    def corpus() -> list[str]:
        return [" ".join(random.choice(WORDS, random.integers(3, 12))) for _ in range(units)]

    return {"a": corpus(), "b": corpus(), "c": corpus()}, corpus()


@pytest.mark.parametrize("bootstrap", ["multinomial", "poisson"])
@pytest.mark.parametrize("test", ["ar", "bootstrap"])
def test_the_number_of_threads_changes_nothing(test: str, bootstrap: str) -> None:
    systems, references = make_systems(700)
    result = [
        compare(systems, references, test=test, bootstrap=bootstrap, threads=threads)
        for threads in (1, 2, 5)
    ]
    assert result[0] == result[1] == result[2]


def test_other_systems_change_nothing() -> None:
    systems, references = make_systems(300)
    all_pairs = compare(systems, references, trials=3000)[0]
    for pair in all_pairs.pairs:
        two = {name: systems[name] for name in (pair.first, pair.second)}
        alone = compare(two, references, trials=3000)[0].pairs[0]
        assert alone == replace(pair, p_adjusted=alone.p_adjusted)


def test_the_order_of_two_systems_changes_only_the_sign() -> None:
    systems, references = make_systems(300)
    turned = dict(reversed(systems.items()))
    plain, reordered = (compare(each, references, trials=3000)[0] for each in (systems, turned))
    for pair in plain.pairs:
        reversed_pair = reordered.pair(pair.second, pair.first)
        assert reversed_pair.p_value == pair.p_value
        assert reversed_pair.difference == -pair.difference
        assert reversed_pair.interval == pytest.approx(
            (-pair.interval[1], -pair.interval[0]), abs=1e-12
        )


def test_partitions_of_rows_change_nothing() -> None:
    systems, references = make_systems(500)
    native = BLEU().of_text
    assert native is not None

    def rows(start: int, end: int, name: str) -> _native.Array:
        cut = slice(start, end)
        return native.rows(systems[name][cut], [references[cut]], False, 1)[0]

    undivided = [[rows(0, 500, name)] for name in systems]
    parts = [[rows(0, 3, name), rows(3, 260, name), rows(260, 500, name)] for name in systems]
    result = [_native.Resampling(native, False, each, None) for each in (undivided, parts)]
    assert result[0].randomization(3000, 7, 1) == result[1].randomization(3000, 7, 2)
    tables = [np.asarray(each.bootstrap(70, 7, "poisson", 1)) for each in result]
    assert tables[0].shape == (70, 3)
    assert np.array_equal(tables[0], tables[1])
    # A smaller number of resamples gives the first of them.
    assert np.array_equal(np.asarray(result[0].bootstrap(9, 7, "poisson", 1)), tables[0][:9])
