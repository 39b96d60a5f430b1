"""Test sets: sacreBLEU's own package finds, downloads and unpacks them; scoring is truebleu's."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from truebleu.cli.console import say_warning, write_lines
from truebleu.cli.sacrebleu.stopping import Stop
from truebleu.errors import MissingDependency

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping

    from truebleu.cli.sacrebleu.printing import Printer

__all__ = [
    "check",
    "chosen",
    "echo",
    "only_shows",
    "reference_files",
    "score_parts",
    "show",
]


def _utils() -> Any:
    """SacreBLEU's module of test sets, which prints: as UTF-8, whatever the locale is."""
    try:
        utils = import_module("sacrebleu.utils")
    except ImportError:
        raise MissingDependency(
            'test sets are found and downloaded by the package sacrebleu: pip install "truebleu'
            '[testsets]"'
        ) from None
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure:
        reconfigure(encoding="utf-8")
    return utils


def only_shows(typed: Namespace) -> bool:
    """Whether nothing is to be scored, whatever else was typed."""
    alone = typed.sentence_level and len(typed.metrics) > 1
    return bool(typed.download or typed.list or (typed.citation and not alone))


def show(typed: Namespace) -> int:
    """Download a test set, list test sets or what one has, or say how to cite one."""
    utils = _utils()
    if typed.download:
        _known(utils, typed.download)
        utils.download_test_set(typed.download, typed.langpair)
    elif typed.list:
        write_lines(_fields(utils, typed) if typed.test_set else _available(utils, typed.langpair))
    else:
        _cite(utils, typed.test_set)
    return 0


def _fields(utils: Any, typed: Namespace) -> list[str]:
    pairs = [typed.langpair] if typed.langpair else utils.get_langpairs_for_testset(typed.test_set)
    if not pairs:  # no error to sacreBLEU
        say_warning(f"Unknown test set {typed.test_set!r}: it has no language pairs")
        return []
    found = _known(utils, typed.test_set)
    return [f"{pair}: {', '.join(found.fieldnames(pair))}" for pair in pairs]


def _available(utils: Any, langpair: str | None) -> list[str]:
    if langpair:
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


def check(typed: Namespace) -> None:
    """Stop unless the test sets exist and have the language pair."""
    utils = _utils()
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
    utils = _utils()
    for name in typed.test_set.split(","):
        utils.print_test_set(name, typed.langpair, typed.echo, typed.origlang, typed.subset)
    return 0


def reference_files(typed: Namespace) -> list[list[str]]:
    """The files with the references of each test set, downloaded if need be."""
    utils = _utils()
    return [utils.get_reference_files(name, typed.langpair) for name in typed.test_set.split(",")]


def chosen(streams: list[list[str]], typed: Namespace) -> list[list[str]]:
    """Of each stream the segments that `--origlang` and `--subset` choose."""
    if typed.origlang is None and typed.subset is None:
        return streams
    if typed.test_set is None or typed.langpair is None:
        raise Stop("--origlang and --subset need a test set (-t) and a language pair (-l)")
    found: list[list[str]] = _utils().filter_subset(
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
    utils = _utils()
    utils.Color.ENABLE_COLORS = printer.shows_colours
    utils.print_subset_results(metrics, system, references, typed)
