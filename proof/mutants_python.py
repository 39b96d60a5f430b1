"""Mutants of the Python package: mutmut makes them all, and runs the tests that reach each.

It works in a copy of the repository. What only changes the words of a message is left out, and
`compare_counted`, which works under no wrapper. What a fixture of a whole module reaches is known
of the first test alone that asks for it, so a mutant that another test would kill may survive:
the share is a lower bound.
"""

from __future__ import annotations

import difflib
import io
import json
import os
import shutil
import subprocess
import sys
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from proof.mutants import Mutant
from proof.records import ROOT

PACKAGE = "python/truebleu"
GROUPS = {
    "significance in Python: plan, intervals, correction, clusters, power, verdicts": (
        "significance/*.py",
    ),
    "scores, signatures, references and comparisons in Python": (
        "metrics/base/score.py",
        "metrics/base/signature.py",
        "inputs/references.py",
        "inputs/batch.py",
        "metrics/bleu_settings.py",
    ),
}
TESTS = (
    "tests/significance/test_compare.py",
    "tests/significance/test_compare_written.py",
    "tests/significance/test_compare_parts.py",
    "tests/significance/test_decisions.py",
    "tests/significance/test_compare_metrics.py",
    "tests/significance/test_compare_options.py",
    "tests/significance/test_intervals.py",
    "tests/cli/test_compare.py",
    "tests/cli/test_intervals.py",
    "tests/significance/test_runs.py",
    "tests/significance/test_resampled_rows.py",
    "tests/significance/test_power.py",
    "tests/significance/test_agreement.py",
    "tests/metrics/test_scores.py",
    "tests/metrics/test_signature.py",
    "tests/metrics/test_from_signature.py",
    "tests/inputs/test_reference_shapes.py",
    "tests/inputs/test_containers.py",
    "tests/metrics/test_measured.py",
    "tests/metrics/test_calls.py",
    "tests/inputs/test_bad_segments.py",
    "tests/cases/test_golden_significance.py",
    "tests/compat/test_sacrebleu_significance.py",
    "tests/cases/test_golden_conventions.py::test_the_core_is_told_the_same",
    "tests/differential/test_scipy.py",
    "tests/differential/test_significance.py",
    # mutmut's wrapper hides the defaults of `compare`, which `compare_counted` reads.
    "--deselect=tests/significance/test_compare_written.py::test_systems_that_were_counted_in_blocks_are_compared_alike",
    # Takes as long as all others together.
    "--deselect=tests/significance/test_power.py::test_eighty_of_a_hundred_such_test_sets_show_the_difference",
)
# What no test reaches under mutmut, for the reason above.
HIDDEN = "truebleu.significance.compare.x_compare_counted__"
FIRST = "truebleu.significance.multiple_testing.x_holm__mutmut_1"
COPIED = ("tests", "testdata", "benchmarks", "examples", "tools", "docs")
FATES = {0: "survived", 1: "killed", 3: "killed", 5: "untested", 33: "untested"}
SETTINGS = """[tool.pytest.ini_options]
pythonpath = ["."]
addopts = ["--import-mode=importlib", "--strict-markers", "-p", "no:cacheprovider"]
filterwarnings = ["ignore"]
markers = ["data: texts", "peer: programs", "browser: pages"]

[tool.mutmut]
source_paths = ["src"]
track_dependencies = false
use_git_change_detection = false
"""


@dataclass(frozen=True)
class Change:
    """A mutant by mutmut's name, before it is tried."""

    name: str
    file: str
    line: str
    becomes: str


def files(patterns: Sequence[str]) -> list[str]:
    found = [path for pattern in patterns for path in (ROOT / PACKAGE).glob(pattern)]
    return [str(path.relative_to(ROOT)) for path in sorted(found)]


def mutants(scale: float, folder: Path) -> list[Mutant]:
    """Try the mutants of all groups, or at a smaller scale every so many of them."""
    prepare(folder)
    run(folder, [FIRST])  # which makes all of them
    changes = [
        change
        for change in changed(folder)
        if not of_words(change) and not change.name.startswith(HIDDEN)
    ]
    chosen = changes[:: max(1, round(1 / scale))]
    run(folder, [change.name for change in chosen])
    fates = found(folder)
    return [
        Mutant(change.file, change.line, change.becomes, fates[change.name]) for change in chosen
    ]


def program() -> str:
    found = shutil.which("mutmut", path=str(Path(sys.executable).parent)) or shutil.which("mutmut")
    if found is None:
        raise SystemExit("proof: there is no mutmut; `make mutants` installs it")
    return found


def prepare(folder: Path) -> None:
    """Copy what mutants need; mutmut wants the package in a folder named src."""
    shutil.rmtree(folder, ignore_errors=True)
    skipped = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "python", folder / "src", ignore=skipped)
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=skipped)
    lists = {
        "only_mutate": [
            f"src/truebleu/{pattern}" for patterns in GROUPS.values() for pattern in patterns
        ],
        "also_copy": list(COPIED),
        "pytest_add_cli_args_test_selection": list(TESTS),
    }
    settings = SETTINGS + "".join(f"{key} = {json.dumps(each)}\n" for key, each in lists.items())
    (folder / "pyproject.toml").write_text(settings, encoding="utf-8")


def run(folder: Path, names: Sequence[str]) -> None:
    call = [program(), "run", "--max-children", str(os.cpu_count() or 1), *names]
    environment = {key: text for key, text in os.environ.items() if key != "PYTHONPATH"}
    with (folder / "mutmut.log").open("a", encoding="utf-8") as log:
        done = subprocess.run(
            call, cwd=folder, env=environment, stdout=log, stderr=log, check=False
        )
    if done.returncode:
        raise SystemExit(f"proof: mutmut stopped with {done.returncode}: {folder / 'mutmut.log'}")


def changed(folder: Path) -> Iterator[Change]:
    """Give all mutants with what they change."""
    for index in sorted((folder / "mutants" / "src").rglob("*.py.spans")):
        source = index.with_suffix("")
        lines = source.read_text(encoding="utf-8").splitlines()
        spans = json.loads(index.read_text(encoding="utf-8"))["spans"]
        bodies = {name: lines[start - 1 : end] for name, (start, end) in spans.items()}
        path = source.relative_to(folder / "mutants" / "src")
        module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        for name in bodies:
            function, _, number = name.rpartition("__mutmut_")
            if number != "orig":
                original = f"{function}__mutmut_orig"
                sides = [
                    [line.replace(each, function) for line in bodies[each]]
                    for each in (original, name)
                ]
                before, becomes = difference(*sides)
                yield Change(f"{module}.{name}", f"python/{path}", before, becomes)


def difference(before: Sequence[str], after: Sequence[str]) -> tuple[str, str]:
    """Give the lines that differ, each side as one."""
    matcher = difflib.SequenceMatcher(a=before, b=after, autojunk=False)
    places = [place for place in matcher.get_opcodes() if place[0] != "equal"]
    sides = (
        " ".join(" ".join(before[a:b]).strip() for _, a, b, _, _ in places),
        " ".join(" ".join(after[a:b]).strip() for _, _, _, a, b in places),
    )
    return " ".join(sides[0].split()), " ".join(sides[1].split())


def of_words(change: Change) -> bool:
    """Whether only a text with a space in it has changed: the words of a message."""
    sides = [tokens(text) for text in (change.line, change.becomes)]
    if len(sides[0]) != len(sides[1]):
        return False
    apart = [(a, b) for a, b in zip(*sides, strict=True) if a != b]
    return bool(apart) and all(
        a in TEXTS and b in TEXTS and " " in text.strip("\"' ") for (a, text), (b, _) in apart
    )


TEXTS = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}


def tokens(text: str) -> list[tuple[int, str]]:
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            found.append((token.type, token.string))  # noqa: PERF401  what was read stays
    except (tokenize.TokenError, IndentationError):
        pass  # a part of a statement
    return found


def found(folder: Path) -> dict[str, str]:
    """Give the fate of each mutant, by its name."""
    fates: dict[str, str] = {}
    for path in (folder / "mutants" / "src").rglob("*.py.meta"):
        codes = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
        fates |= {name: fate(code) for name, code in codes.items()}
    return fates


def fate(code: int | None) -> str:
    """Say what pytest's exit code means: 3 is an error inside pytest, others are signals."""
    return "untested" if code is None else FATES.get(code, "timeout")
