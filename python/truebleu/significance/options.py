"""Options of comparisons, each with its default, validation, choices and help text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from math import ceil
from typing import Any

from truebleu import _native
from truebleu.errors import ConfigurationError, allowed
from truebleu.inputs.arguments import (
    check_choice,
    check_confidence,
    check_count,
    check_seed,
    check_share,
    check_threads,
)
from truebleu.metrics.base.signature import Signature
from truebleu.wording import percent

Spell = Callable[[str, int], str]


LARGEST_COUNT = 10**9
RESAMPLES_BEYOND = 5
"""Number of resamples that must lie beyond each end of an interval for the end to be reliable."""


def _option(
    default: Any,
    help: str = "",  # noqa: A002  the usual name
    *,
    check: Callable[[str, Any], Any] | None = None,
    metavar: str = "",
    choices: tuple[str, ...] = (),
    usual: str | None = None,
    in_signature: bool = True,
) -> Any:
    """Return a dataclass field for an option of `CompareOptions`.

    Args:
        default: the default value.
        help: the help text of the command-line flag. An option without help text has no flag.
        check: a function that validates a value. Its arguments are the option's name and the value.
            It returns the value, or raises `ConfigurationError`.
        metavar: the placeholder for the value in the help text.
        choices: all valid values; empty if they cannot be listed.
        usual: the default as shown in the help text; None shows `default`.
        in_signature: whether the signature of a comparison records the option.
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


def _check_power(name: str, value: Any) -> float:
    return check_share(name, value, "0.8")


def _check_confidence(_: str, value: Any) -> float:
    return check_confidence(value)


def _check_seed(_: str, value: Any) -> int:
    return check_seed(value)


def _check_threads(_: str, value: Any) -> int | None:
    return check_threads(value) or None


def as_argument(name: str, value: int) -> str:
    """Return an option written as a Python keyword argument, such as "trials=100"."""
    return f"{name}={value}"


def as_option(name: str, value: int) -> str:
    """Return an option written as a command-line flag, such as "--trials 100"."""
    return f"--{name} {value}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareOptions:
    """Validated options of `truebleu.compare`.

    Raises:
        ConfigurationError: a value is invalid.
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
        "what each trial swaps with --runs: the outputs of all runs of a segment together, or "
        "each run by itself (Clark et al. 2011)",
    )
    test: str = _choice(
        "ar",
        ("ar", "bootstrap"),
        "TEST",
        "significance test: paired approximate randomization (ar) or paired bootstrap",
    )
    trials: int = _count(10_000, "trials of the randomization test")
    resamples: int = _count(1000, "bootstrap resamples for the confidence intervals")
    bootstrap: str = _choice(
        "multinomial",
        ("multinomial", "poisson"),
        "KIND",
        "how segments are drawn: "
        "multinomial = draw as many as the test set has, with replacement; poisson = draw each "
        "segment a Poisson-distributed number of times, which allows resampling in shards",
    )
    power: float = _option(
        0.8,
        "statistical power used for the minimum detectable difference and the required number "
        "of segments",
        check=_check_power,
        metavar="X",
    )
    confidence: float = _option(
        0.95,
        "confidence level of the intervals (the significance level is 1 - X)",
        check=_check_confidence,
        metavar="X",
    )
    seed: int = _option(
        12345,
        "random seed; the same seed gives the same numbers on every machine",
        check=_check_seed,
        metavar="N",
    )
    compatible: str | None = _choice(
        None,
        ("sacrebleu",),
        "TOOL",
        "also print the exact results of this tool for the same seed",
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
        """Return options with the values in `settings`; all other options get their defaults.

        `without` has the names of options that `settings` must not contain.

        Raises:
            ConfigurationError: a setting is unknown or not allowed, or a value is invalid.
        """
        names = [option.name for option in fields(cls) if option.name not in without]
        for name in settings:
            if name not in names:
                raise ConfigurationError(allowed("setting", name, names))
        return cls(**settings)

    @classmethod
    def from_signature(cls, settings: Signature) -> CompareOptions:
        """Return the options that the signature of a comparison records.

        The baseline and the number of threads are not recorded, so they get their defaults.
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
        """Significance level: 1 minus the confidence level."""
        return round(1 - self.confidence, 12)

    @property
    def num_threads(self) -> int:
        """Number of threads for the Rust core; 0 means automatic."""
        return self.threads or 0

    def signature(
        self, *, segments: int, documents: int | None = None, runs: Sequence[int] = (1,)
    ) -> Signature:
        """Return the signature of a comparison: the settings that reproduce it.

        `segments` is the number of segments. `documents` is the number of documents, or None if
        segments are resampled. `runs` has the number of training runs of each system.
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
        """Return the signature of a confidence interval: the settings that reproduce it.

        `segments` is the number of segments. `documents` is the number of documents, or None if
        segments are resampled.
        """
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
        """Return warnings about too few trials or resamples.

        `exact` is True if all tests enumerated all permutations. There is then no warning about
        trials. `spell` is `as_argument` or `as_option`, which write an option for Python or for the
        command line.
        """
        interval_warnings = self.interval_warnings(spell)
        if interval_warnings and self.test == "bootstrap":
            return interval_warnings  # Both concern the resamples: one warning is enough.
        return interval_warnings + (() if exact else self._p_value_warnings(num_systems, spell))

    def interval_warnings(self, spell: Spell = as_argument) -> tuple[str, ...]:
        """Return a warning if there are too few resamples for reliable interval ends.

        The result is a tuple with one warning, or an empty tuple. `spell` is `as_argument` or
        `as_option`, which write an option for Python or for the command line.
        """
        minimum = fewest_resamples(self.confidence)
        if self.resamples >= minimum:
            return ()
        beyond = f"{self.resamples * (1 - self.confidence) / 2:.2g}"
        lie = "resample lies" if beyond == "1" else "resamples lie"
        interval = percent(self.confidence)
        message = (
            f"{spell('resamples', self.resamples)} is too small: only {beyond} {lie} beyond "
            f"each end of a {interval} interval. Use {spell('resamples', minimum)} or more."
        )
        return (message,)

    def _p_value_warnings(self, num_systems: int, spell: Spell) -> tuple[str, ...]:
        name, number = "trials", self.trials
        if self.test == "bootstrap":
            name, number = "resamples", self.resamples
        pairs = num_systems * (num_systems - 1) // 2
        minimum = fewest_trials(self.level, pairs)
        if number >= minimum:
            return ()
        smallest = f"{1 / (number + 1):.2g}"
        subject = ""
        if pairs > 1:
            adjusted = f"{min(1, pairs / (number + 1)):.2g}"
            smallest += f" ({adjusted} after Holm's correction for all {pairs:,} pairs)"
            subject = f" for {num_systems} systems"
        message = (
            f"{spell(name, number)} is too small{subject}: the smallest possible p-value is "
            f"{smallest}, above {self.level:g}. Use {spell(name, minimum)} or more."
        )
        return (message,)


DEFAULTS = CompareOptions()
SIGNATURE_TYPES: dict[str, Callable[[str], Any]] = {
    option.name: str if option.default is None else type(option.default)
    for option in fields(CompareOptions)
    if option.metadata["in_signature"]
}
"""Options in the signature of a comparison, with their types."""
DATA_TYPES: dict[str, Callable[[str], Any]] = {"segments": int, "documents": int}
"""Numbers in the signature of a comparison that describe the data, with their types."""


def plain_settings(settings: Signature) -> dict[str, Any]:
    """Return the settings of a comparison as JSON-serializable data.

    A signature stores numbers as text. They are converted to int and float. The value of the key
    "runs" is the number of training runs per system, or a list if the numbers differ.
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
    """Return the smallest number of trials for which a p-value can be as small as `level`.

    The smallest possible p-value is 1 / (trials + 1). Holm's correction for multiple tests
    multiplies it by the number of pairs of systems.

    >>> fewest_trials(0.05, 1), fewest_trials(0.05, 3)
    (19, 59)
    """
    return ceil(round(pairs / level, 6)) - 1


def fewest_resamples(confidence: float) -> int:
    """Return the smallest number of resamples for reliable ends of a confidence interval.

    With this number, 5 resamples are expected beyond each end. Their actual number is binomial,
    with a relative standard error of about 45%. With fewer resamples, the ends depend on a few
    extreme values.

    >>> fewest_resamples(0.95), fewest_resamples(0.99)
    (200, 1000)
    """
    return ceil(round(2 * RESAMPLES_BEYOND / (1 - confidence), 6))
