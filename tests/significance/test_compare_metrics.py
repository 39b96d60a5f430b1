"""`compare` with every metric: results equal those of scoring changed texts in each trial."""

from __future__ import annotations

import itertools
import json
import pickle
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from tests.cli.command import fails, truebleu
from tests.paths import SUMMARIES
from truebleu import (
    BLEU,
    CER,
    CHRF,
    GLEU,
    METEOR,
    NIST,
    ROUGE,
    TER,
    WER,
    EmbeddingSimilarity,
    InputError,
    ScoreColumn,
    compare,
    read_scores,
)
from truebleu.metrics.nist import NISTScore

REFERENCES = [
    "the cat sat on the mat .",
    "it rained all day long .",
    "nobody came to the party .",
    "he went home and slept .",
    "the old house is empty now .",
    "she reads a book about birds .",
]
BASE = [
    "the cat sat on mat .",
    "it rained all day .",
    "nobody came .",
    "he home slept .",
    "house is empty now .",
    "she reads book birds .",
]
NEW = [
    "the cat sat on the mat .",
    "it rained for all the day .",
    "nobody came to a party .",
    "he went home and slept .",
    "an old house stands empty .",
    "she reads a book about birds .",
]
RATINGS = {
    "base": [60.0, 72.5, 30.0, 20.0, 50.0, 41.0],
    "new": [98.0, 70.0, 88.0, 99.5, 55.0, 97.0],
}
SYSTEMS = {"base": BASE, "new": NEW}


def letters(texts: Sequence[str]) -> Any:
    """Count the first letters of the alphabet in each text, in index of sentence embeddings."""
    return np.array([[1.0 + text.count(letter) for letter in "abcdefgh"] for text in texts])


METRICS: dict[str, Callable[[], Any]] = {
    "bleu": BLEU,
    "bleu-macro": lambda: BLEU(average="macro"),
    "chrf": CHRF,
    "chrf++": lambda: CHRF(word_order=2),
    "ter": TER,
    "gleu": GLEU,
    "nist": NIST,
    "rouge-1": lambda: ROUGE("1"),
    "rouge-l": lambda: ROUGE("L", stem=True),
    "rouge-lsum": lambda: ROUGE("Lsum"),
    "meteor": lambda: METEOR(synonyms=None),
    "wer": WER,
    "cer": CER,
    "embedding": lambda: EmbeddingSimilarity(letters, name="letters", revision="1"),
}


def value(metric: Any, hypotheses: list[str]) -> float:
    return float(metric.corpus_score(hypotheses, REFERENCES).value)


def exact_p(gap: Callable[[Sequence[bool]], float]) -> float:
    """Return the share of permutations with a difference at least as large as observed."""
    observed = abs(gap([False] * len(REFERENCES))) - 1e-9
    every = itertools.product([False, True], repeat=len(REFERENCES))
    return float(np.mean([abs(gap(swaps)) >= observed for swaps in every]))


def swapped(one: Sequence[Any], other: Sequence[Any], swaps: Sequence[bool]) -> list[Any]:
    return [b if swap else a for a, b, swap in zip(one, other, swaps, strict=True)]


@pytest.mark.parametrize("name", METRICS)
def test_p_values_are_those_of_swapped_texts(name: str) -> None:
    metric = METRICS[name]()

    def gap(swaps: Sequence[bool]) -> float:
        sides = swapped(BASE, NEW, swaps), swapped(NEW, BASE, swaps)
        return value(metric, sides[1]) - value(metric, sides[0])

    comparison = compare(SYSTEMS, REFERENCES, metric, resamples=200)[0]
    pair = comparison.pair("base", "new")
    assert pair.exact
    assert pair.p_value == exact_p(gap)
    assert pair.difference == pytest.approx(gap([False] * len(REFERENCES)), abs=1e-9)
    assert [one.value for one in comparison.systems] == pytest.approx(
        [value(metric, BASE), value(metric, NEW)]
    )
    for ends in (pair.interval, *(one.interval for one in comparison.systems)):
        assert ends[0] < ends[1]
    better = "new" if metric.higher_is_better == (pair.difference > 0) else "base"
    assert comparison.system(better).cluster == 1


def test_p_values_of_a_column_are_those_of_swapped_values() -> None:
    first, second = RATINGS["base"], RATINGS["new"]

    def gap(swaps: Sequence[bool]) -> float:
        return float(
            np.mean(swapped(second, first, swaps)) - np.mean(swapped(first, second, swaps))
        )

    pair = compare(SYSTEMS, REFERENCES, ScoreColumn("people", RATINGS))[0].pairs[0]
    assert pair.p_value == exact_p(gap)
    assert pair.difference == pytest.approx(np.mean(second) - np.mean(first))


def test_resamples_of_nist_use_the_weights_of_the_whole_corpus() -> None:
    nist = NIST()
    rows = [nist.statistics(texts, REFERENCES) for texts in (BASE, NEW)]
    comparison = compare(SYSTEMS, REFERENCES, nist, resamples=100)[0]
    without = np.array(
        [
            [
                nist.score(np.delete(system_rows, index, axis=0)).value
                for index in range(len(REFERENCES))
            ]
            for system_rows in rows
        ]
    )
    gaps = without[1] - without[0]
    units = len(gaps)
    error = np.sqrt((units - 1) / units * ((gaps - gaps.mean()) ** 2).sum())
    assert comparison.pairs[0].standard_error == pytest.approx(error)
    score = comparison.system("new").score
    expected = nist.corpus_score(NEW, REFERENCES)
    assert isinstance(score, NISTScore)
    assert (score.value, *score.information) == pytest.approx(
        (expected.value, *expected.information)
    )
    parts = ("totals", "hypothesis_length", "reference_length", "length_penalty", "signature")
    assert [getattr(score, part) for part in parts] == [getattr(expected, part) for part in parts]
    assert "in every resample" in comparison.weights_note
    assert compare(SYSTEMS, REFERENCES, resamples=2)[0].weights_note == ""


def test_a_comparison_keeps_nist_without_the_weights_of_its_corpus() -> None:
    counted_systems = compare(SYSTEMS, REFERENCES, NIST(), resamples=2).counted_systems
    assert counted_systems is not None
    metric = counted_systems.metrics[0]
    assert repr(metric) == "NIST()"
    assert pickle.loads(pickle.dumps(metric)) == metric == NIST()


def test_an_error_of_nist_names_the_system() -> None:
    with pytest.raises(InputError, match=r"^system 'new': segment 2\b"):
        compare({"base": BASE, "new": [*NEW[:1], None, *NEW[2:]]}, REFERENCES, NIST())


# The command line

NAMES = ("concise", "lead", "paraphrase")
EVERY = (
    "bleu", "chrf", "chrf++", "ter", "gleu", "nist", "rouge-2", "rouge-lsum", "meteor", "wer", "cer"
)  # fmt: skip


def words(*names: str) -> list[str]:
    files = [str(SUMMARIES / f"system.{name}.txt") for name in names]
    named = [word for name in names for word in ("--name", name)]
    return [*files, *named, "-r", str(SUMMARIES / "reference.txt"), "-q"]


def test_the_command_compares_all_metrics_and_columns() -> None:
    ratings = SUMMARIES / "ratings.tsv"
    arguments = (*words(*NAMES), "-m", *EVERY, "--scores", f"people={ratings}", "--trials", "50")
    ran = truebleu("compare", *arguments, "--resamples", "20", "-f", "json")
    assert ran.code == 0, ran
    data = json.loads(ran.out)["metrics"]
    assert [first["metric"] for first in data] == [
        "BLEU", "chrF2", "chrF2++", "TER", "GLEU", "NIST", "ROUGE-2", "ROUGE-Lsum", "METEOR", "WER",
        "CER", "people",
    ]  # fmt: skip
    systems = {
        name: (SUMMARIES / f"system.{name}.txt").read_text(encoding="utf-8").splitlines()
        for name in NAMES
    }
    references = (SUMMARIES / "reference.txt").read_text(encoding="utf-8").splitlines()
    people = read_scores(str(ratings), "people", NAMES)
    expected = compare(systems, references, [NIST(), people], trials=50, resamples=20)
    for first, second in zip((data[5], data[-1]), expected, strict=True):
        assert first == json.loads(json.dumps(second.to_dict()))
    assert data[5]["weights_note"]


def test_lower_is_better_is_considered() -> None:
    ratings = f"people={SUMMARIES / 'ratings.tsv'}"
    arguments = (
        *words(*NAMES),
        "--scores",
        ratings,
        "--trials",
        "200",
        "--resamples",
        "20",
        "-f",
        "json",
    )
    clusters = [
        {one["system"]: one["cluster"] for one in json.loads(ran.out)["metrics"][1]["systems"]}
        for ran in (
            truebleu("compare", *arguments),
            truebleu("compare", *arguments, "--lower-is-better", "people"),
        )
    ]
    assert clusters[0]["concise"] == clusters[1]["lead"] == 1
    assert clusters[0]["lead"] > 1
    assert clusters[1]["concise"] > 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--scores", "people"], "Use NAME=FILE"),
        (["--scores", "people=nowhere.tsv"], "nowhere.tsv: file not found"),
        (["--lower-is-better", "x"], "requires --scores x=FILE"),
        (
            ["--scores", f"p={SUMMARIES / 'ratings.tsv'}", "-o", str(SUMMARIES / "ratings.tsv")],
            "is also an input",
        ),
        (["--name", "x"], "got 3 names for 2 systems"),
    ],
)
def test_errors_have_one_line(arguments: list[str], said: str) -> None:
    assert said in fails("compare", *words("concise", "lead"), *arguments)


def test_a_column_may_have_the_name_of_a_metric() -> None:
    systems = {"base": BASE, "new": NEW}
    nist, column = compare(systems, REFERENCES, [NIST(), ScoreColumn("NIST", RATINGS)])
    assert nist.weights_note
    assert not column.weights_note


def test_values_whose_sums_overflow_are_refused() -> None:
    """A resample may draw the largest value every time, so its sum must fit, too."""
    systems = {"base": BASE, "new": NEW}
    large = {"base": [8e8, 0, 0, 0, 0, 0], "new": [7e8, 0, 0, 0, 0, 0]}
    with pytest.raises(InputError, match=r"the number of segments \(6\) is 2"):
        compare(systems, REFERENCES, [ScoreColumn("large", large)])
    fitting = {name: [value / 2 for value in values] for name, values in large.items()}
    (comparison,) = compare(systems, REFERENCES, [ScoreColumn("large", fitting)])
    for system in comparison.systems:
        low, high = system.interval
        assert 0 <= low <= system.score.value <= high <= 4e8
