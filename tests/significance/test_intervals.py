"""`confidence_interval`: the interval of one system, equal to that in a comparison."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from tests.news import lines
from truebleu import BLEU, NIST, TER, Runs, ScoreColumn, compare, confidence_interval
from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, LengthMismatch

SYSTEMS = {name: lines(f"system.{name}.en.txt") for name in ("weak", "strong")}
REFERENCES = lines("reference.a.en.txt")
DOCUMENTS = [str(place // 9) for place in range(104)]


@pytest.mark.parametrize("metric", [None, BLEU(lowercase=True), TER(), NIST()], ids=str)
@pytest.mark.parametrize(
    "settings",
    [{}, {"confidence": 0.9, "seed": 7, "resamples": 300}, {"documents": DOCUMENTS},
     {"bootstrap": "poisson"}],
    ids=str,
)  # fmt: skip
def test_the_interval_equals_that_of_a_comparison(metric: Any, settings: dict[str, Any]) -> None:
    compared = compare(SYSTEMS, REFERENCES, metric, **settings)
    for system in compared[0].systems:
        interval = confidence_interval(SYSTEMS[system.name], REFERENCES, metric, **settings)
        assert (interval.value, (interval.low, interval.high)) == (system.value, system.interval)
        assert (interval.bca, interval.score) == (system.bca, system.score)
        for name, value in interval.settings.items():
            assert compared.settings[name] == value


def test_attributes_of_the_result() -> None:
    interval = confidence_interval(SYSTEMS["strong"], REFERENCES)
    assert str(interval) == "BLEU = 44.72 [41.01, 48.47] (95% CI)"
    assert interval.score == BLEU().corpus_score(SYSTEMS["strong"], REFERENCES)
    assert interval.bca is not None
    assert interval.to_dict() == {
        **interval.score.to_dict(),
        "value": interval.value,
        "interval": [interval.low, interval.high],
        "bca": [*interval.bca],
        "resampling": str(interval.settings),
    }
    assert str(interval.settings).startswith(
        "resamples:1000|bootstrap:multinomial|confidence:0.95|seed:12345|segments:104|version:"
    )
    assert pickle.loads(pickle.dumps(interval)) == interval
    scaled = confidence_interval(SYSTEMS["strong"], REFERENCES, BLEU(scale=1))
    assert str(scaled) == "BLEU = 0.4472 [0.4101, 0.4847] (95% CI)"


def test_documents_are_counted_in_the_settings() -> None:
    interval = confidence_interval(SYSTEMS["weak"], REFERENCES, documents=DOCUMENTS, resamples=50)
    assert interval.settings["documents"] == "12"
    assert "documents" not in confidence_interval(SYSTEMS["weak"], REFERENCES).settings


def test_too_few_resamples_are_a_warning() -> None:
    with pytest.warns(UserWarning, match="resamples=5 is too small"):
        confidence_interval(SYSTEMS["weak"], REFERENCES, resamples=5)


def test_a_score_on_one_side_of_all_resamples_has_no_bca_interval() -> None:
    interval = confidence_interval(["a b c d", "x"], ["a b c d"] * 2, resamples=1)
    assert interval.to_dict()["bca"] is None


def test_runs_have_the_interval_of_their_mean() -> None:
    runs = Runs(SYSTEMS["weak"], SYSTEMS["strong"])
    compared = compare({"a": runs, "b": SYSTEMS["weak"]}, REFERENCES)[0].systems[0]
    interval = confidence_interval(runs, REFERENCES)
    assert (interval.value, (interval.low, interval.high)) == (compared.value, compared.interval)


def test_messages_name_a_run_but_no_system() -> None:
    for metric in (BLEU(), NIST()):
        with pytest.raises(InputError, match=r"^segment 2: the hypothesis is None"):
            confidence_interval(["a", None], ["a", "b"], metric)
        with pytest.raises(InputError, match=r"^run 2: segment 1: the hypothesis is a number, 5"):
            confidence_interval(Runs(["a", "b"], [5, "b"]), ["a", "b"], metric)
    with pytest.raises(LengthMismatch, match=r"^got 1 hypothesis and 2 references"):
        confidence_interval(["a"], ["a", "b"])


def test_wrong_input() -> None:
    with pytest.raises(InputError, match=r"^got 1 segment\. A confidence interval needs at least"):
        confidence_interval(["a"], ["a"])
    with pytest.raises(EmptyCorpus, match="got 0 segments"):
        confidence_interval([], [])
    with pytest.raises(ConfigurationError, match="confidence=95"):
        confidence_interval(["a", "b"], ["a", "b"], confidence=95)
    with pytest.raises(ConfigurationError, match=r"^metric='bleu' is a name"):
        confidence_interval(["a", "b"], ["a", "b"], "bleu")  # type: ignore[arg-type]
    with pytest.raises(ConfigurationError, match=r"column 'human' holds .* NIST\("):
        confidence_interval(["a", "b"], ["a", "b"], ScoreColumn("human", {"a": [1, 2]}))
    with pytest.raises(ConfigurationError, match="threads=0"):
        confidence_interval(["a", "b"], ["a", "b"], threads=0)
    with pytest.raises(ConfigurationError, match=r"are empty\. .* or bootstrap='multinomial'\."):
        confidence_interval(["a", "b"], ["a", "b"], resamples=1, seed=2, bootstrap="poisson")
    with pytest.raises(InputError, match=r"^hypotheses is a str, not a list\. .*\[\"the first"):
        confidence_interval("a b", ["a b"])
    with pytest.raises(InputError, match="got 2 segments, but documents has 1 name"):
        confidence_interval(["a", "b"], ["a", "b"], documents=["x"])
