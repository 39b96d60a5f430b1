"""Every metric in every feature that accepts all metrics: rewards, data checks, tests, reports.

A new metric fails the first test until `tests/matrix/metrics.py` has its facts.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import truebleu
from tests.matrix.metrics import (
    BY_SEGMENT,
    BY_TEXT,
    FACTS,
    REFERENCES,
    REFUSED,
    SYSTEMS,
    make_metric,
    registered,
)
from tests.paths import ROOT
from tests.requirements import require_module
from truebleu import (
    BLEU,
    GLEU,
    ROUGE,
    WER,
    ConfigurationError,
    Evaluation,
    InputError,
    Reward,
    ScoreColumn,
    best_of,
    check,
    compare,
    explain,
    mbr,
    pairwise,
    write_report,
)
from truebleu.metrics.base.accumulator import Accumulator
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import places_of
from truebleu.metrics.registry import (
    BY_CORPUS,
    METRICS,
    check_metrics,
    from_signature,
    labels,
    metric_class,
    metric_classes,
)

QUICK: dict[str, Any] = {"trials": 50, "resamples": 30}


@pytest.fixture(autouse=True)
def _packages() -> None:
    require_module("jiwer")


def system_score(metric: Any, name: str) -> Any:
    if isinstance(metric, ScoreColumn):
        return metric.system_score(name)
    return metric.corpus_score(SYSTEMS[name], REFERENCES)


def test_the_matrix_has_every_metric() -> None:
    assert {name.partition(" (")[0] for name in FACTS} == registered()
    exported = [getattr(truebleu, name) for name in truebleu.__all__]
    public = {kind for kind in exported if isinstance(kind, type) and issubclass(kind, Metric)}
    assert public == set(metric_classes())
    sources = {name: metric_class(name).row_source for name in METRICS}
    assert [name for name, source in sources.items() if source == "corpus"] == [*BY_CORPUS]


@pytest.mark.parametrize("name", METRICS)
def test_a_signature_creates_its_metric(name: str) -> None:
    signature = make_metric(name).signature(full=True)
    metric = from_signature(signature)
    assert type(metric) is metric_class(name)
    assert metric.signature(full=True) == signature


@pytest.mark.parametrize("name", FACTS)
def test_the_manual_has_every_key_of_a_signature(name: str) -> None:
    page = (ROOT / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
    tables = page.partition("## Stable outputs")[0]
    signature = make_metric(name).with_data(reseg="words").signature(1, segments=1, full=True)
    assert [key for key in signature if f"`{key}`" not in tables] == []


@pytest.mark.parametrize("name", FACTS)
def test_facts(name: str) -> None:
    metric, facts = make_metric(name), FACTS[name]
    declared = ("scale", "perfect", "higher_is_better", "decimals", "row_source", "bounded")
    for fact in (*declared, "takes_tokens"):
        assert getattr(metric, fact) == getattr(facts, fact), fact
    score = system_score(metric, "new")
    assert score.higher_is_better == metric.higher_is_better
    assert score.bounded == metric.bounded
    assert places_of(score.scale) == metric.decimals
    assert metric.scale in {None, score.scale}
    # an object that holds rows in place of the metric has the same facts
    [counting_metric] = check_metrics(metric)
    for fact in (*declared, "takes_tokens"):
        assert getattr(counting_metric, fact) == getattr(metric, fact), fact
    formula = counting_metric.page_formula
    assert (formula and formula.name) == facts.page_formula


@pytest.mark.parametrize("name", BY_SEGMENT)
def test_tokens_are_accepted_or_refused(name: str) -> None:
    metric, tokens = make_metric(name), [LONG.split()]
    if metric.takes_tokens:
        assert metric.corpus_score(tokens, tokens).value == pytest.approx(metric.perfect, rel=1e-2)
        return
    with pytest.raises(InputError, match="Pass each segment as a str"):
        metric.corpus_score(tokens, tokens)


# Features that need sentence scores


LONG = "the quick brown fox jumps over the lazy dog near the river bank"
SCALED = [BLEU(scale=1), GLEU(scale=100), ROUGE("L", scale=100)]


@pytest.mark.parametrize("name", [*BY_SEGMENT, *map(repr, SCALED), "WER(scale=100)"])
def test_a_reward_is_a_fraction_of_the_scale(name: str) -> None:
    scaled = {repr(metric): metric for metric in SCALED}
    metric: Any = scaled.get(name) or (make_metric(name) if name in FACTS else WER(scale=100))
    sign = 1 if metric.higher_is_better else -1
    texts = SYSTEMS["base"]
    values = metric.segment_scores(texts, REFERENCES)
    for scale in (1.0, 5.0):
        rewards = Reward(metric=metric, scale=scale)(texts, REFERENCES)
        assert rewards == pytest.approx(sign * values / metric.scale * scale, rel=1e-15)
    assert Reward(metric=metric, scale=None)(texts, REFERENCES) == values.tolist()
    [identical] = Reward(LONG, metric, scale=5)([LONG])
    if FACTS.get(name, FACTS["bleu"]).identical_is_perfect:
        assert identical == (5.0 if metric.higher_is_better else 0.0)
    else:
        assert 4.9 < identical < 5


@pytest.mark.parametrize("name", BY_SEGMENT)
def test_pairwise_and_reranking_use_sentence_scores(name: str) -> None:
    metric = make_metric(name)
    samples = [*SYSTEMS["base"][:2], "", *SYSTEMS["new"][:2]]
    expected = [[metric.sentence_score(a, b).value for b in samples] for a in samples]
    assert pairwise(samples, samples, metric).tolist() == expected
    means = np.mean(expected, axis=1)
    choice = mbr(samples, metric=metric)
    assert choice.utilities == pytest.approx(means, rel=1e-12)
    best = max if metric.higher_is_better else min
    assert means[choice.index] == pytest.approx(best(means))
    weights = [3, 0, 1, 1, 2]
    matrix = np.array(expected)
    weighed = mbr(samples, metric=metric, weights=weights).utilities
    assert weighed == pytest.approx(matrix @ weights / 7, rel=1e-12)
    np.fill_diagonal(matrix, 0)
    alone = mbr(samples, metric=metric, exclude_self=True).utilities
    assert alone == pytest.approx(matrix.sum(axis=1) / 4, rel=1e-12)
    references = REFERENCES[:2]
    result = best_of(samples, references, metric)
    values = [metric.sentence_score(sample, references).value for sample in samples]
    assert result.utilities == tuple(values)
    assert result.index == values.index(best(values))


@pytest.mark.parametrize("name", BY_SEGMENT)
def test_score_impact_is_in_points_of_the_metric(name: str) -> None:
    metric = make_metric(name)
    sign = 1 if metric.higher_is_better else -1
    escaped = [text.replace("'", "&#39;") for text in SYSTEMS["base"]]
    issues = check(escaped, REFERENCES, metric=metric)
    [finding] = issues.of("escaped")
    repaired, as_it_is = (
        metric.corpus_score(texts, REFERENCES) for texts in (SYSTEMS["base"], escaped)
    )
    cost = sign * (repaired.value - as_it_is.value)
    assert finding.score_impact == pytest.approx(cost)
    assert issues.metric == finding.metric == repaired.metric
    assert issues.scale == finding.scale == metric.scale
    change = f"{repaired.value - as_it_is.value:+.{metric.decimals}f}"
    assert finding.impact_text == (
        f"{change} {repaired.metric} after repair"
        if float(change)
        else f"no effect on {repaired.metric}"
    )


@pytest.mark.parametrize("name", BY_SEGMENT)
def test_accumulators(name: str) -> None:
    metric = make_metric(name)
    parts = []
    for start in (0, 2):
        part = metric.accumulator()
        part.update(SYSTEMS["new"][start : start + 2], REFERENCES[start : start + 2])
        parts.append(Accumulator.from_bytes(part.to_bytes(), metric))
    assert (parts[0] + parts[1]).compute() == metric.corpus_score(SYSTEMS["new"], REFERENCES)


CALLS: dict[str, Any] = {
    "Reward": lambda metric: Reward("x", metric),
    "pairwise": lambda metric: pairwise(["a"], ["b"], metric),
    "mbr": lambda metric: mbr(["a", "b"], metric=metric),
    "best_of": lambda metric: best_of(["a", "b"], "a", metric),
    "check": lambda metric: check(["a"], ["b"], metric=metric),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("name", REFUSED)
def test_metrics_without_sentence_scores_are_refused(name: str, call: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        CALLS[call](make_metric(name))
    message = str(refused.value)
    is_corpus = FACTS[name].row_source == "corpus"
    assert ("whole corpus" if is_corpus else "column 'rating' holds numbers") in message
    listed = message.partition("hoose from: ")[2]
    accepted = {type(make_metric(each)).__name__ for each in BY_SEGMENT}
    assert {each.partition("(")[0] for each in listed.split(", ")} == accepted


PUBLIC = {name: getattr(truebleu, name) for name in truebleu.__all__}


@pytest.mark.parametrize("name", METRICS)
def test_a_name_in_place_of_a_metric_is_an_error_with_advice(name: str) -> None:
    with pytest.raises(ConfigurationError, match=r"[Cc]hoose from: BLEU\(\), CHRF\(\)") as refused:
        CALLS["Reward"](name.upper())
    message = str(refused.value)
    if name in BY_CORPUS:
        reason = "weighs n-grams by the whole corpus"
        assert message.startswith(f"{metric_class(name).name} {reason}")
        assert ("Pass document_frequencies, or choose" in message) == (name == "cider")
        return
    advice = message.partition("Pass the metric itself, ")[2].partition(". Choose")[0]
    # METEOR would search for WordNet.
    assert advice == "METEOR()" if name == "meteor" else eval(advice, PUBLIC) == make_metric(name)


# Features that compare systems


@pytest.mark.parametrize("name", FACTS)
def test_evaluation_and_compare_give_the_scores_of_the_metric(name: str) -> None:
    metric = make_metric(name)
    expected = {system: system_score(metric, system) for system in SYSTEMS}
    result = Evaluation([metric]).run(SYSTEMS, REFERENCES)
    [actual] = result.metrics
    assert {system: score.value for system, score in zip(SYSTEMS, actual.scores, strict=True)} == {
        system: score.value for system, score in expected.items()
    }
    assert actual.name == expected["new"].metric
    if name in BY_TEXT:
        values = [metric.segment_scores(texts, REFERENCES).tolist() for texts in SYSTEMS.values()]
        assert actual.values.tolist() == values
    compared = compare(SYSTEMS, REFERENCES, [metric], **QUICK)
    assert result.compare(**QUICK).to_dict() == compared.to_dict()
    pair = compared[0].pair("base", "new")
    assert pair.difference == pytest.approx(expected["new"].value - expected["base"].value)
    text = str(compared)
    for score in expected.values():
        assert f"{score.value:.{metric.decimals}f}" in text


def test_all_metrics_in_one_report(tmp_path: Path) -> None:
    metrics = [make_metric(name) for name in FACTS]
    path = tmp_path / "report.html"
    write_report(path, SYSTEMS, REFERENCES, metrics, **QUICK)
    text = path.read_text(encoding="utf-8")
    assert all(label in text for label in labels(check_metrics(metrics)))


@pytest.mark.parametrize("name", FACTS)
def test_explain_supports_bleu_only(name: str) -> None:
    if name == "bleu":
        assert explain(SYSTEMS["new"], REFERENCES, metric=make_metric(name)).score.metric == "BLEU"
        return
    with pytest.raises(ConfigurationError, match=make_metric(name).name.replace("+", r"\+")):
        explain(SYSTEMS["new"], REFERENCES, metric=make_metric(name))


NAMES = sorted({make_metric(name).name for name in FACTS} | {"chrF2", "ROUGE-L"})


@pytest.mark.parametrize("name", NAMES)
def test_a_column_may_have_the_name_of_a_metric(name: str, tmp_path: Path) -> None:
    column = ScoreColumn(name, {"base": [1, 2, 3, 4], "new": [2, 2, 4, 5]})
    metrics: list[Any] = [BLEU(), column]
    for result in (
        compare(SYSTEMS, REFERENCES, metrics, **QUICK),
        Evaluation(metrics).run(SYSTEMS, REFERENCES).compare(**QUICK),
    ):
        pair = result[1].pair("base", "new")
        assert pair.difference == 0.75
        assert pair.human_agreement is None
    with pytest.raises(ConfigurationError, match="sacreBLEU has no"):
        compare(SYSTEMS, REFERENCES, [column], compatible="sacrebleu")
    write_report(tmp_path / "r.html", SYSTEMS, REFERENCES, metrics, **QUICK)
