"""Test sets: sacreBLEU's own package finds, downloads and unpacks them; scoring is truebleu's."""

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


def only_shows(typed: Namespace) -> bool:
    """Whether nothing is to be scored, whatever else was typed."""
    alone = typed.sentence_level and len(typed.metrics) > 1
    return bool(typed.download or typed.list or (typed.citation and not alone))


def show(typed: Namespace) -> int:
    """Download a test set, list test sets or what one has, or say how to cite one."""
    utils = package()
    if typed.download:
        _download(utils, typed)
    elif typed.list:
        write_lines(_fields(utils, typed) if typed.test_set else _available(utils, typed.langpair))
    else:
        _cite(utils, typed.test_set)
    return 0


def _download(utils: Any, typed: Namespace) -> None:
    """Download a test set; without a language pair, all that it has (there sacreBLEU crashes)."""
    found = _known(utils, typed.download)
    with called(typed, typed.download):
        if typed.langpair:
            utils.download_test_set(typed.download, typed.langpair)
        else:
            found.process_to_text()


def _fields(utils: Any, typed: Namespace) -> list[str]:
    pairs = [typed.langpair] if typed.langpair else utils.get_langpairs_for_testset(typed.test_set)
    if not pairs:  # no error to sacreBLEU
        say_warning(f"Unknown test set {typed.test_set!r}: it has no language pairs")
        return []
    found = _known(utils, typed.test_set)
    with called(typed, typed.test_set):
        return [f"{pair}: {', '.join(found.fieldnames(pair))}" for pair in pairs]


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
    """Stop unless a language pair is two languages."""
    if "-" not in langpair:
        raise Stop(f"-l {langpair}: a language pair is two languages, such as en-de")


def check(typed: Namespace) -> None:
    """Stop unless the test sets exist and have the language pair."""
    utils = package()
    names = typed.test_set.split(",")
    for name in names:
        _known(utils, name)
    if typed.refs:
        raise Stop("I need exactly one of (a) a predefined test set (-t) or (b) references")
    if typed.langpair is None:
        raise Stop("I need a language pair (-l); --list shows those of a test set.")
    for name in names:
        pairs = utils.get_langpairs_for_testset(name)
        if typed.langpair not in pairs:
            raise Stop(
                f"No such language pair {typed.langpair!r}; {name!r} has: {', '.join(pairs)}"
            )


def echo(typed: Namespace) -> int:
    """Print fields of test sets."""
    for name in typed.test_set.split(","):
        with called(typed, name) as utils, _paths_in_lists(utils, typed):
            utils.print_test_set(name, typed.langpair, typed.echo, typed.origlang, typed.subset)
    return 0


def reference_files(typed: Namespace) -> list[list[str]]:
    """The files with the references of each test set, downloaded if need be."""
    files: list[list[str]] = []
    for name in typed.test_set.split(","):
        with called(typed, name) as utils:
            files.append(utils.get_reference_files(name, typed.langpair))
        if not files[-1]:
            raise Stop(f"test set {name!r} has no references for {typed.langpair}")
    return files


def chosen(streams: list[list[str]], typed: Namespace) -> list[list[str]]:
    """Of each stream the segments that `--origlang` and `--subset` choose."""
    if typed.origlang is None and typed.subset is None:
        return streams
    if typed.test_set is None or typed.langpair is None:
        raise Stop("--origlang and --subset need a test set (-t) and a language pair (-l)")
    with called(typed, typed.test_set) as utils, _paths_in_lists(utils, typed):
        found: list[list[str]] = utils.filter_subset(
            streams, typed.test_set, typed.langpair, typed.origlang, typed.subset
        )
    return found


def score_parts(
    typed: Namespace,
    metrics: Mapping[str, Any],
    system: list[str],
    references: list[list[str]],
    printer: Printer,
) -> None:
    """Score the parts of a test set, by original language and domain."""
    if typed.test_set is None:
        printer.write([NO_PARTS])
        return
    with called(typed, typed.test_set) as utils, _paths_in_lists(utils, typed):
        utils.Color.ENABLE_COLORS = printer.shows_colours
        # sacreBLEU takes a language's letters for languages, and fails: a list has it whole.
        languages = [typed.origlang] if typed.origlang else None
        wanted = Namespace(**{**vars(typed), "origlang": languages})
        utils.print_subset_results(metrics, system, references, wanted)


@contextmanager
def _paths_in_lists(utils: Any, typed: Namespace) -> Iterator[None]:
    """For a while, give the paths of files in lists, as sacreBLEU's choosing expects them.

    It fails on the language pairs that have their path beside the references to be used.
    """
    pair = typed.langpair
    found = [utils.DATASETS[name] for name in typed.test_set.split(",")]
    kept = [known.langpairs for known in found]
    for known, before in zip(found, kept, strict=True):
        if isinstance(before[pair], dict):
            known.langpairs = {**before, pair: [before[pair]["path"]]}
    try:
        yield
    finally:
        for known, before in zip(found, kept, strict=True):
            known.langpairs = before
