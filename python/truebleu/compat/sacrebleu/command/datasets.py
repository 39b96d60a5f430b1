"""Test sets for the command `truebleu sacrebleu`, downloaded and read by the package sacrebleu."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from truebleu.compat.sacrebleu.command.package import called, package
from truebleu.compat.sacrebleu.command.printing import Printer
from truebleu.compat.sacrebleu.command.stopping import Stop
from truebleu.io.console import say_warning, write_lines

NO_PARTS = "No subset information found. Consider using --origlang argument."


def only_shows(args: Namespace) -> bool:
    """Return whether the command line shows or downloads test sets instead of scoring."""
    is_invalid = args.sentence_level and len(args.metrics) > 1
    return bool(args.download or args.list or (args.citation and not is_invalid))


def show(args: Namespace) -> int:
    """Download, list or cite test sets, as the flags request, and return the exit code."""
    utils = package()
    if args.download:
        _download(utils, args)
    elif args.list:
        write_lines(_fields(utils, args) if args.test_set else _available(utils, args.langpair))
    else:
        _cite(utils, args.test_set)
    return 0


def _download(utils: Any, args: Namespace) -> None:
    """Download a test set for one language pair, or for all if `--language-pair` is not set.

    sacreBLEU crashes without `--language-pair`.
    """
    dataset = _known(utils, args.download)
    with called(args, args.download):
        if args.langpair:
            utils.download_test_set(args.download, args.langpair)
        else:
            dataset.process_to_text()


def _fields(utils: Any, args: Namespace) -> list[str]:
    pairs = [args.langpair] if args.langpair else utils.get_langpairs_for_testset(args.test_set)
    if not pairs:  # not an error in sacreBLEU
        say_warning(f"Unknown test set {args.test_set!r}: it has no language pairs")
        return []
    dataset = _known(utils, args.test_set)
    with called(args, args.test_set):
        return [f"{pair}: {', '.join(dataset.fieldnames(pair))}" for pair in pairs]


def _available(utils: Any, langpair: str | None) -> list[str]:
    if langpair:
        check_form(langpair)
        names = utils.get_available_testsets_for_langpair(langpair)
        lines = [f"The available test sets for {langpair} are:"]
    else:
        names = utils.get_available_testsets()
        lines = ["The available test sets are:"]
    about = {name: utils.DATASETS[name].description.strip() for name in names}
    return lines + [f"{name:<30}: {about[name]}" for name in sorted(names)]


def _cite(utils: Any, test_sets: str | None) -> None:
    if not test_sets:
        raise Stop("I need a test set (-t).")
    for name in test_sets.split(","):
        citation = _known(utils, name).citation
        if citation:
            write_lines([citation])
        else:
            say_warning(f"No citation found for {name}")


def _known(utils: Any, name: str) -> Any:
    if name not in utils.DATASETS:
        raise Stop(f"Unknown test set {name!r}: --list shows the available ones.")
    return utils.DATASETS[name]


def check_form(langpair: str) -> None:
    """Raise `Stop` unless `langpair` has the form of two languages, such as en-de."""
    if "-" not in langpair:
        raise Stop(f"-l {langpair} is not a language pair. Use two languages, such as en-de.")


def check(args: Namespace) -> None:
    """Raise `Stop` unless all named test sets exist and have the requested language pair."""
    utils = package()
    names = args.test_set.split(",")
    for name in names:
        _known(utils, name)
    if args.refs:
        raise Stop("I need exactly one of (a) a predefined test set (-t) or (b) references")
    if args.langpair is None:
        raise Stop("I need a language pair (-l); --list shows those of a test set.")
    for name in names:
        pairs = utils.get_langpairs_for_testset(name)
        if args.langpair not in pairs:
            raise Stop(f"No such language pair {args.langpair!r}; {name!r} has: {', '.join(pairs)}")


def echo(args: Namespace) -> int:
    """Print the fields of the test sets that `--echo` names, and return the exit code."""
    for name in args.test_set.split(","):
        with called(args, name) as utils, _paths_in_lists(utils, args):
            utils.print_test_set(name, args.langpair, args.echo, args.origlang, args.subset)
    return 0


def reference_files(args: Namespace) -> list[list[str]]:
    """Return a list of reference files for each test set. Missing files are downloaded."""
    files: list[list[str]] = []
    for name in args.test_set.split(","):
        with called(args, name) as utils:
            files.append(utils.get_reference_files(name, args.langpair))
        if not files[-1]:
            raise Stop(f"test set {name!r} has no references for {args.langpair}.")
    return files


def chosen(streams: list[list[str]], args: Namespace) -> list[list[str]]:
    """Return `streams` with only the segments that `--origlang` and `--subset` select."""
    if args.origlang is None and args.subset is None:
        return streams
    if args.test_set is None or args.langpair is None:
        raise Stop("--origlang and --subset require a test set (-t) and a language pair (-l).")
    with called(args, args.test_set) as utils, _paths_in_lists(utils, args):
        segments: list[list[str]] = utils.filter_subset(
            streams, args.test_set, args.langpair, args.origlang, args.subset
        )
    return segments


def score_parts(
    args: Namespace,
    metrics: Mapping[str, Any],
    system: list[str],
    references: list[list[str]],
    printer: Printer,
) -> None:
    """Write the scores of a system for each original language and each domain of a test set."""
    if args.test_set is None:
        printer.write([NO_PARTS])
        return
    with called(args, args.test_set) as utils, _paths_in_lists(utils, args):
        utils.Color.ENABLE_COLORS = printer.shows_colors
        # sacreBLEU iterates over a str and fails, so pass a list.
        languages = [args.origlang] if args.origlang else None
        part_args = Namespace(**{**vars(args), "origlang": languages})
        utils.print_subset_results(metrics, system, references, part_args)


@contextmanager
def _paths_in_lists(utils: Any, args: Namespace) -> Iterator[None]:
    """Make sacreBLEU's selection by `--origlang` and `--subset` work for all test sets.

    The selection requires that a test set has a list of paths for the language pair. Some test sets
    have a dict with a path instead. Within the `with` block, lists replace these dicts.
    """
    pair = args.langpair
    datasets = [utils.DATASETS[name] for name in args.test_set.split(",")]
    originals = [dataset.langpairs for dataset in datasets]
    for dataset, original in zip(datasets, originals, strict=True):
        if isinstance(original[pair], dict):
            dataset.langpairs = {**original, pair: [original[pair]["path"]]}
    try:
        yield
    finally:
        for dataset, original in zip(datasets, originals, strict=True):
            dataset.langpairs = original
