"""Command `truebleu compare`, which tests differences between systems for significance."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import Corpus
from truebleu.cli.external_scores import ScoreFiles
from truebleu.cli.flags import files, segments, significance
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.inputs import (
    check_number_of_names,
    first_duplicate,
    resolve_name,
    short_names,
    table_names,
)
from truebleu.cli.metrics import check_source_is_read, learned_of, metrics_of
from truebleu.cli.outputs import check_output, read_files
from truebleu.display.comparison import DATA, FORMATS, regressions
from truebleu.display.formats import render
from truebleu.inputs.systems import check_enough
from truebleu.io.blocks import shown
from truebleu.io.console import deliver, say_failure
from truebleu.io.program import DONE, MISSED
from truebleu.io.progress import TrialProgress
from truebleu.io.writing import check_writable
from truebleu.metrics.registry import check_metrics
from truebleu.significance.compare import compare_counted
from truebleu.significance.options import CompareOptions, as_option
from truebleu.significance.results import Comparison

SYNTAX = "NAME=FILE,FILE"


def run_compare(args: Namespace) -> int:
    """Run `truebleu compare`: print the comparison of the systems, and return the exit code."""
    _check_latex(args)
    settings = significance.settings_of(args)
    columns = ScoreFiles(args)
    learned = learned_of(args)
    check_source_is_read(args, learned)
    metrics = metrics_of(args, weighed=True, learned=True)
    metrics = check_metrics(metrics) if metrics else []
    grouping = _grouping(args)
    file = check_output(args)
    if args.plot is not None or args.plot_kind is not None:
        first = metrics[0].name if metrics or learned is None else learned.names[0]
        _check_plot(args, first, file)
    with Corpus(args) as corpus:
        if grouping is None:
            grouping = Grouping.single_runs(corpus.names, corpus.labels)
        elif len(corpus.names) != len(grouping.files):
            raise UsageError("--runs uses one column per file. Pass --hypothesis-column once.")
        _check_names(grouping.names, runs=bool(args.runs))
        if learned and max(grouping.counts) > 1:
            raise UsageError(f"{learned.names[0]} scores one run. Pass each run as a system.")
        metrics += columns.read(grouping.names, grouping.labels)
        systems = corpus.count_systems(
            metrics,
            dict(zip(grouping.names, grouping.counts, strict=True)),
            check=check_enough,
            keep_texts=_is_of_segments(args.plot_kind),
            learned=learned,
        )
    if args.baseline is not None:
        settings["baseline"] = resolve_name(args.baseline, grouping.names, grouping.labels)
    options = CompareOptions(**settings)
    systems = replace(systems, documents=corpus.documents())
    with TrialProgress(quiet=bool(args.quiet)) as progress:
        comparison = compare_counted(systems, options, progress=progress.show)
    corpus.warn(metrics, first=comparison.warnings_as(as_option))
    if args.plot is not None:
        comparison.plot(args.plot, args.plot_kind)
    deliver(_render(args, comparison, grouping), args.output)
    return _exit_code(args, comparison.renamed(grouping.labels))


def _render(args: Namespace, comparison: Comparison, grouping: Grouping) -> Iterable[str]:
    form = args.format or "text"
    if form not in DATA:
        comparison = comparison.renamed(grouping.labels)
    return render(
        comparison,
        form,
        width=args.width,
        sort=args.sort or "score",
        explain_columns=bool(args.explain_columns),
        intervals=bool(args.latex_intervals),
        tabular=bool(args.latex_tabular),
        gate=bool(args.fail_if_worse),
    )


def _exit_code(args: Namespace, comparison: Comparison) -> int:
    """Return the exit code: 1 if `--fail-if-worse` is set and a system is significantly worse.

    Print a message for each such system.
    """
    phrases = regressions(comparison) if args.fail_if_worse else []
    for phrase in phrases:
        say_failure(phrase)
    return MISSED if phrases else DONE


def _check_latex(args: Namespace) -> None:
    options = {"--latex-intervals": args.latex_intervals, "--latex-tabular": args.latex_tabular}
    for option, value in options.items():
        if value and args.format != "latex":
            raise UsageError(f"{option} requires --format latex.")


def _grouping(args: Namespace) -> Grouping | None:
    """Return the systems that `--runs` defines, with the files of their training runs.

    Return None without `--runs`. Otherwise, `args.files` is replaced by these files.
    """
    if not args.runs:
        if args.swap is not None:
            raise UsageError("--swap requires --runs.")
        if message := _runs_hint(args.files):
            raise UsageError(message)
        return None
    grouping = Grouping.parse(args.files, args.name)
    args.files, args.name = grouping.files, None
    return grouping


def _check_plot(args: Namespace, metric: str, output: str | None) -> None:
    """Check the options of the chart, so that errors are raised before anything is computed.

    The chart shows the metric named `metric`. `output` is the path of the command's output file.
    """
    if args.plot is None:
        raise UsageError("--plot-kind requires --plot FILE.")
    # Import late: charts import NumPy, which help and completion do not need.
    from truebleu.display.charts import check_kind, check_plot

    check_plot(args.plot)
    if args.plot_kind is not None:
        check_kind(args.plot_kind, metric)
    check_writable(args.plot, read_files(args))
    if output and os.path.realpath(output) == os.path.realpath(args.plot):
        raise UsageError(f"-o and --plot are the same file: {args.plot}. Use different files.")


def _is_of_segments(kind: str | None) -> bool:
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
            f"compare needs at least 2 systems, got {len(names)}. Use: truebleu compare BASELINE "
            "SYSTEM -r REFERENCE"
        )
    twice = first_duplicate(names) if runs else None
    if twice is not None:
        raise UsageError(
            f"two systems are named {twice!r}. Write all runs of a system after one name: "
            f"{twice}=FILE,FILE,..."
        )


class Grouping:
    """Systems with the files of their training runs.

    Attributes:
        names: the names of the systems.
        labels: the short names of systems for tables, by system name. Empty if tables have the full
            names.
        counts: the number of training runs of each system.
        files: the files of all runs of the first system, then of the second system, and so on.
    """

    def __init__(
        self,
        names: list[str],
        files: Sequence[Sequence[str]],
        labels: Mapping[str, str] | None = None,
    ) -> None:
        self.names = names
        self.labels = labels or {}
        self.counts = [len(runs) for runs in files]
        self.files = [file for runs in files for file in runs]

    @classmethod
    def parse(cls, arguments: Sequence[str], names: Sequence[str] | None) -> Grouping:
        """Return the systems in the arguments of `--runs`, such as "base=b1.txt,b2.txt".

        `names` are the values of `--name`, or None. Raise `UsageError` for ambiguous arguments.
        """
        parsed = [_named_files(argument) for argument in arguments]
        systems = _names_of(parsed, names)
        files = [runs for _, runs in parsed]
        if names is not None or any(name is not None for name, _ in parsed):
            return cls(systems, files)
        return cls(systems, files, dict(zip(systems, table_names(systems), strict=True)))

    @classmethod
    def single_runs(cls, names: Sequence[str], labels: Mapping[str, str]) -> Grouping:
        """Return systems with one training run each."""
        return cls(list(names), [[name] for name in names], labels)


def _named_files(argument: str) -> tuple[str | None, list[str]]:
    """Return the name and the files in an argument such as "base=b1.txt,b2.txt".

    If the argument has no name, the name is None.
    """
    name, equals, files = argument.partition("=")
    if not equals:
        name, files = "", argument
    is_list = bool(equals) or "," in argument
    if is_list and os.path.exists(argument):
        raise UsageError(
            f"{shown(argument)} is a file, but --runs reads it as {SYNTAX}. Rename the file."
        )
    if equals and not name:
        raise UsageError(f"{argument!r}: missing name before =. Use {SYNTAX}")
    paths = files.split(",")
    if not all(paths):
        raise UsageError(f"{argument!r}: missing file name. Use {SYNTAX}")
    return name or None, paths


def _names_of(
    systems: Sequence[tuple[str | None, list[str]]], names: Sequence[str] | None
) -> list[str]:
    inline_names = [name for name, _ in systems if name is not None]
    if names is not None:
        if inline_names:
            raise UsageError(
                f"--name and {inline_names[0]}=... both name systems. Use one of them."
            )
        check_number_of_names(names, len(systems))
        return list(names)
    for name, paths in systems:
        if name is None and len(paths) > 1:
            raise UsageError(
                f"{','.join(paths)!r} has several runs without a name. Use NAME={','.join(paths)}"
            )
    shorts = short_names([shown(paths[0]) for _, paths in systems])
    return [name or short for (name, _), short in zip(systems, shorts, strict=True)]


def _runs_hint(paths: Sequence[str]) -> str | None:
    """Return an error message if a path looks like a list of training runs, otherwise None."""
    for file in paths:
        parts = file.partition("=")[2].split(",") if "=" in file else file.split(",")
        is_missing = file not in parts and not os.path.exists(file)
        if is_missing and all(os.path.exists(part) for part in parts):
            return f"{file}: file not found. If it lists the runs of one system, add --runs."
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
            "quality gate and comment of a pull request",
            "truebleu compare base.txt new.txt -r ref.txt --fail-if-worse -f markdown -o out.md",
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
        *segments.resegmenting(),
        *files.score_columns(),
        *metric_flags.flags(),
        *files.source(files.SOURCE_OF_MODELS),
        metric_flags.learned(),
        *significance.comparing(runs=True),
        files.WIDTH,
        files.OUTPUT,
        files.QUIET,
        files.result_format(
            lambda: FORMATS,
            "output format; json, jsonl and tsv have full precision",
        ),
        files.SORT,
        Flag(
            "--fail-if-worse",
            category="significance",
            help="exit with code 1 if a system is significantly worse than the baseline by any of "
            "the metrics: Holm-adjusted p-value at most 1 - confidence; --format markdown then "
            "begins with the verdict",
        ),
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
    missed="a system is significantly worse with --fail-if-worse",
    systems=True,
)
