"""Adapters without their packages; `make platforms` calls them from the platforms' own runners."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

import truebleu.integrations
from truebleu import InputError, MissingDependency
from truebleu.integrations import langsmith

FOLDER = Path(truebleu.integrations.__file__).parent
NEEDS = {
    "autoevals": "autoevals",
    "langfuse": "langfuse",
    "pydantic_evals": "pydantic-evals",
}
"""Modules that define a class of a platform, and what pip calls the platform."""


@pytest.mark.parametrize(("module", "package"), NEEDS.items())
def test_a_missing_platform_is_named(
    module: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, f"truebleu.integrations.{module}", raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingDependency, match=f"pip install {package}"):
        importlib.import_module(f"truebleu.integrations.{module}")


def test_adapters_are_thin() -> None:
    for module in (*NEEDS, "langsmith"):
        assert len((FOLDER / f"{module}.py").read_text().splitlines()) < 110, module


def test_langsmith() -> None:
    score = langsmith.evaluator(output="text", references="reference", threshold=0.9)
    found = score({"text": "It rained."}, {"reference": ["It rained.", "Rain."]})
    assert found["key"] == score.__name__ == "bleu"
    assert (found["score"], found["metadata"]["passed"]) == (1.0, True)
    assert score("It rained.", "It rained.")["score"] == 1.0
    with pytest.raises(InputError, match=r"the output has no field 'text'.* It has answer"):
        score({"answer": "It rained."}, {"reference": "It rained."})
    with pytest.raises(InputError, match="the reference output has no field"):
        score({"text": "It rained."}, {})


def test_langsmith_summaries() -> None:
    score = langsmith.summary_evaluator()
    texts = [{"answer": "It rained."}, {"answer": "Snow fell."}]
    assert score(texts, texts)["key"] == score.__name__ == "corpus_bleu"
    with pytest.raises(InputError, match="run 2 has no output"):
        score([texts[0], {}], texts)
