"""Sound files: no errors about order or script, for every system and for short slices."""

from __future__ import annotations

import random

import pytest

from tests.differential.wmt import lines as lines_of
from tests.news import REFERENCES, lines
from tests.requirements import data_folder
from truebleu import check
from truebleu.checks.alignment import FEWEST_LINES, align
from truebleu.checks.order import frame_of
from truebleu.checks.pairs import SCRIPT_LINES, script_findings
from truebleu.checks.results import ERROR
from truebleu.checks.texts import HYPOTHESIS, REFERENCE, Texts

SLICES = (3, 10, 50, 100, 500)
STARTS = 3
"""A slice of each length starts after one third of the lines, and one after two thirds."""


def errors(hypotheses: list[str], references: list[str]) -> list[str]:
    """Return the kinds of the errors about order and script."""
    texts = Texts("h", HYPOTHESIS, hypotheses)
    reference = Texts("r", REFERENCE, references)
    frame = frame_of(texts, reference)
    findings = list(frame.findings)
    if frame.is_aligned:
        reference_lines = frame.counterpart_lines(frame_of(reference, reference))
        findings += script_findings(texts, reference, reference_lines)
    return [one.finding.kind for one in findings if one.finding.severity == ERROR]


@pytest.mark.data
@pytest.mark.parametrize("name", ["wmt21", "wmt22", "ted-tok", "sum-en"])
def test_good_systems_and_their_slices_have_no_alignment_error(name: str) -> None:
    folder = data_folder() / name
    wrong = []
    systems = sorted(folder.glob("*.sys.*.txt"))
    assert systems
    for system in systems:
        [reference, *_] = sorted(folder.glob(f"{system.name.split('.')[0]}.ref.*.txt"))
        hypotheses, references = lines_of(system), lines_of(reference)
        count = len(hypotheses)
        for length in (*SLICES, count):
            last = max(0, count - length)
            for start in sorted({last * place // STARTS for place in range(1, STARTS)}):
                part = slice(start, start + length)
                kinds = errors(hypotheses[part], references[part])
                wrong += [(system.name, start, length, kinds)] if kinds else []
    assert wrong == []


@pytest.mark.data
@pytest.mark.parametrize(
    ("system", "reference", "start", "length"),
    [
        ("en-zh.sys.Online-A.txt", "en-zh.ref.A.txt", 1098, 3),  # a product name in Latin letters
        ("en-zh.sys.JDExploreAcademy.txt", "en-zh.ref.B.txt", 330, 3),
    ],
)
def test_slices_that_once_raised_false_alarms(
    system: str, reference: str, start: int, length: int
) -> None:
    folder, part = data_folder() / "wmt22", slice(start, start + length)
    assert errors(lines_of(folder / system)[part], lines_of(folder / reference)[part]) == []


def test_anchors_that_agree_by_chance_are_no_other_order() -> None:
    """Two words of each line occur in the reference of another line, as in bad output."""
    hypotheses, references = chance_anchors(60)
    texts = Texts("h", HYPOTHESIS, hypotheses), Texts("r", REFERENCE, references)
    assert align(*texts) is None
    assert frame_of(*texts).is_identity
    assert errors(hypotheses, references) == []


def chance_anchors(count: int) -> tuple[list[str], list[str]]:
    partner = list(range(count))
    random.Random(1).shuffle(partner)
    filler = " ".join(f"alpha{index} beta{index}" for index in range(12)).split()
    references = [
        f"{' '.join(random.Random(index).sample(filler, 16))} name{index} town{index}"
        for index in range(count)
    ]
    hypotheses = [
        f"{' '.join(random.Random(-index - 1).sample(filler, 16))} name{line} river town{line}"
        for index, line in enumerate(partner)
    ]
    return hypotheses, references


@pytest.mark.parametrize("system", ["strong", "medium", "weak"])
def test_another_order_is_reported_from_twenty_lines_on(system: str) -> None:
    hypotheses = lines(f"system.{system}.en.txt")
    for length in (FEWEST_LINES - 1, 10, 3):
        part = hypotheses[:length][::-1]
        assert errors(part, REFERENCES[0][:length]) == []
    part = hypotheses[: FEWEST_LINES + 10][::-1]
    assert errors(part, REFERENCES[0][: len(part)]) == ["other_order"]


def test_a_short_text_reports_other_scripts_line_by_line() -> None:
    hypotheses = ["Apple iPhone 13 Pro Max", "Samsung Galaxy Ultra", "Google Pixel Watch"]
    references = ["苹果手机十三专业版最大号", "三星银河超级手机旗舰版", "谷歌像素智能手表新款式"]
    issues = check(hypotheses, references)
    assert not issues.of("wrong_script")
    assert issues.of("other_script")
    times = -(-SCRIPT_LINES // len(hypotheses))
    assert check(hypotheses * times, references * times).of("wrong_script")


def test_a_language_similar_to_the_source_is_no_error() -> None:
    """The texts share names with the source, which once raised an error."""
    source = [f"Hans Müller {place} aus Köln sah Anna Schmidt" for place in range(30)]
    hypotheses = [f"Hans Müller {place} z Köln viděl Anna Schmidt" for place in range(30)]
    references = [f"Hanse Müllera {place} viděla v Kolíně Anna Schmidtová" for place in range(30)]
    assert check(hypotheses, references, source).worst != "error"
