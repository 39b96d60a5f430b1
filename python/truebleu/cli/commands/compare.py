"""`truebleu compare`."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import Corpus
from truebleu.cli.flags import files, tests
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.inputs import check_distinct, first_double, resolved, short_names, table_names
from truebleu.cli.metrics import metrics_of
from truebleu.cli.outputs import check_output, read_files
from truebleu.cli.score_files import ScoreFiles
from truebleu.display.comparison import DATA, FORMATS
from truebleu.display.formats import render
from truebleu.inputs.systems import check_enough
from truebleu.io.blocks import shown
from truebleu.io.console import deliver
from truebleu.io.program import DONE
from truebleu.io.progress import TrialProgress
from truebleu.io.writing import check_writable
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.registry import check_metrics
from truebleu.significance.compare import compare_counted
from truebleu.significance.options import CompareOptions, as_option
from truebleu.significance.results import Comparison
from truebleu.wording import count

SYNTAX = "NAME=FILE,FILE,..."


def run_compare(typed: Namespace) -> int:
    """Compare what the arguments say, show it, and give the exit code."""
    _check_latex(typed)
    columns = ScoreFiles(typed)
    metrics = check_metrics(metrics_of(typed, weighed=True))
    grouping = _grouping(typed)
    file = check_output(typed)
    if typed.plot is not None or typed.plot_kind is not None:
        _check_plot(typed, metrics[0], file)
    with Corpus(typed) as corpus:
        if grouping is None:
            grouping = Grouping.alone(corpus.names, corpus.labels)
        elif len(corpus.names) != len(grouping.files):
            raise UsageError("--runs takes one column of each file: give --hypothesis-column once")
        _check_names(grouping.names, runs=bool(typed.runs))
        metrics += columns.read(grouping.names, grouping.labels)
        counted = corpus.count_systems(
            metrics,
            dict(zip(grouping.names, grouping.counts, strict=True)),
            check=check_enough,
            keep_texts=_is_of_segments(typed.plot_kind),
        )
    settings = tests.settings_of(typed)
    if typed.baseline is not None:
        settings["baseline"] = resolved(typed.baseline, grouping.names, grouping.labels)
    options = CompareOptions(**settings)
    counted = replace(counted, documents=corpus.documents())
    with TrialProgress(quiet=bool(typed.quiet)) as progress:
        comparison = compare_counted(counted, options, progress=progress.show)
    corpus.warn(metrics, first=comparison.warnings_as(as_option))
    if typed.plot is not None:
        comparison.plot(typed.plot, typed.plot_kind)
    deliver(_written(typed, comparison, grouping), typed.output)
    return DONE


def _written(typed: Namespace, comparison: Comparison, grouping: Grouping) -> Iterable[str]:
    """The lines: tables for people call systems by their short names."""
    form = typed.format or "text"
    if form not in DATA:
        comparison = comparison.renamed(grouping.labels)
    return render(
        comparison,
        form,
        width=typed.width,
        sort=typed.sort or "score",
        explain_columns=bool(typed.explain_columns),
        intervals=bool(typed.latex_intervals),
        tabular=bool(typed.latex_tabular),
    )


def _check_latex(typed: Namespace) -> None:
    """Refuse options of LaTeX in another format."""
    options = {"--latex-intervals": typed.latex_intervals, "--latex-tabular": typed.latex_tabular}
    for option, value in options.items():
        if value and typed.format != "latex":
            raise UsageError(f"{option} requires --format latex.")


def _grouping(typed: Namespace) -> Grouping | None:
    """Which files are runs of one system, with --runs; `typed` then names the files one by one."""
    if not typed.runs:
        if typed.swap is not None:
            raise UsageError("--swap means something for several runs only: add --runs")
        if message := _hint(typed.files):
            raise UsageError(message)
        return None
    grouping = Grouping.typed(typed.files, typed.name)
    typed.files, typed.name = grouping.files, None
    return grouping


def _check_plot(typed: Namespace, metric: Metric[Any], output: str | None) -> None:
    """Refuse what cannot be drawn before any work; `output` is the file with the result."""
    if typed.plot is None:
        raise UsageError("--plot-kind says what --plot draws: add --plot FILE")
    # Charts load NumPy, which help and completion do without.
    from truebleu.display.charts import check_kind, check_plot

    check_plot(typed.plot)
    if typed.plot_kind is not None:
        check_kind(typed.plot_kind, metric.name)
    check_writable(typed.plot, read_files(typed))
    if output and os.path.realpath(output) == os.path.realpath(typed.plot):
        raise UsageError(f"-o and --plot are the same file: {typed.plot}")


def _is_of_segments(kind: str | None) -> bool:
    """Return whether a chart needs all texts."""
    if kind is None:
        return False
    from truebleu.display.charts import OF_SEGMENTS

    return kind in OF_SEGMENTS


def _chart_kinds() -> Sequence[str]:
    from truebleu.display.charts import KINDS

    return KINDS


def _check_names(names: Sequence[str], *, runs: bool) -> None:
    if len(names) < 2:
        raise UsageError(
            "a comparison needs two systems at least: truebleu compare BASELINE SYSTEM -r REFERENCE"
        )
    twice = first_double(names) if runs else None
    if twice is not None:
        raise UsageError(
            f"two systems are called {twice!r}; write all runs of a system behind one name, "
            f"{twice}=FILE,FILE,..."
        )
    check_distinct(names)


class Grouping:
    """Systems as they were typed: `NAME=FILE,FILE,...`, or one file with its own name.

    `names` are the systems' in their order, `files` those of all runs. `labels` has what tables
    call systems that files gave their names.
    """

    def __init__(
        self,
        names: list[str],
        files: Sequence[Sequence[str]],
        labels: Mapping[str, str] | None = None,
    ) -> None:
        self.names = names
        self.labels = labels or {}
        self.counts = [len(each) for each in files]
        self.files = [file for each in files for file in each]

    @classmethod
    def typed(cls, arguments: Sequence[str], names: Sequence[str] | None) -> Grouping:
        """What the arguments behind `--runs` say; `names` are those of `--name`.

        Raises `UsageError` for what could mean something else as well.
        """
        given = [_named_files(argument) for argument in arguments]
        systems = _names_of(given, names)
        files = [each for _, each in given]
        if names is not None or any(name is not None for name, _ in given):
            return cls(systems, files)
        return cls(systems, files, dict(zip(systems, table_names(systems), strict=True)))

    @classmethod
    def alone(cls, names: Sequence[str], labels: Mapping[str, str]) -> Grouping:
        """Systems of one run each."""
        return cls(list(names), [[name] for name in names], labels)


def _named_files(argument: str) -> tuple[str | None, list[str]]:
    """The name that was typed, if any, and the files."""
    name, equals, rest = argument.partition("=")
    if not equals:
        name, rest = "", argument
    marked = bool(equals) or "," in argument
    if marked and os.path.exists(argument):
        raise UsageError(
            f"there is a file called {shown(argument)}, and --runs reads that as {SYNTAX}: rename "
            "the file"
        )
    if equals and not name:
        raise UsageError(f"{argument!r}: there is no name before the =; --runs takes {SYNTAX}")
    paths = rest.split(",")
    if not all(paths):
        raise UsageError(f"{argument!r}: a file's name is missing; --runs takes {SYNTAX}")
    return name or None, paths


def _names_of(
    given: Sequence[tuple[str | None, list[str]]], names: Sequence[str] | None
) -> list[str]:
    typed = [name for name, _ in given if name is not None]
    if names is not None:
        if typed:
            raise UsageError(f"--name and {typed[0]}=... both name systems: use one of them")
        if len(names) != len(given):
            raise UsageError(
                f"{count(len(names), 'name')} for {count(len(given), 'system')}; give --name "
                f"once for each"
            )
        return list(names)
    for name, paths in given:
        if name is None and len(paths) > 1:
            raise UsageError(
                f"{','.join(paths)!r} are several runs without a name: write NAME={','.join(paths)}"
            )
    shorts = short_names([shown(paths[0]) for _, paths in given])
    return [name or short for (name, _), short in zip(given, shorts, strict=True)]


def _hint(paths: Sequence[str]) -> str | None:
    """What to say where runs were typed without `--runs`: such a file is not there, its parts are.

    None where nothing looks like runs.
    """
    for file in paths:
        parts = file.partition("=")[2].split(",") if "=" in file else file.split(",")
        looks = file not in parts and not os.path.exists(file)
        if looks and all(os.path.exists(part) for part in parts):
            return f"{file}: there is no such file; if it names runs of one system, add --runs"
    return None


COMMAND = Command(
    name="compare",
    usage=["compare BASELINE SYSTEM [SYSTEM ...] -r REFERENCE [-r REFERENCE ...]"],
    about="Compare systems on the same references with confidence intervals and significance "
    "tests. Systems that are not significantly different form a cluster. Input files are as in "
    "score.",
    examples=[
        (
            "test a new system against a baseline",
            "truebleu compare base.txt new.txt -r reference.txt",
        ),
        (
            "LaTeX table of several systems",
            "truebleu compare base.txt a.txt b.txt -r reference.txt --format latex",
        ),
        (
            "systems with three training runs each",
            "truebleu compare --runs base=b1.txt,b2.txt,b3.txt new=n1.txt,n2.txt,n3.txt -r ref.txt",
        ),
        (
            "paired bootstrap, full precision",
            "truebleu compare a.txt b.txt -r reference.txt --test bootstrap -f json",
        ),
    ],
    common=[
        "--reference",
        "--metric",
        "--tokenize",
        "--baseline",
        "--test",
        "--trials",
        "--documents",
        "--runs",
        "--format",
        "--plot",
    ],
    flags=[
        *files.reading(names=files.SHORTENED),
        *files.score_columns(),
        *metric_flags.flags(),
        *tests.comparing(runs=True),
        files.WIDTH,
        files.OUTPUT,
        files.QUIET,
        files.result_format(
            lambda: FORMATS,
            "output format; json, jsonl and tsv have full precision",
        ),
        files.SORT,
        Flag(
            "--explain-columns",
            category="output",
            help="add notes that explain the columns of the second table (MDD, n required, ...)",
        ),
        Flag(
            "--latex-intervals",
            category="output",
            help="print confidence intervals in the LaTeX table of several metrics",
        ),
        Flag(
            "--latex-tabular",
            category="output",
            help="print the LaTeX tabular without the float and its caption",
        ),
        Flag(
            "--plot",
            metavar="FILE",
            category="output",
            help="also write a chart of the comparison to this file: .svg, .png, .pdf or .html",
        ),
        Flag(
            "--plot-kind",
            metavar="KIND",
            choices=_chart_kinds,
            category="output",
            default="overview",
            help="chart of --plot, by the first metric: differences and density show the baseline "
            "and the best other system, the other kinds show all systems",
        ),
        *files.general(),
    ],
    run=run_compare,
    systems=True,
)
