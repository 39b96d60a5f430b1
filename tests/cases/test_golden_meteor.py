"""METEOR scores of NLTK, with and without WordNet: truebleu, its command line and the oracle.

WordNet need not be installed: the synonyms that the recorded texts use are recorded with them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.cases.golden import read
from tests.oracle import meteor as oracle
from truebleu import METEOR, References, _native
from truebleu.cli import main
from truebleu.metrics.wordnet import wordnet_version

if TYPE_CHECKING:
    from pathlib import Path

RECORDED: dict[str, Any] = read("golden/meteor")
CASES: list[dict[str, Any]] = RECORDED["cases"]
SYNONYMS: dict[str, list[str]] = RECORDED["synonyms"]
HYPOTHESES = [case["hypothesis"] for case in CASES]
REFERENCES = [case["references"] for case in CASES]
VALUES = {True: [case["value"] for case in CASES], False: [case["without"] for case in CASES]}
CLOSE = 2.0**-59
"""Tolerance: a row stores a value in units of 2^-60."""


def test_synonyms_change_the_recorded_scores() -> None:
    assert len(CASES) > 200
    assert sum(case["value"] > case["without"] for case in CASES) > 50
    assert max(len(case["references"]) for case in CASES) == 3


@pytest.mark.parametrize("with_synonyms", [True, False])
def test_recorded_numbers(with_synonyms: bool) -> None:
    meteor = METEOR(synonyms=SYNONYMS if with_synonyms else None, tokenizer="none")
    expected = pytest.approx(VALUES[with_synonyms], rel=0, abs=CLOSE)
    scores = meteor.segment_scores(HYPOTHESES, References.per_segment(REFERENCES))
    assert scores.tolist() == expected
    tokens = References.per_segment([[text.split() for text in each] for each in REFERENCES])
    words = [text.split() for text in HYPOTHESES]
    assert meteor.segment_scores(words, tokens).tolist() == expected
    pairs = zip(HYPOTHESES, REFERENCES, strict=True)
    assert [meteor.sentence_score(*pair).value for pair in pairs] == expected


@pytest.mark.parametrize("with_synonyms", [True, False])
def test_the_oracle(with_synonyms: bool) -> None:
    result = [
        oracle.score(
            hypothesis.lower().split(),
            [text.lower().split() for text in references],
            _native.stem,
            lambda stem: SYNONYMS.get(stem, ()) if with_synonyms else (),
        )
        for hypothesis, references in zip(HYPOTHESES, REFERENCES, strict=True)
    ]
    assert result == pytest.approx(VALUES[with_synonyms], rel=1e-15)


def test_the_golden_corpora() -> None:
    inputs, meteor = read("golden/inputs"), METEOR(synonyms=None)
    recorded = read("golden/tools/nltk")["nltk.meteor_score(no synonyms)"]
    assert len(recorded) == 19
    for case, value in recorded.items():
        words = [text.split() for text in inputs[case]["hypotheses"]]
        references = [[text.split() for text in each] for each in inputs[case]["references"]]
        scores = meteor.segment_scores(words, References.per_segment(references)).tolist()
        assert scores == pytest.approx(value["sentences"], rel=0, abs=CLOSE), case


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the synonyms of this machine: WordNet's, if it is installed."""
    version = wordnet_version()
    if version not in (None, RECORDED["programs"]["wordnet"]):
        pytest.skip(f"WordNet {version} is installed, and the numbers are of another")
    files = {"system": HYPOTHESES, **{f"r{at}": reference_stream(at) for at in range(3)}}
    for name, lines in files.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    paths = [str(tmp_path / name) for name in files]
    references = [word for path in paths[1:] for word in ("-r", path)]
    options = ["-m", "meteor", "--tokenize", "none", "--per-segment", "-f", "json", "-q"]
    assert main(["score", paths[0], *references, *options]) == 0
    (data,) = json.loads(capsys.readouterr().out)
    expected = VALUES[version is not None]
    assert data["segment_scores"] == pytest.approx(expected, rel=0, abs=CLOSE)
    assert data["value"] == pytest.approx(sum(expected) / len(expected), rel=1e-14)
    assert f"|syn:{f'wordnet-{version}' if version else 'no'}|" in data["signature"]


def reference_stream(at: int) -> list[str]:
    """Return one reference of each segment, the last one where there are fewer."""
    return [each[min(at, len(each) - 1)] for each in REFERENCES]
