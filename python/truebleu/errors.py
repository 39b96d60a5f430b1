"""The errors of truebleu.

Whatever a user hands over by mistake ends in one of these. A message says what is wrong, where
(segments are counted from 1) and what to do about it. Every class can be pickled, attributes
included, so errors survive a process pool.

    TrueBleuError
    ├── InputError (ValueError)          the texts that were handed over
    │   ├── LengthMismatch               unequal numbers of segments
    │   ├── ReferenceShapeError          nested references that can be read in two ways, or in none
    │   ├── EmptyCorpus                  a score of nothing
    │   └── InvalidUnicode               a lone surrogate, or bytes that are not UTF-8
    ├── ConfigurationError (ValueError)  the settings of a metric
    │   ├── UnknownSetting (TypeError)   no such setting, or one without a name
    │   ├── UnknownTokenizer
    │   ├── UnknownConvention
    │   └── InvalidSignature
    └── MissingDependency (ImportError)  a package that an optional part needs
"""

# A name says what happened; the base class says that it is an error.
# ruff: noqa: N818

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

PACKAGE = __file__.removesuffix("errors.py")
"""The folder of truebleu's own files."""

LONGEST = 100
"""Characters of a value in a message."""

SIMILAR = 0.75
"""How similar a name must be (difflib's ratio) to be suggested."""


class TrueBleuError(Exception):
    """The root of all errors that truebleu raises on purpose."""

    @property
    def message(self) -> str:
        """The whole message, as a person should read it."""
        return str(self)


class InputError(TrueBleuError, ValueError):
    """Something is wrong with the texts that were handed over.

    `segment` is the number of the segment, counted from 1, where one is to blame; `file` and
    `line` (counted from 1) say where in a file, for texts that were read from one.
    """

    def __init__(
        self,
        message: str,
        *,
        segment: int | None = None,
        file: str | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(message)
        self.segment = segment
        self.file = file
        self.line = line


class LengthMismatch(InputError):
    """Hypotheses and references are not equally many.

    `hypotheses` and `references` are the two counts; `stream` is the number of the reference
    stream, counted from 1, where there is more than one.
    """

    def __init__(
        self,
        message: str,
        *,
        hypotheses: int | None = None,
        references: int | None = None,
        stream: int | None = None,
        segment: int | None = None,
        file: str | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(message, segment=segment, file=file, line=line)
        self.hypotheses = hypotheses
        self.references = references
        self.stream = stream


class ReferenceShapeError(InputError):
    """A bare nested list of references that can be read in two ways, or in none."""


class EmptyCorpus(InputError):
    """A score was asked for, and there are no segments."""


class InvalidUnicode(InputError):
    """A text that is not Unicode: a lone surrogate in a str, or bytes that are not UTF-8."""


class ConfigurationError(TrueBleuError, ValueError):
    """A setting of a metric is wrong. The message lists what is allowed."""


class UnknownSetting(ConfigurationError, TypeError):
    """A metric has no setting of this name, or was given one without a name."""


class UnknownTokenizer(ConfigurationError):
    """There is no tokenizer of this name."""


class UnknownConvention(ConfigurationError):
    """There is no convention of this name."""


class InvalidSignature(ConfigurationError):
    """A signature cannot be read, or belongs to another metric."""


class ShortTextWarning(UserWarning):
    """A corpus has BLEU 0 because no hypothesis is long enough for the longest n-gram."""


class MissingDependency(TrueBleuError, ImportError):
    """An optional part needs a package that is not installed. The message says how to get it."""


def warn_user(message: str, category: type[Warning] = UserWarning) -> None:
    """Raise a Python warning at the line that called truebleu, however deep in it the cause is."""
    from warnings import warn  # late: most calls warn of nothing

    level, frame = 1, sys._getframe()  # noqa: SLF001  the way that `warnings` itself counts
    while frame.f_back and frame.f_code.co_filename.startswith(PACKAGE):
        level, frame = level + 1, frame.f_back
    warn(message, category, stacklevel=level)


def nearest(wrong: object, known: Iterable[object]) -> str | None:
    """Return the known name that was most likely meant, or None if no name is near.

    Near is a name that begins with what was typed, one that is at least 75% similar, or one of
    three characters or more that is one edit away. Leading dashes do not count.

    >>> nearest("expp", ["none", "floor", "exp"])
    'exp'
    >>> nearest("ja", ["13a", "ja-mecab"])
    'ja-mecab'
    >>> nearest("--paired-bs", ["--threads", "--reference"])
    """
    if not isinstance(wrong, str):
        return None
    from difflib import get_close_matches  # late: it brings the regular expressions with it

    names = {name.casefold().lstrip("-"): name for name in known if isinstance(name, str)}
    typed = wrong.casefold().lstrip("-")
    # "ja" most likely means "ja-mecab". A single letter is the begin of too many names.
    begun = [name for name in names if len(typed) > 1 and name.startswith(typed)]
    near = begun or get_close_matches(typed, names, n=1, cutoff=SIMILAR)
    near = near or [name for name in names if min(len(name), len(typed)) > 2 and _edit(name, typed)]
    return names[near[0]] if near else None


def _edit(first: str, second: str) -> bool:
    """Return whether one character replaced, left out or put in makes one text the other."""
    shorter, longer = sorted((first, second), key=len)
    same = next((i for i, c in enumerate(shorter) if c != longer[i]), len(shorter))
    gap = len(longer) - len(shorter)
    return gap < 2 and shorter[same + 1 - gap :] == longer[same + 1 :]


def allowed(what: str, wrong: object, known: Iterable[str]) -> str:
    """The message for a value that is none of the known names: it lists them, nearest first said.

    >>> allowed("smoothing", "expp", ["none", "exp"])
    "smoothing='expp' is unknown; did you mean 'exp'? Allowed are 'none' and 'exp'."
    """
    names = list(known)
    close = nearest(wrong, names)
    hint = f"; did you mean {close!r}?" if close else "."
    return f"{what}={inspected(wrong)} is unknown{hint} Allowed are {listing(names)}."


def inspected(value: object) -> str:
    """A value as messages show it: its `repr`, in one line of 100 characters at most.

    >>> inspected("expp"), len(inspected(10**1000))
    ("'expp'", 100)
    """
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001  a number of thousands of digits; or a class of the user's
        return f"something of type {type(value).__name__}"
    if "\n" in text:  # arrays and tables
        text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def listing(names: Iterable[str]) -> str:
    """Names in quotes, with commas and a last "and".

    >>> listing(["closest", "shortest", "longest"])
    "'closest', 'shortest' and 'longest'"
    """
    *first, last = [repr(name) for name in names]
    return f"{', '.join(first)} and {last}" if first else last
