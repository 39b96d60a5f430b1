"""Mutants of the Python package, by mutmut, which runs for each mutant the tests that reach it.

mutmut works in a copy of the repository. Mutants of message texts are left out, and those of
`compare_counted`, which does not work inside mutmut's wrapper.

mutmut imports the package before it chooses a mutant, so mutants of code that runs during the
import survive. It attributes lines that a module-level fixture reaches to the first test that uses
the fixture, so mutants that another test would kill survive. Therefore all tests run again for
each survivor, in a new process.
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
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from proof.mutants import Mutant, reason
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
    "tests/cli/test_runs.py",
    "tests/cli/test_golden_output.py::test_output[help-compare]",
    "tests/display/test_latex.py",
    "tests/package/test_results.py",
    "tests/significance/test_runs.py",
    "tests/significance/test_limits.py",
    "tests/significance/test_sacrebleu.py",
    "tests/significance/test_resampled_rows.py",
    "tests/significance/test_power.py",
    "tests/significance/test_agreement.py",
    "tests/metrics/test_scores.py",
    "tests/metrics/test_ter.py",
    "tests/metrics/test_signature.py",
    "tests/metrics/test_from_signature.py",
    "tests/metrics/test_bleu_conventions.py",
    "tests/inputs/test_reference_shapes.py",
    "tests/inputs/test_containers.py",
    "tests/inputs/test_ids.py",
    "tests/checks/test_check.py",
    "tests/report/test_counting_once.py",
    "tests/evaluation/test_missing_ratings.py",
    "tests/metrics/test_python_metrics.py",
    "tests/metrics/test_calls.py",
    "tests/inputs/test_bad_segments.py",
    "tests/cases/test_golden_significance.py",
    "tests/compat/test_sacrebleu_significance.py",
    "tests/cases/test_golden_conventions.py::test_the_file_of_the_core_has_these_cases",
    "tests/differential/test_scipy.py",
    "tests/differential/test_significance.py",
    # mutmut's wrapper hides the defaults of `compare`, which `compare_counted` reads.
    "--deselect=tests/significance/test_compare_written.py::test_systems_counted_in_blocks_have_equal_results",
    # mutmut's wrapper is the caller of every function.
    "--deselect=tests/significance/test_limits.py::test_the_warning_names_the_line_of_the_caller",
    # The program that draws charts waits for threads that a forked process does not have.
    "--deselect=tests/cli/test_compare.py::test_a_chart_is_written_in_addition_to_the_table",
    "--deselect=tests/cli/test_compare.py::test_a_chart_of_each_kind",
    # Takes as long as all other tests together.
    "--deselect=tests/significance/test_power.py::test_eighty_of_a_hundred_such_test_sets_show_the_difference",
)
# No test reaches this function under mutmut, as the module's docstring explains.
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
    """A mutant with mutmut's name for it, before the tests run."""

    name: str
    file: str
    line: str
    becomes: str


def files(patterns: Sequence[str]) -> list[str]:
    found = [path for pattern in patterns for path in (ROOT / PACKAGE).glob(pattern)]
    return [str(path.relative_to(ROOT)) for path in sorted(found)]


def mutants(scale: float, folder: Path) -> list[Mutant]:
    """Test the mutants of all groups; at a smaller scale, every n-th of them."""
    prepare(folder)
    run(folder, [FIRST])  # this also writes all mutants
    changes = [
        change
        for change in changed(folder)
        if not is_of_message(change) and not change.name.startswith(HIDDEN)
    ]
    selected = changes[:: max(1, round(1 / scale))]
    run(folder, [change.name for change in selected])
    fates = fate_by_name(folder)
    tested = {
        change.name: Mutant(change.file, change.line, change.becomes, fates[change.name])
        for change in selected
    }
    survivors = [
        name
        for name, mutant in tested.items()
        if mutant.fate in ("survived", "untested") and reason(mutant) is None
    ]
    for name, new_fate in fates_in_new_processes(folder / "mutants", survivors):
        tested[name] = replace(tested[name], fate=new_fate)
    return list(tested.values())


def program() -> str:
    path = shutil.which("mutmut", path=str(Path(sys.executable).parent)) or shutil.which("mutmut")
    if path is None:
        raise SystemExit("proof: mutmut is not installed. Run `make mutants`.")
    return path


def prepare(folder: Path) -> None:
    """Copy the repository; mutmut requires the package in a folder named src."""
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
    settings = SETTINGS + "".join(
        f"{key} = {json.dumps(values)}\n" for key, values in lists.items()
    )
    (folder / "pyproject.toml").write_text(settings, encoding="utf-8")


def run(folder: Path, names: Sequence[str]) -> None:
    call = [program(), "run", "--max-children", str(os.cpu_count() or 1), *names]
    environment = {key: text for key, text in os.environ.items() if key != "PYTHONPATH"}
    with (folder / "mutmut.log").open("a", encoding="utf-8") as log:
        done = subprocess.run(
            call, cwd=folder, env=environment, stdout=log, stderr=log, check=False
        )
    if done.returncode:
        raise SystemExit(
            f"proof: mutmut stopped with exit code {done.returncode}: {folder / 'mutmut.log'}"
        )


def fates_in_new_processes(folder: Path, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Run all tests for each mutant in a new process, and yield the names and fates."""
    tests = [sys.executable, "-m", "pytest", "-x", "-q", *TESTS]

    def fate_of(name: str) -> str:
        environment = os.environ | {"MUTANT_UNDER_TEST": name, "PYTHONPATH": "src"}
        try:
            done = subprocess.run(
                tests, cwd=folder, env=environment, capture_output=True, timeout=300, check=False
            )
        except subprocess.TimeoutExpired:
            return "timeout"
        return "killed" if done.returncode else "survived"

    if fate_of("") != "survived":
        raise SystemExit(f"proof: tests fail without a mutant in {folder}")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from zip(names, pool.map(fate_of, names), strict=True)


def changed(folder: Path) -> Iterator[Change]:
    """Yield all mutants with the lines that they change."""
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
                    [line.replace(mangled, function) for line in bodies[mangled]]
                    for mangled in (original, name)
                ]
                before, becomes = difference(*sides)
                yield Change(f"{module}.{name}", f"python/{path}", before, becomes)


def difference(before: Sequence[str], after: Sequence[str]) -> tuple[str, str]:
    """Return the lines that differ, joined into one line for each side."""
    matcher = difflib.SequenceMatcher(a=before, b=after, autojunk=False)
    changes = [change for change in matcher.get_opcodes() if change[0] != "equal"]
    sides = (
        " ".join(" ".join(before[a:b]).strip() for _, a, b, _, _ in changes),
        " ".join(" ".join(after[a:b]).strip() for _, _, _, a, b in changes),
    )
    return " ".join(sides[0].split()), " ".join(sides[1].split())


def is_of_message(change: Change) -> bool:
    """Return whether only string literals with a space have changed: the text of a message."""
    sides = [tokens(text) for text in (change.line, change.becomes)]
    if len(sides[0]) != len(sides[1]):
        return False
    changed_pairs = [(a, b) for a, b in zip(*sides, strict=True) if a != b]
    return bool(changed_pairs) and all(
        a in TEXTS and b in TEXTS and " " in text.strip("\"' ")
        for (a, text), (b, _) in changed_pairs
    )


TEXTS = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}


def tokens(text: str) -> list[tuple[int, str]]:
    """Return the type and text of Python tokens, up to the end or the first error."""
    read = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            read.append((token.type, token.string))  # noqa: PERF401  tokens before an error count
    except (tokenize.TokenError, IndentationError):
        pass  # the text is only a part of a statement
    return read


def fate_by_name(folder: Path) -> dict[str, str]:
    """Return the fate of each mutant by its name."""
    fates: dict[str, str] = {}
    for path in (folder / "mutants" / "src").rglob("*.py.meta"):
        codes = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
        fates |= {name: fate(code) for name, code in codes.items()}
    return fates


def fate(code: int | None) -> str:
    """Return the fate for an exit code of pytest; codes that are not in `FATES` are signals."""
    return "untested" if code is None else FATES.get(code, "timeout")
