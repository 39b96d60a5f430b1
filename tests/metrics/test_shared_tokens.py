"""Metrics that are counted together call a Python tokenizer once per text."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from truebleu import BLEU, GLEU, METEOR, ROUGE, Evaluation, References
from truebleu.cli import main
from truebleu.tokenizers import callables, resolve

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SYSTEMS = {
    "base": ["the cat sat", "It rained", "it rained"],
    "new": ["the cat sat down", "it poured", ""],
}
REFERENCES = [["a cat sat", "the cat sat"], ["it rained all day"], ["it rained", "rain"]]
seen: Counter[str] = Counter()


def split(text: str) -> list[str]:
    seen[text] += 1
    return text.split()


def alone(metric: Any, name: str, references: Any) -> list[float]:
    scores: list[float] = metric.segment_scores(SYSTEMS[name], references).tolist()
    return scores


@pytest.mark.parametrize("shape", ["per segment", "streams", "an iterator"])
def test_a_text_is_tokenized_once_for_all_metrics_and_systems(shape: str) -> None:
    tokenizer = resolve(split)
    metrics: list[Any] = [
        BLEU(tokenizer=tokenizer),
        GLEU(tokenizer=tokenizer, max_order=2),
        METEOR(tokenizer=tokenizer, lowercase=False, stem=False, synonyms=None),
        ROUGE("L", tokenizer=tokenizer, lowercase=False),
        GLEU(tokenizer=tokenizer, lowercase=True),  # other tokens, because the texts are lowercased
    ]
    per_segment = References.per_segment(REFERENCES)
    streams = References.streams(
        [[each[0] for each in REFERENCES], [(*each, None)[1] for each in REFERENCES]]
    )
    references: Any = {"per segment": per_segment, "streams": streams}.get(shape, iter(REFERENCES))
    seen.clear()
    evaluation = Evaluation(metrics).run(SYSTEMS, references)
    mine = Counter(text for texts in SYSTEMS.values() for text in texts)
    theirs = Counter(text for each in REFERENCES for text in each)
    both = mine + theirs
    lowered = Counter(text.lower() for text in both.elements())
    # ROUGE splits sentences in Python, so it calls the tokenizer again.
    assert seen == both + both + lowered
    for index, metric in enumerate(metrics):
        for row, name in enumerate(SYSTEMS):
            assert evaluation.metrics[index].values[row].tolist() == alone(
                metric, name, per_segment
            )


class Slotted:
    __slots__ = ("characters",)

    def __init__(self, characters: bool) -> None:
        self.characters = characters

    def __call__(self, text: str) -> list[str]:
        return list(text) if self.characters else text.split()


def closure(characters: bool) -> Callable[[str], list[str]]:
    state = {"characters": characters}
    return lambda text: list(text) if state["characters"] else text.split()


@pytest.mark.parametrize("make", [Slotted, closure])
def test_callables_with_one_fingerprint_do_not_share_tokens(make: Any) -> None:
    metrics = [BLEU(tokenizer=make(False)), BLEU(tokenizer=make(True))]
    assert len({metric.tokenizer.fingerprint for metric in metrics}) == 1
    expected = [alone(metric, "new", REFERENCES) for metric in metrics]
    assert expected[0] != expected[1]
    evaluation = Evaluation(metrics).run({"new": SYSTEMS["new"]}, REFERENCES)
    assert [each.values[0].tolist() for each in evaluation.metrics] == expected


def test_metrics_of_one_command_line_share_tokens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "truebleu.tokenizers.registry._by_name", lambda _: callables.callable_tokenizer(split)
    )
    for name, lines in (("sys", SYSTEMS["base"]), ("ref", [each[0] for each in REFERENCES])):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    seen.clear()
    paths = [str(tmp_path / "sys"), "-r", str(tmp_path / "ref")]
    assert main(["score", *paths, "-m", "bleu", "gleu", "--per-segment", "-q", "-f", "json"]) == 0
    assert [each["metric"] for each in json.loads(capsys.readouterr().out)] == ["BLEU", "GLEU"]
    assert seen == Counter([*SYSTEMS["base"], *(each[0] for each in REFERENCES)])
