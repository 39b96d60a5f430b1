"""Command-line options for confidence intervals and significance tests.

The options set the fields of `CompareOptions`.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from truebleu.cli.command import Flag, UsageError
from truebleu.cli.values import number, positive_count, seed, text
from truebleu.significance.options import CompareOptions

OPTIONS = {option.name: option for option in fields(CompareOptions)}

OF_RANDOMIZATION = ("trials", "swap")
"""Options without effect on a paired bootstrap test."""

PARSERS: dict[type, Callable[[str], Any]] = {int: positive_count, float: number, str: text}
"""Parsers of option values, by the type of the setting's default."""


def option(name: str, **changes: Any) -> Flag:
    """Return the option that sets the field `name` of `CompareOptions`.

    The field determines the arguments of `Flag`. `changes` replaces some of them.
    """
    field = OPTIONS[name]
    choices = field.metadata["choices"]
    parts: dict[str, Any] = {
        "metavar": field.metadata["metavar"],
        "parse": seed if name == "seed" else PARSERS.get(type(field.default), text),
        "choices": (lambda: choices) if choices else None,
        "default": field.metadata["usual"],
        "help": field.metadata["help"],
        "category": "significance",
    }
    return Flag(f"--{name}", **(parts | changes))


def intervals() -> list[Flag]:
    """Return the options for bootstrap confidence intervals of scores."""
    confidence = option(
        "confidence",
        default=None,
        help="also compute a bootstrap confidence interval of each score; 0.95 is usual",
    )
    return [documents(), option("resamples"), option("bootstrap"), confidence, option("seed")]


def comparing(*, runs: bool = False) -> list[Flag]:
    """Return the options of a command that compares systems.

    With `runs`, options for systems with several training runs are included.
    """
    runs_flag = Flag(
        "--runs",
        category="significance",
        help="each system has several training runs, one file each, written NAME=FILE,FILE",
    )
    names = ["test", "trials", "resamples", "bootstrap", "power", "confidence", "seed"]
    return [
        option("baseline"),
        documents(),
        *([runs_flag, option("swap")] if runs else []),
        *map(option, names),
        *([option("compatible")] if runs else []),
    ]


def documents() -> Flag:
    """Return the option `--documents`, which names a file with the document of each segment."""
    return Flag(
        "--documents",
        metavar="FILE",
        category="significance",
        help="document name of each segment, one per line, or a test set in SGML or XML. "
        "Bootstrap and significance tests then draw whole documents, and --resegment moves no text "
        "from one document to another",
    )


def settings_of(args: Namespace) -> dict[str, Any]:
    """Return the fields of `CompareOptions` that the command line sets, with their values.

    Raises `UsageError` if an option has no effect on the test.
    """
    options = {name: getattr(args, name, None) for name in OPTIONS}
    for name in OF_RANDOMIZATION:
        if options["test"] == "bootstrap" and options[name] is not None:
            raise UsageError(f"--{name} is not supported with --test bootstrap. Leave it out.")
    return {name: value for name, value in options.items() if value is not None}
