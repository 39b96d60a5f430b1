"""Shifted, missing and doubled lines in real text: their numbers and positions."""

from __future__ import annotations

import pytest

from tests.differential.wmt import SETS, read
from tests.news import REFERENCES, lines
from truebleu.checks.alignment import Alignment, Run, align
from truebleu.checks.texts import HYPOTHESIS, REFERENCE, Texts

SYSTEMS = ("strong", "medium", "weak")
# Maximum distance between a missing line and its reported position.
MAX_DISTANCE = 3
# Minimum number of lines that still correspond after both ends were cut off.
MIN_OVERLAP = 30


def aligned(hypotheses: list[str], references: list[str]) -> Alignment:
    found = align(Texts("h", HYPOTHESIS, hypotheses), Texts("r", REFERENCE, references))
    assert found is not None
    return found


def offsets(alignment: Alignment) -> list[int]:
    return [run.offset for run in alignment.runs]


@pytest.mark.parametrize("reference", REFERENCES, ids=["a", "b"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_shift_has_the_right_number(system: str, reference: list[str]) -> None:
    hypotheses = lines(f"system.{system}.en.txt")
    assert aligned(hypotheses, reference) == Alignment((Run(0, len(reference), 0),))
    for shift in range(1, (len(reference) - MIN_OVERLAP) // 2):
        assert offsets(aligned(hypotheses[shift:], reference[:-shift])) == [shift]
        assert offsets(aligned(hypotheses[:-shift], reference[shift:])) == [-shift]
        assert offsets(aligned(hypotheses[shift:], reference)) == [shift]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_missing_line_is_found_near_its_position(system: str) -> None:
    hypotheses, reference = lines(f"system.{system}.en.txt"), REFERENCES[0]
    exact = 0
    for index in range(len(hypotheses)):
        alignment = aligned(hypotheses[:index] + hypotheses[index + 1 :], reference)
        [missing] = without_counterpart(alignment, len(reference))
        assert abs(missing - index) <= MAX_DISTANCE
        exact += missing == index
    assert exact >= 0.85 * len(hypotheses)


def without_counterpart(alignment: Alignment, others: int) -> list[int]:
    """Return the lines of the other text that correspond to no line."""
    found = alignment.counterparts(others + 1, others)
    return [place for place, line in enumerate(found) if line < 0]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_doubled_line_is_found_near_its_position(system: str) -> None:
    hypotheses, reference = lines(f"system.{system}.en.txt"), REFERENCES[0]
    exact = 0
    for index, text in enumerate(hypotheses):
        doubled = [*hypotheses[:index], text, *hypotheses[index:]]
        alignment = aligned(doubled, reference)
        inside = {line for run in alignment.runs for line in range(run.start, run.end)}
        [extra] = set(range(len(doubled))) - inside
        assert -MAX_DISTANCE <= extra - index <= MAX_DISTANCE
        exact += doubled[extra] == text
    assert exact >= 0.95 * len(hypotheses)


def test_lines_sorted_by_length_are_in_another_order() -> None:
    for system in SYSTEMS:
        hypotheses = sorted(lines(f"system.{system}.en.txt"), key=len)
        assert not aligned(hypotheses, REFERENCES[0]).ordered


def test_texts_that_cannot_be_aligned() -> None:
    """They have no word in common, or all lines have the same words."""
    pairs = [([], []), (["a"], []), (["a b"] * 50, ["a b"] * 50), (["x"] * 9, ["y"] * 9)]
    for hypotheses, references in pairs:
        texts = Texts("h", HYPOTHESIS, hypotheses), Texts("r", REFERENCE, references)
        assert align(*texts) is None


@pytest.mark.data
@pytest.mark.parametrize(("name", "system"), SETS[:-1])
@pytest.mark.parametrize("shift", [1, 13, 400])
def test_shifts_of_real_text(name: str, system: str, shift: int) -> None:
    texts = read(name, system)
    hypotheses, reference = texts.hypotheses, texts.streams[0]
    assert offsets(aligned(hypotheses, reference)) == [0]
    assert offsets(aligned(hypotheses[shift:], reference[:-shift])) == [shift]
    middle = len(hypotheses) // 2
    missing = hypotheses[:middle] + hypotheses[middle + shift :]
    assert offsets(aligned(missing, reference)) == [0, shift]


@pytest.mark.data
def test_a_shift_beyond_the_windows_of_a_large_text() -> None:
    """The text is longer than two windows, so anchors are searched in and outside of windows."""
    texts = [read(name, system) for name, system in SETS[:3]]
    hypotheses = [line for text in texts for line in text.hypotheses]
    reference = [line for text in texts for line in text.streams[0]]
    both = [f"{line} {place}" for place, line in enumerate(hypotheses * 2)]
    doubled = [f"{line} {place}" for place, line in enumerate(reference * 2)]
    assert len(both) > 8192
    assert offsets(aligned(both, doubled)) == [0]
    assert offsets(aligned(both[1500:], doubled)) == [1500]
    assert offsets(aligned(both[:5000] + both[5003:], doubled)) == [0, 3]


def test_lines_that_are_about_as_similar_unshifted_are_not_shifted() -> None:
    forms = [f"it was said on that very day in the town that w{n}" for n in range(20)]
    assert offsets(aligned(forms[1:], forms[:-1])) == [0]


def test_a_doubtful_shift_in_the_middle_does_not_split_the_run() -> None:
    hypotheses = [f"alpha{n} beta{n} gamma{n}" for n in range(60)]
    reference = list(hypotheses)
    for n in range(20, 30):
        hypotheses[n] = f"it was said on that very day in the town that w{n} v{n}"
        reference[n] = f"it was said on that very day in the town that w{n - 1} v{n - 1}"
    assert aligned(hypotheses, reference).runs == (Run(0, 60, 0),)


@pytest.mark.parametrize("shift", [10, 20])
def test_a_shift_beyond_the_windows(shift: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows are small; where they find few anchors, the whole text is searched."""
    monkeypatch.setattr("truebleu.checks.anchors.WINDOW", 16)
    monkeypatch.setattr("truebleu.checks.anchors.MARGIN", 4)
    hypotheses = lines("system.weak.en.txt")
    assert offsets(aligned(hypotheses[shift:], REFERENCES[0])) == [shift]
    assert offsets(aligned(hypotheses, REFERENCES[0][shift:])) == [-shift]
