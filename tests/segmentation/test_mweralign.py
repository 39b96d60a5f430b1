"""Borders of mweralign: recorded ones, and those of the installed program."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.cases.golden import read
from tests.oracle import resegmentation as oracle
from tests.requirements import optional_module
from truebleu import References, _native, resegment
from truebleu.segmentation.pieces import is_inside

RECORDED = read("resegmentation/mweralign")
mweralign = optional_module("mweralign")


def lower(text: str) -> str:
    """Return the text with A to Z in lower case."""
    return text.encode().lower().decode()


def test_recorded_random_texts() -> None:
    for case in RECORDED["random"]:
        references = References.per_segment(case["references"])
        cut = resegment(case["hypothesis"], references, convention="mweralign")
        assert list(cut.segments) == case["segments"], case
        words = [[lower(text).split() for text in texts] for texts in case["references"]]
        expected = oracle.cut(lower(case["hypothesis"]).split(), words, mweralign=True)
        assert list(cut.chosen) == expected.chosen


@pytest.mark.parametrize("case", RECORDED["texts"], ids=lambda case: case["name"])
def test_recorded_texts(case: Any) -> None:
    cut = resegment(
        case["hypothesis"],
        case["references"],
        case["documents"],
        tokens=case["tokens"],
        convention="mweralign",
    )
    assert list(cut.segments) == case["segments"]


def cut_pieces(hypothesis: list[str], references: list[list[list[str]]]) -> list[list[str]]:
    inside = [is_inside(piece) for piece in hypothesis]
    (part,) = _native.resegment_tokens(
        [hypothesis],
        references,
        [len(references)],
        case="lc-ascii",
        glued=None,
        inside=[inside],
        mweralign=True,
    )
    expected = oracle.cut(hypothesis, references, mweralign=True, inside=inside)
    assert part[:2] == (expected.borders, expected.chosen)
    return [hypothesis[start:end] for start, end in zip(part[0], part[0][1:], strict=False)]


def test_recorded_subwords() -> None:
    for case in RECORDED["pieces"]:
        assert cut_pieces(case["hypothesis"], case["references"]) == case["segments"]


@pytest.mark.peer
@pytest.mark.parametrize("pieces", [False, True])
def test_random_texts_against_mweralign(pieces: bool) -> None:
    dice = random.Random(pieces)
    letters = ["a", "▁a", "b", "▁b", ",", "“", "é", "É"] if pieces else list("abcÄä")
    for _ in range(1000):
        some = letters[: dice.randint(1, len(letters))]

        def text(fewest: int, most: int, some: list[str] = some) -> list[str]:
            return [dice.choice(some) for _ in range(dice.randint(fewest, most))]

        several = dice.choice([1, 2])
        references = [
            [text(several - 1, 5) for _ in range(several)] for _ in range(dice.randint(1, 6))
        ]
        hypothesis = text(1, 16)
        if not any(map(any, references)):
            continue
        lines = [" ### ".join(map(" ".join, texts)) for texts in references]
        result = mweralign.align_texts(
            "\n".join(lines),
            " ".join(hypothesis),
            is_tokenized=pieces,
            forbid_midword_boundary=pieces,
        )
        expected = [line.split() for line in result.split("\n")][: len(lines)]
        expected += [[]] * (len(lines) - len(expected))
        if pieces:
            assert cut_pieces(hypothesis, references) == expected
        else:
            shape = References.per_segment([list(map(" ".join, texts)) for texts in references])
            cut = resegment(" ".join(hypothesis), shape, convention="mweralign")
            assert [segment.split() for segment in cut.segments] == expected
