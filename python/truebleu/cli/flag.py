"""What a flag of the command line is."""

from __future__ import annotations

from truebleu.cli.values import choice_of, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Literal

__all__ = [
    "ALL",
    "ANY_METRIC",
    "BLEU",
    "CHECK",
    "COLUMNS",
    "COMPARE",
    "COMPLETIONS",
    "CONVENTIONS",
    "DECODING",
    "DIVERSITY",
    "EVALUATE",
    "EVERY",
    "EXPLAIN",
    "IDENTIFY",
    "MBR",
    "MERGE",
    "METRIC",
    "ORACLE",
    "OVERLAP",
    "READING",
    "REPORT",
    "SCORE",
    "SCORING",
    "SELECTING",
    "SERVE",
    "STATISTICS",
    "TESTS",
    "TEXTS",
    "TOKENIZE",
    "VERIFY",
    "Flag",
]

SCORE = ("score",)
COMPARE = ("compare",)
CHECK = ("check",)
EVALUATE = ("evaluate",)
TOKENIZE = ("tokenize",)
EXPLAIN = ("explain",)
CONVENTIONS = ("conventions",)
IDENTIFY = ("identify",)
REPORT = ("report",)
SERVE = ("serve",)
STATISTICS = ("statistics",)
MERGE = ("merge",)
VERIFY = ("verify",)
DIVERSITY = ("diversity",)
OVERLAP = ("overlap",)
TEXTS = (*DIVERSITY, *OVERLAP)
MBR = ("mbr",)
ORACLE = ("oracle",)
COMPLETIONS = ("completions",)
SELECTING = (*MBR, *ORACLE)
SCORING = (*SCORE, *COMPARE, *EVALUATE, *CHECK, *STATISTICS)
BLEU = (*SCORING, *EXPLAIN, *REPORT, *SERVE)
TESTS = (*COMPARE, *REPORT, *SERVE, *MERGE)
METRIC = (*BLEU, *SELECTING, *DIVERSITY)
"""Those that say which metric, and how."""
COLUMNS = (*COMPARE, *EVALUATE, *REPORT)
"""Those that take scores from elsewhere beside the metrics."""
ANY_METRIC = (*SCORING, *SELECTING, *REPORT)
"""Those that take any metric, with its own settings."""
ALL = (*METRIC, *TOKENIZE, *OVERLAP)
READING = (*BLEU, *CONVENTIONS, *IDENTIFY, *VERIFY)
EVERY = (*READING, *SELECTING, *TOKENIZE, *MERGE, *TEXTS)
DECODING = tuple(command for command in EVERY if command not in (*CHECK, *MERGE))
"""Those that refuse bytes that are no text; `check` finds them."""


class Flag:
    """One flag.

    `names` are its spellings, the short one first. `category` is the heading under which help
    shows it. `metavar` names its value; a flag without one is a switch (`value` is what it sets).
    `parse` turns the value's text into the value, or raises `ValueError` with what is allowed.
    `repeated`: it may be given several times. `choices` gives the allowed values, for help.
    """

    def __init__(
        self,
        *names: str,
        help: str,  # noqa: A002  the word that everybody uses
        category: Literal[
            "input",
            "metric",
            "bleu",
            "chrf",
            "rouge",
            "ter",
            "test",
            "explanation",
            "choice",
            "output",
            "other",
            "server",
        ],
        commands: Sequence[str] = SCORING,
        metavar: str | None = None,
        parse: Callable[[str], Any] = text,
        choices: Callable[[], Sequence[str]] | None = None,
        value: Any = True,
        target: str | None = None,
        default: str | None = None,
        repeated: bool = False,
        sets: str | None = None,
    ) -> None:
        self.names = names
        self.help = help
        self.category = category
        self.commands = commands
        self.metavar = metavar
        self.parse = choice_of(choices) if choices else parse
        self.choices = choices
        self.value = value
        self.target = target or names[-1].lstrip("-").replace("-", "_")
        self.default = default
        self.repeated = repeated
        self.sets = sets

    @property
    def takes_value(self) -> bool:
        """Whether a value follows it."""
        return self.metavar is not None
