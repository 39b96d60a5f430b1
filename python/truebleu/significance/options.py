"""The settings of a comparison: each with its default, check, choices and help, said once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from math import ceil
from typing import Any

from truebleu import _native
from truebleu.errors import ConfigurationError, allowed
from truebleu.inputs.arguments import (
    check_choice,
    check_count,
    check_seed,
    check_share,
    check_threads,
)
from truebleu.metrics.base.signature import Signature
from truebleu.wording import percent

ProgressCallback = Callable[[int, int], object]
Spell = Callable[[str, int], str]


LARGEST_COUNT = 10**9
RESAMPLES_BEYOND = 5
"""Resamples beyond each end of an interval, which place it to about 1 / sqrt(5)."""


def _option(
    default: Any,
    help: str = "",  # noqa: A002  the word that everybody uses
    *,
    check: Callable[[str, Any], Any] | None = None,
    metavar: str = "",
    choices: tuple[str, ...] = (),
    usual: str | None = None,
    in_signature: bool = True,
) -> Any:
    """Return a field of `CompareOptions`.

    Args:
        default: its value if none is given.
        help: the text of its flag on the command line; a field without one has no flag of its own.
        check: given the name and a value, returns the value or raises `ConfigurationError`.
        metavar: what help calls the value.
        choices: all values, where they can be listed.
        usual: what help calls the default, where that is not the value itself.
        in_signature: whether results depend on it.
    """
    metadata = {
        "help": help,
        "check": check,
        "metavar": metavar,
        "choices": choices,
        "usual": str(default) if usual is None and default is not None else usual,
        "in_signature": in_signature,
    }
    return field(default=default, metadata=metadata)


def _choice(default: str | None, choices: tuple[str, ...], metavar: str, help: str) -> Any:  # noqa: A002
    def check(name: str, value: Any) -> Any:
        return value if value is default else check_choice(name, value, choices)

    return _option(default, help, check=check, metavar=metavar, choices=choices)


def _count(default: int, help: str) -> Any:  # noqa: A002
    def check(name: str, value: Any) -> int:
        return check_count(name, value, LARGEST_COUNT)

    return _option(default, help, check=check, metavar="N")


def _share(default: float, help: str) -> Any:  # noqa: A002
    def check(name: str, value: Any) -> float:
        return check_share(name, value, repr(default))

    return _option(default, help, check=check, metavar="X")


def _check_seed(_: str, value: Any) -> int:
    return check_seed(value)


def _check_threads(_: str, value: Any) -> int | None:
    return check_threads(value) or None


def as_argument(name: str, value: int) -> str:
    """Spell a setting as a keyword of Python."""
    return f"{name}={value}"


def as_option(name: str, value: int) -> str:
    """Spell a setting as the command line does."""
    return f"--{name} {value}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareOptions:
    """How to compare systems, checked: the keywords of `truebleu.compare` that are settings.

    Raises:
        ConfigurationError: a value is wrong.
    """

    baseline: str | None = _option(
        None,
        "the system that the others are compared with, by its name in the table or its file's name",
        metavar="NAME",
        usual="the first system",
        in_signature=False,
    )
    swap: str = _choice(
        "segments",
        ("segments", "runs"),
        "WHAT",
        "what changes places in a trial with --runs: a segment's outputs of all runs "
        "together, or of each run by itself, as Clark et al. 2011 have it",
    )
    test: str = _choice(
        "ar",
        ("ar", "bootstrap"),
        "TEST",
        "what gives the p-values: paired approximate randomization, or the paired bootstrap",
    )
    trials: int = _count(10_000, "trials of the randomization")
    resamples: int = _count(1000, "resamples of the bootstrap, which gives the intervals")
    bootstrap: str = _choice(
        "multinomial", ("multinomial", "poisson"), "KIND", "how segments are drawn"
    )
    power: float = _share(
        0.8,
        "how surely a difference is to be found, for the smallest that can be detected and "
        "the segments that are needed",
    )
    confidence: float = _share(
        0.95,
        "confidence of the intervals; what is left to 1 is the level at which clusters part",
    )
    seed: int = _option(
        12345,
        "another seed gives other trials; the same gives the same numbers everywhere",
        check=_check_seed,
        metavar="N",
    )
    compatible: str | None = _choice(
        None,
        ("sacrebleu",),
        "TOOL",
        "also give what this tool says for the same seed, to the last digit",
    )
    threads: int | None = _option(None, check=_check_threads, in_signature=False)

    def __post_init__(self) -> None:
        for option in fields(self):
            check = option.metadata["check"]
            if check is not None:
                value = check(option.name, getattr(self, option.name))
                object.__setattr__(self, option.name, value)

    @classmethod
    def of(cls, settings: Mapping[str, Any], *, without: Collection[str] = ()) -> CompareOptions:
        """Return the options with these settings; the others keep their defaults.

        Raises:
            ConfigurationError: there is no such setting, or `without` has it, or a value is wrong.
        """
        names = [option.name for option in fields(cls) if option.name not in without]
        for name in settings:
            if name not in names:
                raise ConfigurationError(allowed("setting", name, names))
        return cls(**settings)

    @classmethod
    def from_signature(cls, settings: Signature) -> CompareOptions:
        """Return the options by which a comparison with these `settings` was made.

        What no signature has, the baseline and the threads, has its default.
        """
        return cls(
            **{
                name: value
                for name, value in plain_settings(settings).items()
                if name in SIGNATURE_TYPES
            }
        )

    @property
    def level(self) -> float:
        """The significance level."""
        return round(1 - self.confidence, 12)

    @property
    def num_threads(self) -> int:
        """The number of threads as the core takes it: 0 lets the core choose."""
        return self.threads or 0

    def signature(
        self, *, segments: int, documents: int | None = None, runs: Sequence[int] = (1,)
    ) -> Signature:
        """Return all that is needed to get the numbers again.

        `documents` is how many there are, where they are drawn whole; `runs` are those of each
        system.
        """
        randomized = self.test == "ar"
        texts = {"test": self.test}
        if randomized:
            texts["trials"] = str(self.trials)
        texts |= self._interval_texts(segments, documents)
        if max(runs) > 1:
            same = len(set(runs)) == 1
            texts["runs"] = str(runs[0]) if same else ",".join(map(str, runs))
            if randomized:
                texts["swap"] = self.swap
        if self.power != DEFAULTS.power:
            texts["power"] = repr(self.power)
        if self.compatible is not None:
            texts["compatible"] = self.compatible
        return _with_version(texts)

    def interval_signature(self, *, segments: int, documents: int | None = None) -> Signature:
        """Return all that is needed to get an interval again, without the test."""
        return _with_version(self._interval_texts(segments, documents))

    def _interval_texts(self, segments: int, documents: int | None) -> dict[str, str]:
        texts = {
            "resamples": str(self.resamples),
            "bootstrap": self.bootstrap,
            "confidence": repr(self.confidence),
            "seed": str(self.seed),
            "segments": str(segments),
        }
        if documents is not None:
            texts["documents"] = str(documents)
        return texts

    def warnings(
        self, num_systems: int, *, exact: bool, spell: Spell = as_argument
    ) -> tuple[str, ...]:
        """Return what a user should know about the number of trials and resamples.

        `exact` says that every pair was tested by all assignments: more trials change nothing then.
        `spell` writes a setting as this interface calls it.
        """
        about_intervals = self.interval_warnings(spell)
        if about_intervals and self.test == "bootstrap":
            return about_intervals  # Both are about the resamples: one warning is enough.
        return about_intervals + (() if exact else self._p_value_warnings(num_systems, spell))

    def interval_warnings(self, spell: Spell = as_argument) -> tuple[str, ...]:
        """Return what a user should know about an interval of few resamples."""
        fewest = fewest_resamples(self.confidence)
        if self.resamples >= fewest:
            return ()
        beyond = f"{self.resamples * (1 - self.confidence) / 2:.2g}"
        lie = "resample lies" if beyond == "1" else "resamples lie"
        interval = percent(self.confidence)
        message = (
            f"{spell('resamples', self.resamples)} is too small: only {beyond} {lie} beyond "
            f"each end of a {interval} interval. Use {spell('resamples', fewest)} or more."
        )
        return (message,)

    def _p_value_warnings(self, num_systems: int, spell: Spell) -> tuple[str, ...]:
        name, number = "trials", self.trials
        if self.test == "bootstrap":
            name, number = "resamples", self.resamples
        pairs = num_systems * (num_systems - 1) // 2
        fewest = fewest_trials(self.level, pairs)
        if number >= fewest:
            return ()
        smallest = f"{1 / (number + 1):.2g}"
        subject = ""
        if pairs > 1:
            adjusted = f"{min(1, pairs / (number + 1)):.2g}"
            smallest += f" ({adjusted} after Holm's correction for all {pairs:,} pairs)"
            subject = f" for {num_systems} systems"
        message = (
            f"{spell(name, number)} is too small{subject}: the smallest possible p-value is "
            f"{smallest}, above {self.level:g}. Use {spell(name, fewest)} or more."
        )
        return (message,)


DEFAULTS = CompareOptions()
SIGNATURE_TYPES: dict[str, Callable[[str], Any]] = {
    option.name: str if option.default is None else type(option.default)
    for option in fields(CompareOptions)
    if option.metadata["in_signature"]
}
"""The settings that a signature has, with the type of each."""
DATA_TYPES: dict[str, Callable[[str], Any]] = {"segments": int, "documents": int}
"""What else the signature of a comparison says, of the data."""


def plain_settings(settings: Signature) -> dict[str, Any]:
    """Return the settings of a comparison, ready for JSON: numbers are numbers.

    `runs` is a number, or where systems have different ones a list with that of each.
    """
    types = SIGNATURE_TYPES | DATA_TYPES
    values: dict[str, Any] = {key: types.get(key, str)(value) for key, value in settings.items()}
    if "runs" in values:
        counts = [int(count) for count in settings["runs"].split(",")]
        values["runs"] = counts[0] if len(counts) == 1 else counts
    return values


def _with_version(texts: Mapping[str, str]) -> Signature:
    return Signature([*texts.items(), ("version", f"truebleu-{_native.__version__}")])


def fewest_trials(level: float, pairs: int) -> int:
    """Return how many trials it takes for a p-value that can fall to the level, after Holm's.

    A sample of trials gives at least 1 / (trials + 1), which Holm's correction multiplies by the
    number of pairs.

    >>> fewest_trials(0.05, 1), fewest_trials(0.05, 3)
    (19, 59)
    """
    return ceil(round(pairs / level, 6)) - 1


def fewest_resamples(confidence: float) -> int:
    """Return how many resamples it takes for an interval whose ends mean something.

    So many that 5 lie beyond each end. The share beyond it then has a standard error of 45 % of
    itself (a binomial's); with fewer the ends are those of a few extreme resamples.

    >>> fewest_resamples(0.95), fewest_resamples(0.99)
    (200, 1000)
    """
    return ceil(round(2 * RESAMPLES_BEYOND / (1 - confidence), 6))
