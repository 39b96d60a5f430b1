"""Steps of a comparison: settings, weighted rows, order, references and errors."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from tests.news import MEDIUM, REFERENCE, STRONG, WEAK, lines
from truebleu import BLEU, NIST, TER, References, Runs, compare
from truebleu.errors import ConfigurationError, InputError
from truebleu.inputs.batch import Batch, read
from truebleu.inputs.systems import same_references
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.statistics import PART
from truebleu.metrics.nist import NISTScore
from truebleu.significance.sacrebleu import check

SYSTEMS = {"weak": WEAK, "strong": STRONG, "medium": MEDIUM}


def test_settings_are_those_of_the_test() -> None:
    systems = {"a": Runs(WEAK, MEDIUM), "b": STRONG}
    fields = {
        test: compare(systems, REFERENCE, test=test, trials=9, resamples=9).settings
        for test in ("ar", "bootstrap")
    }
    both = ["resamples", "bootstrap", "confidence", "seed", "segments", "runs"]
    assert [name for name in fields["bootstrap"] if name not in both] == ["test", "version"]
    assert [name for name in fields["ar"] if name not in both] == [
        "test",
        "trials",
        "swap",
        "version",
    ]
    assert fields["ar"]["runs"] == "2,1"


@pytest.mark.parametrize("name", ["BLEU", "TER"])
def test_the_best_is_first_in_any_input_order(name: str) -> None:
    found = compare(SYSTEMS, REFERENCE, TER() if name == "TER" else None, resamples=9)[0]
    clusters = {system.name: system.cluster for system in found.systems}
    assert clusters["strong"] < clusters["medium"] < clusters["weak"]


def test_rows_of_nist_use_the_weights_of_all_runs() -> None:
    metric = NIST()
    tokens = [text.split() for text in REFERENCE]
    runs = [read(STRONG, REFERENCE), read(tokens, tokens)]
    rows = metric.rows_of({"text": runs[:1], "tokens": runs[1:]}, 1)
    assert [each.tokens for (each,) in rows.values()] == [False, True]
    comparison = compare(
        {"text": STRONG, "same": STRONG}, REFERENCE, NIST(), trials=9, resamples=9
    )[0]
    scores = [system.score for system in comparison.systems]
    assert all(isinstance(score, NISTScore) for score in scores)
    assert scores[0].value == pytest.approx(NIST().corpus_score(STRONG, REFERENCE).value)
    wrong = read([None, *STRONG[1:]], REFERENCE)
    with pytest.raises(InputError, match=r"^system 'second': segment 1\b"):
        metric.rows_of({"first": runs[:1], "second": [wrong]}, 1)


@pytest.mark.parametrize("metric", [BLEU(), TER()], ids=["BLEU", "TER"])
def test_systems_with_texts_in_common_have_the_rows_of_each_alone(metric: Metric[Any]) -> None:
    texts = [WEAK, STRONG, MEDIUM, [""] * len(WEAK)]
    # Text 3 of a segment occurs again 18 systems later, texts 0 to 2 much earlier.
    chosen = [3, *(number % 3 for number in range(17)), 3, 0]
    runs = {
        f"system {number}": [read([texts[(text + i) % 4][i] for i in range(len(WEAK))], REFERENCE)]
        for number, text in enumerate(chosen)
    }
    together = metric.rows_of(runs, 1)
    for name, run in runs.items():
        ((alone,),) = metric.rows_of({name: run}, 1).values()
        ((part,), (expected,)) = together[name][0].parts, alone.parts
        assert np.array_equal(np.asarray(part), np.asarray(expected))


def test_references_are_the_same_if_each_stream_is() -> None:
    def batch(*streams: list[str], by_segment: bool = False) -> Batch:
        return Batch(WEAK, list(streams), by_segment=by_segment)

    copy = list(REFERENCE)
    same = batch(REFERENCE, by_segment=True)
    assert same_references(same, same)
    assert same_references(batch(REFERENCE), batch(REFERENCE))
    assert same_references(batch(REFERENCE, copy), batch(REFERENCE, copy))
    assert not same_references(batch(REFERENCE), batch(copy))
    assert not same_references(batch(REFERENCE, copy), batch(REFERENCE, REFERENCE))
    assert not same_references(batch(REFERENCE), batch(REFERENCE, copy))
    assert not same_references(batch(REFERENCE), batch(REFERENCE, by_segment=True))
    assert not same_references(batch(REFERENCE, by_segment=True), batch(REFERENCE))


def test_documents_are_kept_with_the_texts() -> None:
    documents = lines("documents.txt")
    counted_systems = compare(
        SYSTEMS, REFERENCE, documents=documents, trials=9, resamples=9
    ).counted_systems
    assert counted_systems is not None
    assert counted_systems.texts is not None
    assert counted_systems.documents == documents
    assert {name: runs[0].hypotheses for name, runs in counted_systems.texts.items()} == SYSTEMS
    assert compare(SYSTEMS, REFERENCE, trials=9, resamples=9).counted_systems.documents is None  # type: ignore[union-attr]


def test_default_settings() -> None:
    settings = compare(SYSTEMS, REFERENCE).settings
    usual = {"test": "ar", "trials": "10000", "resamples": "1000", "confidence": "0.95"}
    assert {name: settings[name] for name in usual} == usual
    assert (settings["bootstrap"], settings["seed"]) == ("multinomial", "12345")


def test_different_numbers_of_references_are_in_the_signature() -> None:
    varying = References.per_segment([[text] * (1 + i % 2) for i, text in enumerate(REFERENCE)])
    comparison = compare(SYSTEMS, varying, trials=9, resamples=9)[0]
    assert comparison.signature == BLEU().corpus_score(WEAK, varying).signature
    assert comparison.signature["nrefs"] == "var"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"confidence": 1}, "above 0 and below 1, such as 0.95\\.$"),
        ({"power": 0}, "above 0 and below 1, such as 0.8\\.$"),
        ({"progress": 3}, "^progress=3 is not callable. Use a function"),
    ],
)
def test_wrong_settings_are_errors_with_an_example(change: Any, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        compare(SYSTEMS, REFERENCE, **change)


def test_errors_name_the_system() -> None:
    wrong: Any = 5
    with pytest.raises(InputError, match=r"^documents is of type int, not a list"):
        compare(SYSTEMS, REFERENCE, documents=wrong)
    with pytest.raises(InputError, match=r"one document name per segment\.$"):
        compare(SYSTEMS, REFERENCE, documents=["a"])
    with pytest.raises(InputError, match=r"^system 'weak': references is of type int, not a list"):
        compare(SYSTEMS, wrong)
    comparison = compare(SYSTEMS, REFERENCE, trials=9, resamples=9)[0]
    with pytest.raises(ConfigurationError, match=r"^unknown system 'x'"):
        comparison.system("x")
    last = BLEU(convention="nltk", smoothing="method5")
    with pytest.raises(ConfigurationError, match="from the last segment only"):
        compare(SYSTEMS, REFERENCE, last)


def test_ter_of_tokens_is_refused_for_sacrebleus_tests() -> None:
    tokens = {name: [text.split() for text in texts] for name, texts in SYSTEMS.items()}
    references = [text.split() for text in REFERENCE]
    settings: Any = {"compatible": "sacrebleu", "trials": 9, "resamples": 9}
    check(TER(), 1)  # the default is text
    with pytest.raises(ConfigurationError, match="no TER of token lists"):
        compare(tokens, references, TER(), **settings)
    assert compare(tokens, references, BLEU(), **settings)[0].sacrebleu


def test_rows_equal_those_of_each_system_for_any_number_of_segments() -> None:
    """Segments are counted in blocks, and for all systems together where that is possible."""
    references = [f"{i} b c {i % 7} e" for i in range(PART + 5)]
    systems = {"a": references[::-1], "b": [f"{text} x" for text in references]}
    metric = BLEU(tokenizer="none")
    comparison = compare(systems, references, metric, trials=1, resamples=1)[0]
    batches = {name: [read(texts, references)] for name, texts in systems.items()}
    rows = {name: run for name, (run,) in metric.rows_of(batches, 2).items()}
    assert list(rows) == ["a", "b"]
    assert list(metric.rows_of({"a": batches["a"]}, 2)) == ["a"]
    for name, texts in systems.items():
        expected = metric.statistics(texts, references)
        for stored in (rows[name], pickle.loads(pickle.dumps(rows[name]))):
            parts = [np.asarray(part) for part in stored.parts]
            assert np.concatenate(parts).tolist() == expected.tolist()
        assert comparison.system(name).score == metric.corpus_score(texts, references)
        assert f"segments:{PART + 5}" in str(comparison.system(name).score.signature.full())


@pytest.mark.parametrize(("resamples", "varies"), [(1, False), (2, True)])
def test_one_resample_has_no_variance(resamples: int, varies: bool) -> None:
    systems = {"a": Runs(WEAK, MEDIUM), "b": STRONG}
    found = compare(systems, REFERENCE, trials=9, resamples=resamples)[0]
    assert [system.s_sel is not None for system in found.systems] == [varies, varies]


def test_arguments_of_reports_are_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []

    def record(*given: Any, **options: Any) -> Any:
        calls.append((given, options))

    monkeypatch.setattr("truebleu.report.report.write_compared", record)
    monkeypatch.setattr("truebleu.report.notebook.Exploration", record)
    comparison = compare(SYSTEMS, REFERENCE, trials=9, resamples=9)
    comparison.report("page.html", title="news")
    comparison.explore(title="news")
    comparison.explore(7, 200, "dark")
    assert calls == [
        (("page.html", comparison), {"title": "news"}),
        ((comparison, 500, 640, None), {"title": "news"}),
        ((comparison, 7, 200, "dark"), {}),
    ]


def test_two_runs_have_their_mean_in_every_resample() -> None:
    systems = {"a": Runs(WEAK, MEDIUM), "b": Runs(MEDIUM, WEAK), "c": Runs(MEDIUM, MEDIUM)}
    first, second, best = compare(systems, REFERENCE, trials=9, resamples=50)[0].systems
    assert first.interval == pytest.approx(second.interval)
    assert first.interval != pytest.approx(best.interval)


def test_extreme_resamples_include_the_observed_one() -> None:
    pair = compare(SYSTEMS, REFERENCE, test="bootstrap", resamples=9)[0].pairs[0]
    assert not pair.exact
    assert pair.p_value == (pair.n_extreme + 1) / 10


def test_a_p_value_at_the_level_is_below_it() -> None:
    """Three segments have eight permutations, of which two are at least as extreme."""
    references = ["a b c d e f", "g h i j k l", "m n o p q r"]
    systems = {"good": references, "bad": [text[:-4] + "x y" for text in references]}
    comparison = compare(systems, references, confidence=0.75, resamples=9)[0]
    assert comparison.pairs[0].p_value == 0.25
    assert [system.cluster for system in comparison.systems] == [1, 2]
