"""Arguments of a wrong type raise truebleu's own errors, in one line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import truebleu
from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, TrueBleuError, inspected

if TYPE_CHECKING:
    from collections.abc import Callable

HYPOTHESES = ["the cat sat on the mat", "it rained all day"]
REFERENCES = ["the cat sat on a mat", "it rained all the day"]


class WithoutRepr:
    """Object whose repr raises an error."""

    def __repr__(self) -> str:
        raise RuntimeError("no repr")


WRONG: dict[str, Any] = {
    "None": None,
    "nan": float("nan"),
    "huge": 10**400,
    "digits": 10**5000,  # Python refuses to print that many digits
    "minus": -1,
    "empty": "",
    "bytes": b"ab",
    "list": [],
    "nested": [["a"], ["b"]],
    "dict": {"a": 1},
    "set": {"a"},
    "class": list,
    "object": WithoutRepr(),
    "array": np.array([["a", "b"], ["c", "d"]]),
    "scalar": np.array(3),
    "complex": 1j,
}


def _compare(**settings: Any) -> object:
    systems = {"a": HYPOTHESES, "b": REFERENCES}
    return truebleu.compare(systems, REFERENCES, **{"trials": 5, "resamples": 5, **settings})


def _correlate(**settings: Any) -> object:
    systems = {"a": HYPOTHESES, "b": REFERENCES, "c": HYPOTHESES[::-1]}
    found = truebleu.Evaluation([truebleu.BLEU(), truebleu.CHRF()]).run(systems, REFERENCES)
    return found.correlate("BLEU", **{"resamples": 5, **settings})


def _evaluation(**settings: Any) -> object:
    return truebleu.Evaluation(
        [truebleu.BLEU(), truebleu.CHRF()], **{"aggregate": "ranked", **settings}
    )


def _columns(**settings: Any) -> object:
    table = {"m": HYPOTHESES, "r": REFERENCES}
    return truebleu.from_columns(table, **{"hypothesis": "m", "references": "r", **settings})


CALLS: dict[str, tuple[Callable[..., object], tuple[str, ...]]] = {
    "compare": (
        _compare,
        ("seed", "confidence", "threads", "baseline", "metrics", "test"),
    ),
    "correlate": (_correlate, ("by", "confidence", "seed", "threads")),
    "evaluation": (_evaluation, ("aggregate", "weights")),
    "from_columns": (_columns, ("hypothesis", "references", "nulls")),
    "bleu": (truebleu.BLEU, truebleu.BLEU.parameters),
    "meteor": (truebleu.METEOR, ("synonyms",)),
    "pairwise": (
        lambda **settings: truebleu.pairwise(HYPOTHESES, REFERENCES, **settings),
        ("dtype", "threads", "metric"),
    ),
    "explain": (
        lambda **settings: truebleu.explain(HYPOTHESES, REFERENCES, **settings),
        ("names", "segment", "top"),
    ),
    "mbr_each": (
        lambda **settings: list(truebleu.mbr_each(**{"sets": [HYPOTHESES], **settings})),
        ("sets", "references", "weights"),
    ),
    "best_of_each": (
        lambda **settings: list(
            truebleu.best_of_each(**{"sets": [HYPOTHESES], "references": ["a"], **settings})
        ),
        ("sets", "references"),
    ),
    "read_scores": (
        lambda **settings: truebleu.read_scores(
            **{"path": "/no/file", "name": "people", "systems": ["a"], **settings}
        ),
        ("path", "systems", "form"),
    ),
    "score": (lambda row: truebleu.BLEU().score(row), ("row",)),
    "score of NIST": (lambda row: truebleu.NIST().score(row), ("row",)),
    "merge": (lambda other: truebleu.BLEU().accumulator().merge(other), ("other",)),
    "from_json": (lambda text: truebleu.Accumulator.from_json(text), ("text",)),
    "from_bytes": (lambda data: truebleu.Accumulator.from_bytes(data), ("data",)),
    "report": (
        lambda **settings: truebleu.write_report(
            systems={"a": HYPOTHESES}, references=REFERENCES, **settings
        ),
        ("path",),
    ),
}
CASES = [(call, name) for call, (_, names) in CALLS.items() for name in names]


def _refusal(call: Callable[..., object], name: str, value: Any) -> str | None:
    try:
        call(**{name: value})
    except TrueBleuError as error:
        return str(error)
    return None


@pytest.mark.parametrize(("call", "name"), CASES, ids=[f"{call}-{name}" for call, name in CASES])
def test_a_value_is_accepted_or_refused_in_one_line(
    call: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a report may be written to "ab"
    result = [_refusal(CALLS[call][0], name, value) for value in WRONG.values()]
    messages = [message for message in result if message is not None]
    assert messages
    assert [message for message in messages if "\n" in message or len(message) > 1000] == []


@pytest.mark.parametrize("synonyms", [{"quick": "fast"}, {"quick": 3}, {3: ["fast"]}, {"a": [[1]]}])
def test_synonyms_are_lists_of_words(synonyms: Any) -> None:
    # A string would be read as a list of letters.
    with pytest.raises(ConfigurationError, match="synonyms"):
        truebleu.METEOR(synonyms=synonyms)


def test_sums_of_rows_do_not_overflow() -> None:
    metric = truebleu.CHRF()
    with pytest.raises(InputError, match="exceeds 2"):
        metric.score(np.full((4, len(metric.layout)), 2**62))
    rows = np.full((2, len(metric.layout)), 2**61)
    assert metric.score(rows).value == 100.0


def test_rows_of_nist_must_be_numbers_from_0() -> None:
    metric = truebleu.NIST()
    width = len(metric.layout)
    for rows in ([float("nan")] * width, [-1] * width, "abc", {"a": 1}):
        with pytest.raises(InputError):
            metric.score(rows)
    with pytest.raises(EmptyCorpus):
        metric.score(np.zeros((0, width)))


def test_scores_are_read_from_any_kind_of_path(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv"
    path.write_text("a\tb\n1\t2\n3\t4\n", encoding="utf-8")
    any_path: Any
    for any_path in (path, str(path), bytes(path)):
        assert truebleu.read_scores(any_path, "people", ["b"]).values("b").tolist() == [2.0, 4.0]
    with pytest.raises(ConfigurationError, match="form"):
        truebleu.read_scores(path, "people", ["b"], form="xlsx")


def test_errors_about_weights_say_what_has_a_weight() -> None:
    with pytest.raises(ConfigurationError, match="per metric"):
        truebleu.Evaluation([truebleu.BLEU()], aggregate="ranked", weights={"BLEU": -1})
    with pytest.raises(ConfigurationError, match="per n-gram order"):
        truebleu.BLEU(weights=[1, -1])


def test_a_value_in_an_error_is_one_line() -> None:
    assert inspected(WithoutRepr()) == "something of type WithoutRepr"
    assert inspected(10**5000) == "something of type int"
    assert "\n" not in inspected(np.zeros((3, 3)))
    assert inspected("a  b") == "'a  b'"


def test_progress_must_be_callable() -> None:
    with pytest.raises(ConfigurationError, match="progress=3"):
        _compare(progress=3)
    progress: Any = 3
    with pytest.raises(ConfigurationError, match="progress=3"):
        truebleu.Evaluation([truebleu.BLEU()]).run({"a": HYPOTHESES}, REFERENCES, progress=progress)
