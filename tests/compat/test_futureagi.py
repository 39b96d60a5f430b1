"""The drop-in for Future AGI's SDK: recorded scores, and comparison with NLTK, which it calls.

The SDK depends on large packages, so the scores that it gave for the golden corpora at commit
a13cd0d were recorded in testdata/golden/tools/futureagi.json.
"""

from __future__ import annotations

import math
import re
import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases.golden import read
from tests.in_one_test import in_one_test
from tests.paths import ROOT
from tests.profiles import examples
from tests.requirements import require_module
from truebleu import CHRF, ROUGE, TER, EmbeddingSimilarity, InvalidUnicode, TrueBleuError
from truebleu.compat.futureagi import (
    AggregatedMetric,
    BatchRunResult,
    BLEUScore,
    EvalResult,
    Evaluator,
    TextMetricInput,
)

PAGE = {
    "reference": "The Eiffel Tower is a famous landmark in Paris, built in 1889 for the World's "
    "Fair. It stands 324 meters tall.",
    "hypothesis": "The Eiffel Tower, located in Paris, was built in 1889 and is 324 meters high.",
}
NAME = re.compile(r"futureagi\.sdk\.BLEUScore\((.*)\)$")


def settings(golden: str) -> dict[str, Any] | None:
    """Parse the settings in a name such as `futureagi.sdk.BLEUScore(smooth=method1)`."""
    match = NAME.match(golden)
    if match is None:
        return None
    pairs = re.findall(r"(\w+)=(\[[^\]]*\]|[^,]+)", match[1])
    keywords: dict[str, Any] = {
        name: value if value.isidentifier() else eval(value) for name, value in pairs
    }
    return keywords


RECORDED = [
    (golden, case, keywords)
    for golden, cases in read("golden/tools/futureagi").items()
    for case in cases
    if (keywords := settings(golden)) is not None
]


def test_the_recording_has_all_cases() -> None:
    assert len({golden for golden, _, _ in RECORDED}) >= 8


@in_one_test(("golden", "case", "config"), RECORDED)
def test_recorded_scores(golden: str, case: str, config: dict[str, Any]) -> None:
    recorded = read("golden/tools/futureagi")[golden][case]["sentences"]
    inputs = read("golden/inputs")[case]
    for hypothesis, references, expected in zip(
        inputs["hypotheses"], inputs["references"], recorded, strict=True
    ):
        call = {"output": hypothesis, "expected_output": references}
        if isinstance(expected, dict):
            with pytest.raises(AssertionError, match="method6"):
                Evaluator().evaluate("bleu_score", call, eval_config=config)
        else:
            result = Evaluator().evaluate("bleu_score", call, eval_config=config)
            assert result.eval_results[0].output == expected, (hypothesis, references)


def test_the_page_s_example_in_both_argument_orders() -> None:
    values = read("golden/tools/futureagi")["futureagi.sdk.BLEUScore(mode=sentence,smooth=method1)"]
    evaluator = Evaluator(fi_api_key="key", fi_secret_key="secret")
    page = evaluator.evaluate(eval_templates="bleu_score", inputs=PAGE, reading="page")
    code = evaluator.evaluate(eval_templates="bleu_score", inputs=PAGE)
    assert page.eval_results[0].output == values["seed_002"]["sentences"][0]
    assert code.eval_results[0].output == values["seed_002_swapped"]["sentences"][0]
    assert page.eval_results[0].reading == "reference is the output, hypothesis the expected text"
    assert code.eval_results[0].reason == (
        "BLEU 0.0745: of the 0.9255 points lost, 0.4265 go to 4-grams (0 of 12 matched, smoothed), "
        "0.1426 go to brevity (15 tokens, references 21). Read as: hypothesis "
        "is the output, reference the expected text."
    )


def test_the_score_on_the_sdks_page() -> None:
    found = BLEUScore().compute_one(TextMetricInput("the cat sat", "the cat sat on the mat"))
    assert found["output"] == 0.20687381245863395


@examples(4.0)
@given(
    st.lists(st.text("abc ", max_size=20), min_size=1, max_size=3),
    st.text("abc \n", max_size=20),
    st.sampled_from([f"method{n}" for n in range(8)]),
    st.sampled_from(["sentence", "corpus"]),
    st.one_of(st.integers(1, 5), st.sampled_from([[0.5, 0.5], [1, 0, 0], [0.7, 0.2, 0.1]])),
)
def test_generated_text_is_scored_as_nltk_does(
    references: list[str], output: str, smooth: str, mode: str, orders: Any
) -> None:
    theirs = require_module("nltk.translate.bleu_score")
    config = {"max_n_gram": orders} if isinstance(orders, int) else {"weights": orders}
    weights = [1.0 / orders] * orders if isinstance(orders, int) else orders
    given_ = {"response": output, "expected_response": references}

    def nltk() -> float:
        function = getattr(theirs.SmoothingFunction(), smooth)
        tokens = [each.split() for each in references]
        return float(theirs.sentence_bleu(tokens, output.split(), weights, function))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            expected = nltk()
        except (AssertionError, IndexError) as error:
            with pytest.raises(type(error)):
                BLEUScore({**config, "smooth": smooth, "mode": mode}).evaluate([given_])
            return
    score = BLEUScore({**config, "smooth": smooth, "mode": mode}).evaluate([given_])
    assert score.eval_results[0].output == expected


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"smooth": "method9"}, r"unknown smooth 'method9'"),
        ({"smooth": "exp"}, r"unknown smooth 'exp'"),
        ({"mode": "document"}, r"unknown mode 'document'"),
        ({"max_n_gram": 0}, r"max_n_gram=0 is out of range"),
        ({"weights": 0.5}, r"weights=0.5 is not a list"),
        ([1], r"eval_config=\[1\] is not a dict"),
        ({"max_ngram": 2}, r"unknown setting 'max_ngram'. Did you mean 'max_n_gram'"),
    ],
)
def test_wrong_settings_are_a_value_error(config: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        Evaluator().evaluate("bleu_score", PAGE, eval_config=config)
    assert isinstance(caught.value, TrueBleuError)


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({}, r"inputs has no 'hypothesis' .keys: none"),
        ({"hypothesis": "a"}, r"inputs has no 'reference' .keys: 'hypothesis'"),
        ({"hypothesis": ["a", "b"], "reference": "a"}, r"has 2 outputs.*or reading='page'"),
        ({"output": ["a", "b"], "expected_output": ["a"]}, r"has 2 outputs.*has 1"),
        ({"output": 3, "expected_output": "a"}, r"output=3 is invalid"),
        ({"output": "a", "expected_output": [3]}, r"Pass a str or a list of str"),
        ({"output": "a", "expected_output": []}, r"an empty list"),
        ({"output": "a", "expected_output": 5}, r"expected_response=5 is invalid"),
        ({"output": ["a"], "expected_output": None}, r"expected_output=None is invalid"),
        ({"output": "a", "expected_output": None}, r"expected_response is missing"),
        ("text", r"inputs='text' is invalid"),
    ],
)
def test_wrong_inputs(inputs: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Evaluator().evaluate("bleu_score", inputs)


def test_other_evaluations_and_platforms_are_refused() -> None:
    with pytest.raises(ValueError, match=r"unknown eval_templates 'tone'.*need Future AGI's"):
        Evaluator().evaluate("tone", PAGE)
    with pytest.raises(TypeError, match=r"eval_templates=3"):
        Evaluator().evaluate(3, PAGE)
    with pytest.raises(ValueError, match=r"platform='langfuse' is not supported"):
        Evaluator().evaluate("bleu_score", PAGE, platform="langfuse")
    with pytest.raises(ValueError, match=r"unknown reading 'doc'"):
        Evaluator().evaluate("bleu_score", PAGE, reading="doc")


def test_arguments_have_the_order_of_the_sdk() -> None:
    class Template:
        eval_name = "bleu_score"

    result = Evaluator("key", "secret", "address", max_workers=2).evaluate(
        Template, PAGE, 60, "turing_flash", "mine", True, None, True, True, {"max_n_gram": 2}
    )
    expected = Evaluator().evaluate("bleu_score", PAGE, max_n_gram=2)
    assert result.eval_results[0].output == expected.eval_results[0].output > 0.25


def test_a_batch_has_a_result_for_each_output() -> None:
    batch = {"output": ["a b c d", "a b"], "expected_output": ["a b c d", ["b", "a b c"]]}
    result = Evaluator().evaluate(
        ["bleu_score"], [batch, {"response": "", "expected_response": ""}]
    )
    single = Evaluator().evaluate(
        "bleu_score", {"output": "a b", "expected_output": ["b", "a b c"]}
    )
    outputs = [each.output for each in result.eval_results]
    assert outputs == [1.0, single.eval_results[0].output, 0.0]
    assert [each.reading for each in result.eval_results] == [None] * 3


def test_results_can_be_dumped() -> None:
    result = Evaluator().evaluate("bleu_score", PAGE)
    assert isinstance(result, BatchRunResult)
    assert isinstance(result.eval_results[0], EvalResult)
    (dumped,) = result.model_dump()["eval_results"]
    assert dumped["name"] == "bleu_score"
    assert dumped["output_type"] == "score"
    assert isinstance(dumped["runtime"], int)


class Fixed:
    """Metric of a user, with the interface of the SDK's metrics."""

    def __init__(self, name: str, output: Any) -> None:
        self.metric_name, self.output = name, output

    def compute_one(self, inputs: Any) -> dict[str, Any]:
        assert inputs is GIVEN
        if isinstance(self.output, Exception):
            raise self.output
        return {"output": self.output}


GIVEN = TextMetricInput("the cat sat", "the cat sat on the mat")


@pytest.mark.parametrize(
    ("outputs", "config", "expected", "reason"),
    [
        ([0.5, 1], {}, 0.75, "Average of one 0.5000 and two 1.0000."),
        ([True, 7], {}, 1.0, "Average of one 1.0000 and two 1.0000."),
        (
            [0.5, 1],
            {"aggregator": "weighted_average", "weights": [3, 1]},
            0.625,
            "Weighted average of one 0.5000 (weight 3) and two 1.0000 (weight 1).",
        ),
        ([0.5, RuntimeError("no model")], {}, 0.25, "two 0 (it failed: no model)."),
        ([0.5, "good"], {}, 0.25, "two 0 ('good' is no number)."),
    ],
)
def test_aggregated_metrics_of_a_user(
    outputs: list[Any], config: Any, expected: float, reason: str
) -> None:
    metrics = [Fixed(name, each) for name, each in zip(["one", "two"], outputs, strict=True)]
    result = AggregatedMetric({"metrics": metrics, **config}).compute_one(GIVEN)
    assert result["output"] == expected
    assert reason in result["reason"]


def test_aggregated_with_metrics_of_truebleu() -> None:
    result = Evaluator().evaluate(
        "aggregated_metric",
        {"hypothesis": GIVEN.response, "reference": GIVEN.expected_response},
        eval_config={"metrics": [BLEUScore(), CHRF()]},
    )
    chrf = CHRF().sentence_score("the cat sat", "the cat sat on the mat").value / 100
    assert math.isclose(result.eval_results[0].output, (0.20687381245863395 + chrf) / 2)
    assert "Read as: hypothesis is the output" in result.eval_results[0].reason


def test_wrong_aggregations() -> None:
    metric_of_user = Fixed("one", 1)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"metrics": [metric_of_user], "aggregator": "max"}, r"unknown aggregator 'max'"),
        ({"metrics": []}, r"metrics is empty"),
        (
            {"metrics": [metric_of_user], "aggregator": "weighted_average"},
            r"weighted_average requires 1 weight",
        ),
        (
            {"metrics": [metric_of_user], "aggregator": "weighted_average", "weights": ["x"]},
            r"weights=\['x'\] is invalid\. weighted_average requires 1 weight",
        ),
        ({"metrics": "chrf"}, r"metrics='chrf' is not a list"),
        ({"metrics": 5}, r"metrics=5 is not a list"),
    ]
    for config, message in wrong:
        with pytest.raises(ValueError, match=message):
            AggregatedMetric(config)
    for metric in (3, TER(), "ter"):
        with pytest.raises(TypeError, match=r"metrics: "):
            AggregatedMetric({"metrics": [metric]})
    for name in ("blue_score", "nist"):
        with pytest.raises(TypeError, match=rf"'{name}'.*bleu_score"):
            AggregatedMetric({"metrics": [name]})


def test_aggregated_metrics_by_name() -> None:
    case = [{"response": "the cat sat", "expected_response": "the cat sat on the mat"}]
    named = AggregatedMetric({"metrics": ["bleu_score", "chrF++", "ROUGE-L"]}).evaluate(case)
    metric = AggregatedMetric({"metrics": [BLEUScore(), CHRF(word_order=2), ROUGE("L")]})
    assert named.eval_results[0].output == metric.evaluate(case).eval_results[0].output
    assert "ROUGE-L" in named.eval_results[0].reason


def test_the_default_smoothing_is_the_documented_one() -> None:
    default = Evaluator().evaluate("bleu_score", PAGE)
    method1 = Evaluator().evaluate("bleu_score", PAGE, smooth="method1")
    assert default.eval_results[0].output == method1.eval_results[0].output
    page = (ROOT / "docs" / "migrate" / "futureagi.md").read_text(encoding="utf-8")
    assert '`smooth` (`"method1"`)' in page


def test_embedding_similarity_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"EmbeddingSimilarity\(model\)\.sentence_score") as raised:
        Evaluator().evaluate("embedding_similarity", PAGE)
    assert "service" not in str(raised.value)
    with pytest.raises(TypeError, match=r"Pass truebleu\.EmbeddingSimilarity\(model\)"):
        AggregatedMetric({"metrics": ["bleu_score", "embedding_similarity"]})

    def lengths(texts: list[str]) -> list[list[float]]:
        return [[1.0, len(text)] for text in texts]

    model = EmbeddingSimilarity(lengths, name="lengths", revision="1")
    result = Evaluator().evaluate("aggregated_metric", PAGE, metrics=["bleu_score", model])
    assert "and EmbeddingSimilarity 1.0000" in result.eval_results[0].reason


def test_wrong_inputs_of_a_metric() -> None:
    with pytest.raises(ValueError, match=r"has the keys \['output'\]\. Pass response and expec"):
        BLEUScore().evaluate([{"output": "a"}])
    with pytest.raises(ValueError, match=r"response=3 is not a str"):
        BLEUScore().evaluate([{"response": 3}])
    with pytest.raises(ValueError, match=r"lone surrogate") as raised:
        BLEUScore().evaluate([{"response": "\ud800", "expected_response": "a"}])
    assert isinstance(raised.value, InvalidUnicode)
