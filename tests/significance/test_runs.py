"""Several training runs of one system: averages, swaps and errors."""

from __future__ import annotations

import json
import pickle
import statistics
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.news import MEDIUM, REFERENCE, STRONG, WEAK, lines
from tests.oracle import resampling as oracle
from truebleu import BLEU, TER, Comparison, Evaluation, Runs, compare, explain, mbr
from truebleu.errors import ConfigurationError, InputError, LengthMismatch


def mixed(first: list[str], second: list[str], step: int) -> list[str]:
    return [a if i % step else b for i, (a, b) in enumerate(zip(first, second, strict=True))]


BASE = [WEAK, mixed(WEAK, MEDIUM, 9), mixed(WEAK, MEDIUM, 7)]
NEW = [mixed(WEAK, MEDIUM, 8), mixed(WEAK, STRONG, 11), mixed(WEAK, MEDIUM, 6)]
SYSTEMS = {"base": Runs(*BASE), "new": Runs(*NEW)}


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare(SYSTEMS, REFERENCE, trials=2000, resamples=300)


def value(row: oracle.Row) -> float:
    return BLEU().score(row).value


def scores(runs: list[list[str]]) -> list[float]:
    return [BLEU().corpus_score(run, REFERENCE).value for run in runs]


def test_a_system_has_the_mean_of_its_runs(comparison: Comparison) -> None:
    for system, runs in zip(comparison[0].systems, (BASE, NEW), strict=True):
        assert [run.value for run in system.runs] == scores(runs)
        assert system.value == pytest.approx(statistics.fmean(scores(runs)), rel=1e-15)
        assert system.s_opt == pytest.approx(statistics.stdev(scores(runs)), rel=1e-12)
        together = BLEU().corpus_score([text for run in runs for text in run], REFERENCE * 3)
        assert system.score.to_dict()["matches"] == list(together.matches)
    pair = comparison[0].pairs[0]
    assert pair.difference == comparison[0].systems[1].value - comparison[0].systems[0].value


def test_all_runs_are_resampled_with_the_same_segments(comparison: Comparison) -> None:
    resampled = [
        np.array(
            [
                oracle.bootstrap(BLEU().statistics(run, REFERENCE).tolist(), value, 12345, 40)
                for run in runs
            ]
        )
        for runs in (BASE, NEW)
    ]
    result = compare(SYSTEMS, REFERENCE, trials=1, resamples=40, confidence=0.8)[0]
    means = [values.mean(axis=0) for values in resampled]
    for system, values, average in zip(result.systems, resampled, means, strict=True):
        assert system.s_sel == pytest.approx(values.std(axis=1, ddof=1).mean(), rel=1e-12)
        assert system.interval == pytest.approx(tuple(np.quantile(average, [0.1, 0.9])), rel=1e-12)
    differences = np.quantile(means[1] - means[0], [0.1, 0.9])
    assert result.pairs[0].interval == pytest.approx(tuple(differences), rel=1e-12)
    assert comparison[0].systems[0].s_sel != result.systems[0].s_sel


def swap_units(runs: list[list[oracle.Row]], swap: str) -> list[oracle.Row]:
    """Return the rows of the units that are swapped.

    `swap="segments"` swaps the sum of the rows of all runs, `swap="runs"` swaps each row.
    """
    if swap == "segments":
        return [oracle.sum_of(of_unit) for of_unit in zip(*runs, strict=True)]
    return [row for run in runs for row in run]


@pytest.mark.parametrize("swap", ["segments", "runs"])
def test_swaps_exchange_outputs_for_equal_segments(swap: str) -> None:
    first, second = (
        swap_units([BLEU().statistics(run[:30], REFERENCE[:30]).tolist() for run in runs], swap)
        for runs in (BASE, NEW)
    )
    p_value, exact = oracle.randomization_p(first, second, value, 7, 300)
    short = {
        name: Runs(*(run[:30] for run in runs))
        for name, runs in zip(SYSTEMS, (BASE, NEW), strict=True)
    }
    pair = compare(short, REFERENCE[:30], seed=7, trials=300, resamples=1, swap=swap)[0].pairs[0]
    assert (pair.p_value, pair.exact) == (p_value, exact)


def test_one_run_equals_a_system() -> None:
    plain = compare({"a": WEAK, "b": MEDIUM}, REFERENCE, trials=200, resamples=50)
    alone = compare({"a": Runs(WEAK), "b": Runs(MEDIUM)}, REFERENCE, trials=200, resamples=50)
    assert alone == plain
    assert plain.settings.get("runs") is None
    assert "s_opt" not in plain.to_text()


def test_a_repeated_run_changes_no_result() -> None:
    plain = compare({"a": WEAK, "b": MEDIUM}, REFERENCE, trials=999, resamples=50)[0].pairs[0]
    again = compare(
        {"a": Runs(WEAK, WEAK), "b": Runs(MEDIUM, MEDIUM)}, REFERENCE, trials=999, resamples=50
    )[0].pairs[0]
    assert (again.p_value, again.n_extreme) == (plain.p_value, plain.n_extreme)
    assert again.difference == plain.difference
    assert again.interval == pytest.approx(plain.interval, rel=1e-12)


def test_systems_may_have_different_numbers_of_runs() -> None:
    result = compare({"a": Runs(*BASE), "b": Runs(*NEW[:2]), "c": STRONG}, REFERENCE, trials=300)
    assert result.settings["runs"] == "3,2,1"
    metric = result[0]
    assert [len(system.runs) for system in metric.systems] == [3, 2, 1]
    # Runs count as if each were repeated until the numbers are equal: 6.
    filled = compare(
        {"a": Runs(*BASE * 2), "b": Runs(*NEW[:2] * 3), "c": Runs(*[STRONG] * 6)},
        REFERENCE,
        trials=300,
    )[0]
    for pair, expected_pair in zip(metric.pairs, filled.pairs, strict=True):
        assert (pair.p_value, pair.n_extreme) == (expected_pair.p_value, expected_pair.n_extreme)
        assert pair.difference == pytest.approx(expected_pair.difference, rel=1e-12)
    alone = metric.system("c")
    assert alone.s_opt is None
    assert metric.system("a").s_opt is not None
    data = json.loads(result.to_json())
    assert data["metrics"][0]["systems"][2]["s_opt"] is None
    assert (
        "s_opt: standard deviation across training runs (-: undefined for one run)"
        in result.to_text()
    )


@pytest.mark.parametrize("swap", ["segments", "runs"])
def test_swaps_exchange_outputs_for_equal_documents(swap: str) -> None:
    documents = lines("documents.txt")
    names = list(dict.fromkeys(documents))

    def rows_of(run: list[str]) -> list[oracle.Row]:
        rows = BLEU().statistics(run, REFERENCE).tolist()
        return [
            oracle.sum_of([row for row, of in zip(rows, documents, strict=True) if of == name])
            for name in names
        ]

    first, second = (swap_units([rows_of(run) for run in runs], swap) for runs in (BASE, NEW))
    settings: Any = {"documents": documents, "swap": swap, "trials": 100, "resamples": 200}
    pair = compare(SYSTEMS, REFERENCE, seed=7, **settings)[0].pairs[0]
    assert (pair.p_value, pair.exact) == oracle.randomization_p(first, second, value, 7, 100)
    assert pair.n_differing == sum(a != b for a, b in zip(first, second, strict=True))


def test_the_bootstrap_and_other_metrics_take_runs() -> None:
    result = compare(SYSTEMS, REFERENCE, [BLEU(), TER()], test="bootstrap", resamples=200)
    for metric in result:
        assert metric.systems[0].s_opt is not None
        assert 0 < metric.pairs[0].p_value <= 1
    assert result.settings.get("swap") is None


def test_runs_are_in_the_output(comparison: Comparison) -> None:
    text = comparison.to_text()
    system = comparison[0].systems[0]
    assert f"     3   {system.s_sel:.2f}   {system.s_opt:.2f}" in text
    assert "|runs:3|swap:segments|" in text
    assert "means over several runs" in comparison.to_latex()
    data = comparison.to_dict()["metrics"][0]["systems"][0]
    assert data["value"] == system.value
    assert data["runs"] == [run.value for run in system.runs]
    assert pickle.loads(pickle.dumps(comparison)) == comparison


def test_wrong_runs() -> None:
    with pytest.raises(InputError, match="at least 1 run"):
        Runs()
    with pytest.raises(InputError, match="run 2 is a str"):
        Runs(["a"], "b")
    with pytest.raises(InputError, match="run 1 is a Runs object"):
        Runs(Runs(["a"]))
    unequal: Any = {"a": Runs(*BASE), "b": MEDIUM}
    with pytest.raises(ConfigurationError, match="different numbers of runs: 'a' has 3"):
        compare(unequal, REFERENCE, swap="runs")
    with pytest.raises(ConfigurationError, match="unknown swap 'words'"):
        compare(unequal, REFERENCE, swap="words")
    with pytest.raises(ConfigurationError, match="not supported with several runs"):
        compare({"a": Runs(WEAK, WEAK), "b": MEDIUM}, REFERENCE, compatible="sacrebleu")
    short = {"a": Runs(WEAK, WEAK[:-1]), "b": MEDIUM}
    with pytest.raises(LengthMismatch, match=r"'a' \(run 2\)"):
        compare(short, REFERENCE)
    with pytest.raises(InputError, match=r"system 'b' \(run 2\): segment 3\b"):
        compare({"a": WEAK, "b": Runs(WEAK, [*WEAK[:2], None, *WEAK[3:]])}, REFERENCE)


@pytest.mark.parametrize(
    "call",
    [
        lambda runs: BLEU().corpus_score(runs, [["x"], ["y"]]),
        lambda runs: Evaluation([BLEU()]).run({"a": runs}, ["x", "y"]),
        lambda runs: explain(runs, ["x", "y"]),
        mbr,
    ],
    ids=["corpus_score", "Evaluation", "explain", "mbr"],
)
def test_runs_are_refused_where_one_text_per_segment_is_read(call: Callable[[Runs], Any]) -> None:
    """The lists of runs look like lists of tokens, one per segment."""
    with pytest.raises(InputError, match=r"is a Runs object, .* Pass the hypotheses of one run"):
        call(Runs(["x", "y"], ["y", "x"]))


def test_runs_are_values() -> None:
    runs = Runs(["a"], ["b"])
    assert list(pickle.loads(pickle.dumps(runs))) == [["a"], ["b"]]
    assert repr(runs) == "<Runs: 2 of one system>"
    with pytest.raises(AttributeError, match="cannot delete"):
        del runs.runs


@pytest.mark.parametrize("runs", [1, 2])
def test_corpora_without_long_n_grams_score_0_in_every_trial(runs: int) -> None:
    """Only sentence scores leave such orders out."""
    references = [f"{letter} {letter}" for letter in "abcdefgh"]
    systems = {"good": Runs(*[references] * runs), "bad": Runs(*[["x a"] * 8] * runs)}
    pair = compare(systems, references, trials=200, resamples=20)[0].pairs[0]
    assert (pair.difference, pair.p_value, pair.interval) == (0.0, 1.0, (0.0, 0.0))
