"""BLEU with conventions: signatures, threads, sums of rows, and errors."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

from truebleu import BLEU, ConfigurationError, InputError, References, compare
from truebleu.metrics.conventions import CONVENTIONS, of_metric, of_several

HYPOTHESES = [
    "the committee approved the new budget on monday",
    "it rained all day long in the north",
    "she did not answer the phone call yesterday",
    "good",
] * 400
REFERENCES = [
    "the committee approved the new budget on monday evening",
    "it rained all day in the north of the country",
    "she did not answer the phone yesterday",
    "good morning",
] * 400


@pytest.mark.parametrize("name", of_metric("BLEU"))
def test_a_signature_rebuilds_the_metric(name: str) -> None:
    metric = BLEU(convention=name)
    signature = metric.signature(references=1)
    if name == "sacrebleu":
        assert "conv" not in signature
    else:
        assert signature["conv"] == name
    again = BLEU.from_signature(str(signature))
    score = metric.corpus_score(HYPOTHESES[:4], REFERENCES[:4])
    assert again.corpus_score(HYPOTHESES[:4], REFERENCES[:4]).value == score.value
    assert 0 <= score.value <= metric.scale


@pytest.mark.parametrize("name", of_metric("BLEU"))
def test_a_metric_of_a_convention_is_a_value(name: str) -> None:
    metric = BLEU(convention=name)
    assert pickle.loads(pickle.dumps(metric)) == metric
    assert eval(repr(metric), {"BLEU": BLEU}) == metric
    assert pickle.loads(pickle.dumps(CONVENTIONS[name])) == CONVENTIONS[name]
    assert CONVENTIONS[name].summary.endswith(".")


@pytest.mark.parametrize("name", of_metric("BLEU"))
def test_threads_and_partitions_do_not_matter(name: str) -> None:
    metric = BLEU(convention=name)
    score = metric.corpus_score(HYPOTHESES, REFERENCES, threads=1)
    assert metric.corpus_score(HYPOTHESES, REFERENCES, threads=3) == score
    rows = metric.statistics(HYPOTHESES, REFERENCES)
    assert metric.score(rows).value == score.value
    halves = [metric.score(part.tolist()) for part in np.array_split(rows, 2)]
    assert sum(half.matches[0] for half in halves) == score.matches[0]


def test_changed_settings_are_in_the_signature() -> None:
    metric = BLEU(convention="nltk", smoothing="method4", lowercase=True)
    assert metric.signature()["conv"] == "nltk+lowercase+smoothing+smoothing_value"
    assert BLEU.from_signature(metric.signature()) == BLEU(
        convention="nltk", smoothing="method4", lowercase=True
    )
    assert "lowercase=True" in repr(metric)


@pytest.mark.parametrize("smoothing", ["method5", "method6", "method7"])
def test_a_sum_of_rows_is_refused_for_methods_of_the_last_segment(
    smoothing: str,
) -> None:
    metric = BLEU(convention="nltk", smoothing=smoothing)
    for texts in (["a b c d e f g", "a b c d e f"], ["a b c", "d e f"], ["a b c d", "a b c"]):
        rows = metric.statistics(texts, texts)
        assert metric.score(rows).value == metric.corpus_score(texts, texts).value
        for row in rows:
            metric.score(row)  # the row of one segment
        with pytest.raises(InputError, match=r"plain sum.*metric\.score\(statistics\)"):
            metric.score(rows.sum(axis=0))


@pytest.mark.parametrize("smoothing", ["method5", "method6", "method7"])
def test_the_last_segment_is_the_last_for_any_number_of_threads(smoothing: str) -> None:
    """NLTK takes some counts from the last segment only, so the order of segments matters."""
    metric = BLEU(convention="nltk", smoothing=smoothing)
    assert [column.name for column in metric.layout if not column.adds] == [
        "last_hypothesis_length", "last_matches_5", "last_totals_5",
    ]  # fmt: skip
    hypotheses, references = HYPOTHESES, REFERENCES  # the last segment is short, the first is not
    score = metric.corpus_score(hypotheses, references, threads=1)
    assert metric.corpus_score(hypotheses, references, threads=4) == score
    rows = metric.statistics(hypotheses, references)
    assert metric.score(rows).value == score.value
    assert metric.score(rows.tolist()).value == score.value
    again = metric.corpus_score(hypotheses[::-1], references[::-1])
    assert again.matches == score.matches
    assert again.value != score.value


def test_methods_of_the_last_segment_cannot_be_resampled() -> None:
    metric = BLEU(convention="nltk", smoothing="method5")
    with pytest.raises(ConfigurationError, match="takes some counts from the last segment only"):
        compare({"a": HYPOTHESES, "b": REFERENCES}, REFERENCES, metrics=[metric])


def test_macro_averages_are_resampled() -> None:
    """Rows of a macro-average are additive, so intervals and tests use them like other rows."""
    metric = BLEU(average="macro")
    systems = {"a": HYPOTHESES[:40], "b": [line[:-5] for line in REFERENCES[:40]]}
    comparison = compare(systems, REFERENCES[:40], metrics=[metric], seed=7).to_dict()["metrics"][0]
    values = [metric.segment_scores(scores, REFERENCES[:40]) for scores in systems.values()]
    for system, scores in zip(comparison["systems"], values, strict=True):
        assert system["value"] == pytest.approx(scores.mean(), rel=1e-14)
        low, high = system["interval"]
        normal = 1.96 * scores.std() / math.sqrt(len(scores))
        assert (high - low) / 2 == pytest.approx(normal, rel=0.1)
    assert comparison["systems"][0]["signature"].count("eff:yes|") == 1, (
        "segment scores use effective order"
    )


def test_macro_is_the_mean_of_the_segments() -> None:
    metric = BLEU(average="macro")
    values = metric.segment_scores(HYPOTHESES, REFERENCES)
    score = metric.corpus_score(HYPOTHESES, REFERENCES)
    assert score.value == pytest.approx(math.fsum(values) / len(values), rel=1e-15)
    assert score.signature["average"] == "macro"
    of_one_segment = metric.corpus_score(HYPOTHESES[:1], REFERENCES[:1])
    assert of_one_segment.value == values[0]
    assert score.matches == BLEU().corpus_score(HYPOTHESES, REFERENCES).matches


def test_corpora_without_a_score_in_the_program_are_refused() -> None:
    metric = BLEU(convention="nltk", smoothing="method6")
    with pytest.raises(InputError, match=r"segment 1 has no score under this convention"):
        metric.sentence_score("a b", "a c")
    with pytest.raises(InputError, match=r"segment 2 has no score"):
        metric.segment_scores(["a b c d", "a b"], ["a b c d", "a c"])
    with pytest.raises(ConfigurationError, match="method6 needs a match of order 3"):
        metric.corpus_score(["a b"], ["a c"])
    with pytest.raises(InputError, match=r"segment 2 has no score"):
        BLEU(convention="nltk", smoothing="method6", average="macro").statistics(
            ["a b c d", "a b"], ["a b c d", "a c"]
        )


def test_one_reference_where_the_program_accepts_one() -> None:
    metric = BLEU(convention="futureagi-yaml")
    with pytest.raises(
        InputError, match=r"segment 1 has 2 references; this convention accepts one.*'lin-och'"
    ):
        metric.corpus_score(["a b"], References.per_segment([["a b", "a c"]]))
    assert metric.sentence_score("a b", "a b").value > 0


def test_nltk_does_not_normalize_weights() -> None:
    weights = (1, 1)
    score = BLEU(convention="nltk", weights=weights).sentence_score("a b c", "a b d")
    assert score.value == pytest.approx(2 / 3 * 1 / 2, rel=1e-15)
    assert BLEU(weights=weights).weights == (0.5, 0.5)
    assert "weights:1.0,1.0" in str(score.signature)


@pytest.mark.parametrize("name", [n for n in of_metric("BLEU") if CONVENTIONS[n].one_reference])
def test_the_error_names_the_nearest_convention_with_several_references(name: str) -> None:
    nearest = of_several(name)
    references = References.per_segment([["a b c d", "a b"]])
    with pytest.raises(InputError, match=f"the convention '{nearest}', the nearest that takes"):
        BLEU(convention=name).corpus_score(["a b c d"], references)
    assert BLEU(convention=nearest).corpus_score(["a b c d"], references).value > 0
    apart = {
        other: CONVENTIONS[name].num_differences(CONVENTIONS[other]) for other in of_metric("BLEU")
    }
    takers = [other for other in apart if not CONVENTIONS[other].one_reference]
    assert apart[nearest] == min(apart[other] for other in takers)
    assert apart[name] == 0


def test_decimals_equal_those_that_programs_print() -> None:
    printed = {name: each.decimals for name, each in CONVENTIONS.items() if each.decimals}
    assert printed["sacrebleu"] == printed["multi-bleu-detok"] == printed["fairseq"] == 2
    assert printed["mteval-v12"] == printed["mteval-v14c"] == printed["moses-sentence"] == 4
    assert CONVENTIONS["nltk"].decimals is None


@pytest.mark.parametrize("convention", ["nltk", "moses-sentence", "mteval-v14", "opik"])
def test_another_scale_multiplies_the_score_of_the_tool(convention: str) -> None:
    tool = BLEU(convention=convention)
    scaled = BLEU(convention=convention, scale=101 - tool.scale)
    for hypothesis, reference in zip(HYPOTHESES[:4], REFERENCES[:4], strict=True):
        scores = [metric.corpus_score([hypothesis], [reference]) for metric in (tool, scaled)]
        assert scores[1].value == scores[0].value * (scaled.scale / tool.scale)
