"""Complete outputs of each format, compared with the files of `golden/`.

To change an output: run these tests with TRUEBLEU_ACCEPT=1, look at `git diff tests/cli/golden`,
and commit the files with the change. New help texts also renew the manual pages.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.command import truebleu
from tests.paths import NEWS
from tools import manual
from truebleu.display.formats import FORMATS

GOLDEN = Path(__file__).parent / "golden"

SYSTEMS = ("system.strong.en.txt", "system.medium.en.txt", "system.weak.en.txt")
REFERENCES = ("-r", "reference.a.en.txt", "-r", "reference.b.en.txt")

METRICS = ("-m", "bleu", "chrf", "chrf++", "ter")

CASES: dict[str, tuple[str, ...]] = {
    **{f"systems.{form}": ("score", *SYSTEMS, *REFERENCES, "-f", form) for form in FORMATS},
    **{
        f"segments.{form}": ("score", *SYSTEMS[1:], *REFERENCES, "--per-segment", "-f", form, "-q")
        for form in FORMATS
    },
    **{
        f"metrics.{form}": ("score", *SYSTEMS, *REFERENCES, *METRICS, "-f", form)
        for form in FORMATS
    },
    **{
        f"metrics-segments.{form}": (
            "score",
            *SYSTEMS[:2],
            *REFERENCES,
            *METRICS,
            "--per-segment",
            "-f",
            form,
        )
        for form in ("text", "jsonl", "csv", "markdown")
    },
    "metrics-score-only": ("score", *SYSTEMS, *REFERENCES, *METRICS, "-b", "-q"),
    "metrics-full-signature": ("score", SYSTEMS[0], *REFERENCES, *METRICS, "--full-signature"),
    "chrf": ("score", *SYSTEMS, *REFERENCES, "-m", "chrf++", "-q"),
    "chrf.json": ("score", SYSTEMS[0], *REFERENCES, "-m", "chrf", "-f", "json"),
    "explain": ("explain", *SYSTEMS[:2], *REFERENCES),
    "explain.markdown": ("explain", SYSTEMS[2], *REFERENCES[:2], "-f", "markdown", "-q"),
    "explain-segment": ("explain", *SYSTEMS[1:], *REFERENCES, "--segment", "62", "-q"),
    "ter": ("score", *SYSTEMS, *REFERENCES, "-m", "ter", "-w", "3", "-q"),
    "ter.tsv": ("score", *SYSTEMS, *REFERENCES, "-m", "ter", "-f", "tsv", "-q"),
    "ter-segments.json": (
        "score",
        SYSTEMS[0],
        *REFERENCES,
        "-m",
        "ter",
        "--per-segment",
        "-f",
        "json",
    ),
    "one-system": ("score", SYSTEMS[0], *REFERENCES),
    "full-signature": ("score", SYSTEMS[0], *REFERENCES, "--full-signature"),
    "names": (
        "score",
        *SYSTEMS[:2],
        *REFERENCES,
        "--name",
        "A",
        "--name",
        "B | 2",
        "-f",
        "markdown",
    ),
    "width": ("score", *SYSTEMS, *REFERENCES, "-w", "4"),
    "width.json": ("score", SYSTEMS[0], *REFERENCES, "-w", "1", "-f", "json"),
    "score-only": ("score", *SYSTEMS, *REFERENCES, "-b", "-q"),
    "segments-score-only": ("score", *SYSTEMS, *REFERENCES, "-b", "--per-segment", "-q"),
    "scale": ("score", *SYSTEMS, *REFERENCES, "--scale", "1", "-q"),
    "orders": ("score", SYSTEMS[0], *REFERENCES, "--max-ngram-order", "2", "--weights", "1,3"),
    "average-length": ("score", SYSTEMS[0], *REFERENCES, "--reference-length", "average"),
    "fail-under": ("score", *SYSTEMS, *REFERENCES, "-b", "-q", "--fail-under", "40"),
    "tokenize": ("tokenize", SYSTEMS[0], "-t", "13a"),
    "tokenize.json": ("tokenize", SYSTEMS[0], "-t", "char", "-f", "json", "--lowercase"),
    "compare": ("compare", *SYSTEMS, *REFERENCES, "-q"),
    "compare.latex": ("compare", *SYSTEMS[:2], *REFERENCES, "-q", "-f", "latex"),
    "compare.markdown": ("compare", *SYSTEMS, *REFERENCES, "-q", "-f", "markdown"),
    "help": ("--help",),
    "check": (
        "check",
        SYSTEMS[2],
        *REFERENCES,
        "--source",
        "source.de.txt",
        "--fail-on",
        "warning",
    ),
    **{
        f"check.{form}": ("check", SYSTEMS[2], *REFERENCES, "--source", "source.de.txt", "-f", form)
        for form in ("json", "jsonl", "markdown", "tsv")
    },
    "conventions-nltk": ("conventions", "nltk"),
    "conventions-nltk.markdown": ("conventions", "nltk", "-f", "markdown"),
    "conventions-two-references": ("conventions", SYSTEMS[2], *REFERENCES),
    "conventions-against": ("conventions", SYSTEMS[2], *REFERENCES[:2], "--against", "nltk"),
    "identify": ("identify", SYSTEMS[2], *REFERENCES, "--reported", "15.31"),
    "identify-none": ("identify", SYSTEMS[2], *REFERENCES, "--reported", "99.123"),
    "verify": ("verify", "case:mixed|eff:no|tok:13a|smooth:exp", "14.8", SYSTEMS[2], *REFERENCES),
    "verify-not": ("verify", "case:lc|eff:no|tok:13a|smooth:exp", "14.8", SYSTEMS[2], *REFERENCES),
    "help-check": ("check", "--help"),
    "help-conventions": ("conventions", "--help"),
    "help-identify": ("identify", "--help"),
    "help-verify": ("verify", "--help"),
    "help-compare": ("compare", "--help"),
    "help-report": ("report", "--help"),
    "help-serve": ("serve", "--help"),
    "help-score": ("score", "--help"),
    "help-tokenize": ("tokenize", "--help"),
    "help-mbr": ("mbr", "--help"),
    "help-oracle": ("oracle", "--help"),
}


def transcript(arguments: tuple[str, ...]) -> str:
    """Run the command; return its line, output, messages and exit code as one text."""
    ran = truebleu(*arguments, cwd=NEWS)
    said = f"--- standard error\n{ran.err}" if ran.err else ""
    return f"$ truebleu {' '.join(arguments)}\n{ran.out}{said}--- exit code {ran.code}\n"


@pytest.mark.parametrize("case", CASES)
def test_output(case: str) -> None:
    result = transcript(CASES[case])
    golden = GOLDEN / f"{case}.golden"
    if os.environ.get("TRUEBLEU_ACCEPT"):
        golden.write_text(result, encoding="utf-8")
        if case.startswith("help"):
            manual.write()  # the manual pages have the same texts
    expected = golden.read_text(encoding="utf-8")
    assert result == expected, f"see {__name__} for how to accept a new output"


def test_every_golden_file_has_a_case() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == {f"{case}.golden" for case in CASES}
