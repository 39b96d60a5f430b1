"""Adapters without their packages; `make platforms` calls them from each platform's runner."""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path

import pytest

import truebleu.integrations
from truebleu import BLEU, InputError, LengthMismatch, MissingDependency, References
from truebleu.integrations import langsmith
from truebleu.integrations.azure_ai import TextEvaluator
from truebleu.integrations.promptfoo import assertion

FOLDER = Path(truebleu.integrations.__file__).parent
NEEDS = {
    "autoevals": "autoevals",
    "deepeval": "deepeval",
    "haystack": "haystack-ai",
    "inspect_ai": "inspect-ai",
    "langfuse": "langfuse",
    "mlflow": "mlflow",
    "opik": "opik",
    "pydantic_evals": "pydantic-evals",
    "ragas": "ragas",
    "weave": "weave",
}
"""Modules that define a class of a platform, and the platform's name for pip."""


@pytest.mark.parametrize(("module", "package"), NEEDS.items())
def test_a_missing_platform_is_named(
    module: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, f"truebleu.integrations.{module}", raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingDependency, match=f"pip install {package}"):
        importlib.import_module(f"truebleu.integrations.{module}")


def code_lines(path: Path) -> int:
    """Return the number of lines without docstrings, imports and empty lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)) or not isinstance(node, ast.stmt):
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        lines.add(node.lineno)
    return len(lines)


def test_adapters_are_thin() -> None:
    for module in (*NEEDS, "azure_ai", "langsmith", "promptfoo"):
        assert code_lines(FOLDER / f"{module}.py") <= 60, module


def test_langsmith() -> None:
    score = langsmith.evaluator(output="text", references="reference", threshold=0.9)
    result = score({"text": "It rained."}, {"reference": ["It rained.", "Rain."]})
    assert result["key"] == score.__name__ == "bleu"
    assert (result["score"], result["metadata"]["passed"]) == (1.0, True)
    assert score("It rained.", "It rained.")["score"] == 1.0
    with pytest.raises(InputError, match=r"output has no field 'text'.* It has answer"):
        score({"answer": "It rained."}, {"reference": "It rained."})
    with pytest.raises(InputError, match="references has no field"):
        score({"text": "It rained."}, {})


def test_langsmith_summaries() -> None:
    score = langsmith.summary_evaluator()
    texts = [{"answer": "It rained."}, {"answer": "Snow fell."}]
    assert score(texts, texts)["key"] == score.__name__ == "corpus_bleu"
    with pytest.raises(InputError, match="run 2 has no output"):
        score([texts[0], {}], texts)
    assert score(["", "It rained."], texts)["score"] < 1  # the empty text is an output
    with pytest.raises(LengthMismatch, match="outputs has 1 element, references has 2"):
        score(texts[:1], texts)


def test_azure_ai() -> None:
    plain, bleu = TextEvaluator(), TextEvaluator(threshold=0.5)
    assert set(plain(response="Rain.", ground_truth="Rain.")) == {
        "bleu", "bleu_reason", "bleu_statistics"
    }  # fmt: skip
    rows = [
        bleu(response="It rained.", ground_truth=["Rain.", "It rained."]),
        bleu(response="It rained.", ground_truth="It rained all day."),
    ]
    assert [row["bleu_result"] for row in rows] == ["pass", "fail"]
    assert rows[0]["bleu_threshold"] == 0.5
    score = BLEU().corpus_score(
        ["It rained."] * 2,
        References.per_segment([["Rain.", "It rained."], ["It rained all day."]]),
    )
    assert bleu.__aggregate__(rows) == {"corpus_bleu": score.value / 100}
    with pytest.raises(InputError, match="row 2 has no field 'bleu_statistics'"):
        bleu.__aggregate__([rows[0], {}])


def test_promptfoo() -> None:
    context = {"vars": {"reference": ["It rained all day.", "It rained."]}}
    result = assertion(threshold=0.9)("It rained.", context)
    assert (result["pass"], result["score"], result["namedScores"]) == (True, 1.0, {"bleu": 1.0})
    assert assertion(threshold=0.9)("It poured.", context)["pass"] is False
    assert assertion()("It poured.", context)["pass"] is True
    with pytest.raises(InputError, match="references has no field 'answer'"):
        assertion(references="answer")("It rained.", context)
