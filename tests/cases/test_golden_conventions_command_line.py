"""Scores recorded from other programs, through the command line: files as input, JSON as output."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.cases.golden import write_lines
from tests.cases.test_golden_conventions import Recorded, recorded
from tests.in_one_test import in_one_test
from truebleu.cli import main
from truebleu.metrics.conventions import of_metric

if TYPE_CHECKING:
    from pathlib import Path

# The corpora that differ most between conventions: two references, short segments, case.
CASES = ("mixed", "short", "case_punct", "traps")
CHOSEN = [each for each in recorded() if each.case in CASES and each.corpus is not None]
CASE = {False: "mixed", True: "lower"}


def arguments(case: Recorded, folder: Path) -> list[str]:
    hypotheses = write_lines(folder / "hypotheses", case.hypotheses)
    options = ["score", hypotheses, "-q", "--format", "json"]
    for number, stream in enumerate(zip(*case.references, strict=True)):
        options += ["-r", write_lines(folder / f"references.{number}", list(stream))]
    for name, value in case.settings.items():
        if name == "lowercase":
            options += ["--case", CASE.get(value, str(value))]
        elif name == "tokenizer":
            options += ["--tokenize", str(value)]
        elif name == "effective_order":
            options.append("--effective-order")
        elif name == "weights":
            options += ["--weights", ",".join(map(repr, value))]
        else:
            options += [f"--{name.replace('_', '-')}", str(value)]
    return options


@in_one_test("case", CHOSEN, ids=str)
def test_corpus_score(case: Recorded, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments(case, tmp_path)) == 0
    # mteval's conventions print NIST as well.
    system, *_ = json.loads(capsys.readouterr().out)
    assert case.corpus is not None
    assert case.equals(system["value"], case.corpus), (system["value"], case.corpus)
    convention = case.settings["convention"]
    # A formula other than BLEU has its own signature.
    fields = f"conv:{convention}" if convention in of_metric("BLEU") else "min:1|max:4"
    assert fields in system["signature"]
