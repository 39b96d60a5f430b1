"""Trials by number: each follows from its seed, and differences are reported."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.requirements import require_module

require_module("fastchrf")

from proof import differential, others  # noqa: E402  needs fastchrf
from proof.cases import corpus, pool  # noqa: E402
from proof.trials import Trial, all_records  # noqa: E402

pytestmark = pytest.mark.peer


def one_in_ten_differs(random: Random, drawn: Counter[str]) -> str | None:
    number = random.randrange(1000)
    drawn["even"] += number % 2 == 0
    return f"{number} is no good" if number % 10 == 0 else None


def test_cases_follow_from_seed_and_number() -> None:
    texts = [corpus(Random("x|1|2"), pool()) for _ in range(2)]
    assert texts[0] == texts[1]
    assert len({str(corpus(Random(f"x|1|{number}"), pool())) for number in range(50)}) == 50


def test_differences_are_counted_and_printed() -> None:
    trial = Trial("made up", 2_000, one_in_ten_differs)
    record = list(trial.records(1.0))[-1]
    assert record.tried == 2_000
    assert not record.ok
    number = int(record.notes[0].removeprefix("made up, case ").split(":")[0])
    assert record.notes[0] == f"made up, case {number}: {trial.case(number, Counter())}"
    assert record.outcome == f"{record.counts['that differ']} differences"


def test_an_interrupted_run_is_resumed() -> None:
    half = list(Trial("made up", 2_000, one_in_ten_differs).records(1.0))[-1]
    trial = Trial("made up", 5_000, one_in_ten_differs)
    assert list(trial.records(1.0, done=half))[-1] == list(trial.records(1.0))[-1]


def test_trials_alternate() -> None:
    trials = [Trial(name, 4_000, one_in_ten_differs) for name in ("one", "other")]
    found = [(each.name, each.tried) for each in all_records(trials, 1.0, {})][:4]
    assert found == [("one", 2_000), ("other", 2_000), ("one", 4_000), ("other", 4_000)]


def test_an_exception_of_a_program_is_a_difference() -> None:
    def stops(random: Random, drawn: Counter[str]) -> str | None:
        raise ZeroDivisionError("by nothing")

    record = list(Trial("made up", 1, stops).records(1.0))[-1]
    assert not record.ok
    assert record.notes == ("made up, case 0: ZeroDivisionError: by nothing",)


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        (differential, "in_theirs", lambda *_: None),
        (others, "of_nltks_bleu", lambda *_: 0.123),
    ],
)
def test_a_wrong_peer_is_noticed(
    module: object, name: str, wrong: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    trial = module.TRIALS[0]  # type: ignore[attr-defined]  # any module of trials
    assert trial.case(1, Counter()) is None
    monkeypatch.setattr(module, name, wrong)
    assert trial.case(1, Counter()) is not None
