"""MBR decoding: recorded utilities of mbrs, the definition, and laws."""

from __future__ import annotations

import json
import math
import pickle
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.in_one_test import in_one_test
from tests.profiles import examples
from tests.requirements import TESTDATA
from tests.reranking.mbrs import METRICS
from truebleu import (
    BLEU,
    CHRF,
    GLEU,
    METEOR,
    NIST,
    TER,
    Choice,
    ConfigurationError,
    InputError,
    LengthMismatch,
    best_of_each,
    mbr,
    mbr_each,
    pairwise,
)
from truebleu.metrics.base.python_metric import weighted_means

GOLDEN = json.loads((TESTDATA / "mbr" / "golden.json").read_text(encoding="utf-8"))
CANDIDATES = ["the cat sat", "a cat sat on it", "the cat sat down", "", "the cat sat", "it rained"]

texts = st.lists(
    st.text("ab .", max_size=12) | st.sampled_from(["", "the cat sat", "Ä b Ä b"]),
    min_size=2,
    max_size=7,
)
metrics = st.sampled_from([BLEU(), BLEU(smoothing="floor"), CHRF(), CHRF(word_order=2)])


def max_distance(ours: tuple[float, ...], theirs: list[float]) -> int:
    """Return the maximum distance between two lists, in 32-bit floats."""
    sides = [np.array(side, dtype=np.float32).view(np.int32) for side in (ours, theirs)]
    return int(np.abs(sides[0].astype(np.int64) - sides[1]).max())


@pytest.mark.parametrize("name", METRICS)
@in_one_test("number", range(len(GOLDEN)))
def test_recorded_utilities_of_mbrs(number: int, name: str) -> None:
    """Aggregated references are exactly equal to mbrs's 32-bit floats.

    For other metrics, mbrs's 32-bit rounding changes the last digit.
    """
    case = GOLDEN[number]
    lprobs = case.get("log_probabilities")
    for form, theirs in case["mbrs"][name].items():
        choice = mbr(
            case["samples"],
            case.get("references"),
            METRICS[name],
            log_probabilities=lprobs,
            aggregate=form == "aggregate",
        )
        exact = form == "aggregate" and lprobs is None
        assert max_distance(choice.utilities, theirs) <= (0 if exact else 2)
        best = min(theirs) if name == "ter" else max(theirs)
        assert math.isclose(theirs[choice.index], best, rel_tol=3e-7)


@examples(0.3)
@given(texts, metrics, st.data())
def test_exact_utilities_are_means_of_the_matrix(
    samples: list[str], metric: Any, data: Any
) -> None:
    weights = data.draw(st.lists(st.integers(0, 9), min_size=len(samples), max_size=len(samples)))
    scores = pairwise(samples, samples, metric)
    plain = mbr(samples, metric=metric)
    assert plain.utilities == pytest.approx(scores.mean(axis=1), rel=1e-13, abs=1e-13)
    assert plain.index == plain.utilities.index(max(plain.utilities))
    if any(weights):
        choice = mbr(samples, metric=metric, weights=weights).utilities
        assert choice == pytest.approx(scores @ weights / sum(weights), rel=1e-12, abs=1e-12)
    np.fill_diagonal(scores, 0.0)
    without = mbr(samples, metric=metric, exclude_self=True).utilities
    assert without == pytest.approx(scores.sum(axis=1) / (len(samples) - 1), rel=1e-13, abs=1e-13)


@examples(0.3)
@given(texts, metrics, st.booleans(), st.booleans(), st.data())
def test_laws(
    samples: list[str], metric: Any, aggregate: bool, exclude_self: bool, data: Any
) -> None:
    settings = {"metric": metric, "aggregate": aggregate, "exclude_self": exclude_self}
    weights = data.draw(
        st.lists(st.floats(0.01, 9.0), min_size=len(samples), max_size=len(samples))
    )
    order = data.draw(st.permutations(range(len(samples))))
    choice = mbr(samples, weights=weights, **settings)
    # The order of the samples changes nothing.
    turned = mbr([samples[i] for i in order], weights=[weights[i] for i in order], **settings)
    assert turned.utilities == pytest.approx([choice.utilities[i] for i in order], rel=1e-11)
    even = mbr(samples, **settings)
    same = mbr([samples[i] for i in order], **settings)
    assert same.utilities == tuple(even.utilities[i] for i in order)
    # Weights are relative; equal weights are no weights.
    assert mbr(samples, weights=[8 * w for w in weights], **settings) == choice
    assert mbr(samples, weights=[0.3] * len(samples), **settings) == even
    logarithms = [math.log(w) - 700 for w in weights]
    by_logarithms = mbr(samples, log_probabilities=logarithms, **settings).utilities
    assert by_logarithms == pytest.approx(choice.utilities, rel=1e-9, abs=1e-9)
    # Equal texts have equal utilities, except if each leaves itself out of unequal weights.
    for i, text in enumerate(samples):
        j = samples.index(text)
        if not exclude_self:
            assert choice.utilities[i] == choice.utilities[j]
        assert even.utilities[i] == even.utilities[j]


@examples(0.3)
@given(texts, metrics, st.booleans())
def test_a_reference_of_weight_2_equals_two_references(
    samples: list[str], metric: Any, aggregate: bool
) -> None:
    doubled = mbr(samples, [*samples, samples[0]], metric, aggregate=aggregate)
    weighed = mbr(
        samples, samples, metric, weights=[2] + [1] * (len(samples) - 1), aggregate=aggregate
    )
    assert weighed.utilities == pytest.approx(doubled.utilities, rel=1e-11, abs=1e-11)


@examples(0.3)
@given(texts, metrics)
def test_one_reference_is_its_own_mean(samples: list[str], metric: Any) -> None:
    mean = mbr(samples, samples[:1], metric, aggregate=True)
    assert mean.utilities == mbr(samples, samples[:1], metric).utilities
    assert mean.utilities == tuple(
        metric.sentence_score(sample, samples[0]).value for sample in samples
    )


@examples(0.2)
@given(texts, metrics)
def test_exclude_self_equals_using_the_others_as_references(
    samples: list[str], metric: Any
) -> None:
    for aggregate in (False, True):
        choice = mbr(samples, metric=metric, aggregate=aggregate, exclude_self=True)
        for i, utility in enumerate(choice.utilities):
            others = samples[:i] + samples[i + 1 :]
            alone = mbr([samples[i]], others, metric, aggregate=aggregate)
            assert utility == alone.utility


@pytest.mark.parametrize("aggregate", [False, True])
@pytest.mark.parametrize("gap", [-33, -35, -50, -800, -1e6])
def test_a_very_likely_sample_keeps_the_proportions_of_the_others(
    gap: float, aggregate: bool
) -> None:
    """Test metrics of the core, and metrics that are computed in Python."""
    samples = ["the cat sat on", "the cat sat down", "a dog ran on", "the cat"]
    logarithms = [0, gap, gap - 1, gap - 3]
    choice = mbr(samples, log_probabilities=logarithms, aggregate=aggregate, exclude_self=True)
    matrix = np.array([mbr([text], [other]).utility for text in samples for other in samples])
    in_python = weighted_means(
        matrix.reshape(4, 4), logarithms, 1, exclude_self=True, log_scale=1.0
    )
    if not aggregate:
        assert choice.utilities == pytest.approx(in_python, rel=1e-12)
    others = [0, -1, -3]
    alone = mbr(samples[:1], samples[1:], log_probabilities=others, aggregate=aggregate)
    assert choice.utilities[0] == pytest.approx(alone.utility, rel=1e-12)
    if gap > -700:
        weights = [math.exp(x) for x in logarithms]
        by_weights = mbr(samples, weights=weights, aggregate=aggregate, exclude_self=True)
        assert choice.utilities == pytest.approx(by_weights.utilities, rel=1e-12)


@pytest.mark.parametrize(
    "metric", [BLEU(), BLEU(tokenizer=str.split), CHRF(), TER(), GLEU()], ids=repr
)
def test_threads_and_other_sets_change_nothing(metric: Any) -> None:
    sets = [CANDIDATES[: 2 + i % 5] for i in range(300)]
    one_by_one = [mbr(samples, metric=metric) for samples in sets]
    for threads in (1, 3):
        assert list(mbr_each(iter(sets), metric=metric, threads=threads)) == one_by_one


def test_a_large_set_on_several_threads() -> None:
    samples = [f"w{i % 7} w{i % 5} w{i % 3} w{i}" for i in range(200)]
    one = mbr(samples, threads=1, exclude_self=True)
    assert mbr(samples, threads=7, exclude_self=True) == one


@pytest.mark.parametrize("limit", ["ENOUGH_PAIRS", "ENOUGH_TEXTS"])
def test_sets_that_are_not_compared_together(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    sets = [[f"a{i} b", f"b a{i} c", "c b"] for i in range(20)]
    expected = list(mbr_each(sets))
    monkeypatch.setattr(f"truebleu.reranking.candidates.{limit}", 20)
    assert list(mbr_each(iter(sets))) == expected


def test_a_choice_is_a_value() -> None:
    choice = mbr(CANDIDATES)
    assert choice.text == CANDIDATES[choice.index] == "the cat sat"
    assert choice.index == 0  # two samples have equal utility
    assert choice.utility == choice.utilities[4] == max(choice.utilities)
    assert choice.ranking[:2] == (0, 4)
    assert sorted(choice.ranking) == list(range(6))
    assert pickle.loads(pickle.dumps(choice)) == choice
    assert hash(choice) == hash(mbr(CANDIDATES))
    assert repr(choice).startswith("Choice('the cat sat', 0 of 6, utility ")
    with pytest.raises(AttributeError, match="cannot assign"):
        choice.index = 3  # type: ignore[misc]


def test_the_lowest_error_rate_is_chosen() -> None:
    choice = mbr(CANDIDATES, metric=TER())
    assert choice.utility == min(choice.utilities)
    assert not choice.higher_is_better
    assert choice.ranking[0] == choice.index
    assert Choice(index=0, text="a", utilities=(1.0, 2.0)).ranking == (1, 0)


def test_references_and_weights_belong_to_their_sets() -> None:
    sets = [["a b", "b c"], ["c", "c d", "d"]]
    result = list(mbr_each(sets, [["a b c"], ["d"]], weights=[[1], [2]]))
    assert result == [mbr(sets[0], ["a b c"]), mbr(sets[1], ["d"])]
    by_weights = list(mbr_each(sets, weights=[[1, 3], [0, 1, 0]]))
    assert by_weights[1].index == 1
    assert by_weights[0] == mbr(sets[0], weights=[1, 3])


@pytest.mark.parametrize(
    ("samples", "settings", "message"),
    [
        ([], {}, "samples is empty"),
        (["a"], {}, "Pass at least 2 samples"),
        (["a", "b"], {"references": []}, "references is empty"),
        (["a", "b"], {"references": "a"}, r"^references is a str, not a list of texts\. Pass"),
        (["a", None], {}, "candidate 2 is None"),
        (["a", "\ud800"], {}, "candidate 2 holds a lone surrogate"),
        (["a", "b"], {"references": ["a", 3]}, "reference 2 is a number"),
        (["a", ["b"]], {}, "candidate 2 is a list"),
        ([["a", "b"]], {}, r"mbr_each\(\) for several sets"),
        ("a b", {}, r"^samples is a str, not a list of texts\. Pass a list of str\.$"),
        (["a", "b"], {"weights": [1]}, "1 number for 2 references"),
        (["a", "b"], {"weights": [1, -1]}, "weight 2 is -1.0"),
        (["a", "b"], {"weights": [0, 0.0]}, "all weights are 0"),
        (["a", "b"], {"weights": [1, math.nan]}, "weight 2 is nan"),
        (["a", "b"], {"weights": [1, "1"]}, "element 2 is '1'"),
        (["a", "b"], {"weights": [1, True]}, "element 2 is True"),
        (["a", "b"], {"weights": "12"}, "weights is a str, not a list of numbers"),
        (["a", "b"], {"weights": [1, [2]]}, r"element 2 is \[2\], not a number"),
        (["a", "b"], {"weights": [1, 10**400]}, "element 2 is 1000.*, not a number"),
        (["a", "b"], {"log_probabilities": [0, math.inf]}, "log probability 2 is inf"),
        (["a", "b"], {"log_probabilities": [-math.inf] * 2}, "all probabilities are 0"),
        (["a", "b"], {"weights": [1, 0], "exclude_self": True}, "^hypothesis 1 has no other"),
        (["a", "b"], {"references": ["a"], "exclude_self": True}, "Leave out references"),
    ],
)
def test_wrong_input_is_named(samples: Any, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        mbr(samples, **settings)


@pytest.mark.parametrize(
    ("samples", "settings", "message"),
    [
        ([], {}, "set 2, samples is empty"),
        (["a"], {}, "set 2, got one sample"),
        ("a b", {}, "set 2, samples is a str"),
        (["a", None], {}, 'set 2, candidate 2 is None. Pass "" for an empty candidate.$'),
        ([[5], [6]], {}, r"set 2, candidate 1 is a list, not text\. Pass a str\.$"),
        (["a", "b"], {"references": []}, "set 2, references is empty"),
        (
            ["a", "b"],
            {"references": ["a", 3]},
            r"set 2, reference 2 is a number, 3\. Use str\(value\) for text\.$",
        ),
        (["a", "b"], {"weights": [1, -1]}, "set 2, weight 2 is -1.0"),
        (["a", "b"], {"log_probabilities": [0]}, "set 2, log_probabilities has 1 number "),
        (["a", "b"], {"weights": [0, 1], "exclude_self": True}, "set 2, hypothesis 2 has no other"),
    ],
)
def test_wrong_input_of_a_set_is_named(
    samples: Any, settings: dict[str, Any], message: str
) -> None:
    fine = {"references": ["a"], "weights": [1, 1], "log_probabilities": [0, -1]}
    for_each = {name: [fine[name], given] for name, given in settings.items() if name in fine}
    with pytest.raises(InputError, match=message):
        list(mbr_each([["x", "y"], samples], **{**settings, **for_each}))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"weights": [1, 1], "log_probabilities": [0, 0]}, "Pass one of them"),
        ({"metric": "bleu"}, "'bleu' is a name"),
        (
            {"metric": BLEU(tokenizer=str.split, lowercase="references-after")},
            "candidates serve as",
        ),
        ({"metric": NIST()}, "NIST .* cannot score a part of it. Choose from: BLEU"),
        ({"metric": METEOR(), "aggregate": True}, "METEOR has no score against the mean"),
        ({"metric": TER(), "aggregate": True}, "no score against the mean"),
        ({"metric": GLEU(), "aggregate": True}, "no score against the mean"),
        (
            {"metric": BLEU(convention="nltk", smoothing="method5"), "aggregate": True},
            "no score against the mean",
        ),
        ({"aggregate": 1}, "is not a bool. Use True or False"),
        ({"threads": 0}, "threads=0"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        mbr(["a", "b"], **settings)


def test_a_column_of_lists_has_a_set_in_each_row() -> None:
    sets = [["a b c", "a b d", "a b c d"], ["it rained", "it rained", "no"]]
    columns = [pa.array(sets), pa.chunked_array([sets[:1], sets[1:]])]
    for column in columns:
        assert list(mbr_each(column)) == list(mbr_each(sets))
        assert list(mbr_each(sets, column)) == list(mbr_each(sets, sets))
        assert list(best_of_each(column, pa.array(["a b c", "no"])))[1].index == 2
    weights = pa.array([[1.0, 2.0, 3.0], [0.0, 0.0, 1.0]])
    assert list(mbr_each(sets, weights=weights)) == list(
        mbr_each(sets, weights=weights.to_pylist())
    )


def test_sets_and_their_references_have_equal_numbers() -> None:
    with pytest.raises(LengthMismatch, match="set 2 has no references: got only 1"):
        list(mbr_each([["a", "b"], ["c", "d"]], [["a"]]))
    with pytest.raises(LengthMismatch, match="weights has more elements than there are sets"):
        list(mbr_each([["a", "b"]], weights=[[1, 1], [1, 2]]))
    assert list(mbr_each([])) == []
