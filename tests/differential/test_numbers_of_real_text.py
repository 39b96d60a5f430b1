"""Scores of all conventions, and identification of scores, on real translations."""

from __future__ import annotations

import pytest

from tests.differential import wmt
from tests.profiles import PROFILE
from truebleu import BLEU, References, compare_conventions, diagnose, identify
from truebleu.metrics import conventions

pytestmark = pytest.mark.data
STEP = 20 if PROFILE == "fast" else 1
NAMES = [name for name, _ in wmt.SETS]
NUMBERS = [
    ({}, "", 2),
    ({"convention": "nltk"}, "nltk", 4),
    ({"convention": "mteval-v13a"}, "mteval-v13a", 4),
    ({"lowercase": True, "tokenizer": "intl"}, "sacrebleu", 2),
    ({"convention": "futureagi"}, "futureagi", 4),
]


@pytest.mark.parametrize(("name", "system"), wmt.SETS, ids=NAMES)
def test_all_conventions_and_the_rules_between_them(name: str, system: str) -> None:
    texts = wmt.read(name, system).every(STEP)
    references = References.streams(texts.streams)
    result = compare_conventions(texts.hypotheses, references)
    for tool in result.tools:
        if tool.points is None:
            assert result.references > 1
            continue
        score = conventions.metric(tool.name).corpus_score(texts.hypotheses, references)
        assert tool.value == score.value
        assert sum(move.points for move in tool.moves) == pytest.approx(tool.gap, abs=1e-9)
    first = BLEU().corpus_score(texts.hypotheses, references)
    second = BLEU(convention="nltk").corpus_score(texts.hypotheses, references)
    diagnosis = diagnose(first, second, texts.hypotheses, references)
    assert diagnosis.gap == pytest.approx(second.value * 100 - first.value, abs=1e-9)
    assert sum(move.points for move in diagnosis.moves) == pytest.approx(diagnosis.gap, abs=1e-9)
    by_part = {move.part: move.points for move in result.tool("nltk").moves}
    for move in diagnosis.moves:
        assert move.points == pytest.approx(by_part.get(move.part, 0.0), abs=1e-9)


@pytest.mark.parametrize(("settings", "tool", "decimals"), NUMBERS, ids=str)
def test_identify_finds_the_settings_of_a_score(
    settings: dict[str, object], tool: str, decimals: int
) -> None:
    texts = wmt.read("wmt22/en-de", "Online-A").every(STEP)
    references = References.streams(texts.streams)
    score = BLEU(**settings).corpus_score(texts.hypotheses, references)  # type: ignore[arg-type]
    reported = f"{score.value:.{decimals}f}"
    identification = identify(texts.hypotheses, references, reported, tool=tool or None)
    points = score.value * 100 / score.scale
    assert any(abs(match.points - points) < 1e-9 for match in identification.matches)
    assert len(identification.groups) < identification.distinct / 10
    if not tool:
        assert identification.matches[0].name == "sacrebleu"
