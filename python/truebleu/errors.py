"""Exceptions and warnings of truebleu.

Every invalid input or setting raises one of these exceptions. A message states where the problem
is, what it is and how to fix it. Segments are counted from 1. All exceptions can be pickled.

    TrueBleuError
    ├── InputError (ValueError)          invalid texts, ratings or files
    │   ├── LengthMismatch               unequal numbers of segments
    │   ├── ReferenceShapeError          nested references of ambiguous or invalid shape
    │   ├── EmptyCorpus                  no segments to score
    │   └── InvalidUnicode               a lone surrogate, or bytes that are not UTF-8
    ├── ConfigurationError (ValueError)  invalid settings
    │   ├── UnknownSetting (TypeError)   unknown or positional setting
    │   ├── UnknownTokenizer
    │   ├── UnknownConvention
    │   └── InvalidSignature
    └── MissingDependency (ImportError)  missing optional package
"""

# The base class `TrueBleuError` shows that these are errors, so their names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

PACKAGE = __file__.removesuffix("errors.py")
"""Folder of the package, with a trailing separator."""

LONGEST = 100
"""Maximum number of characters of a value shown in a message."""

SIMILAR = 0.75
"""Minimum similarity (difflib's ratio) of a suggested name."""


class TrueBleuError(Exception):
    """Base class of all errors that truebleu raises."""

    @property
    def message(self) -> str:
        """Error message as text."""
        return str(self)


class InputError(TrueBleuError, ValueError):
    """Error for invalid input: texts, ratings or files.

    Attributes:
        segment: number of the invalid segment, counted from 1; None if unknown.
        file: name of the invalid file; None if there is none.
        line: number of the line in the file, counted from 1; None if unknown.
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
    """Error for different numbers of hypotheses and references.

    Attributes:
        hypotheses: number of hypotheses; None if unknown.
        references: number of references; None if unknown.
        stream: which list of references has the wrong length, counted from 1; None if there is only
            one list.
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
    """Error for a nested list of references whose shape is ambiguous or invalid."""


class EmptyCorpus(InputError):
    """Error for a corpus without segments."""


class InvalidUnicode(InputError):
    """Error for invalid Unicode: a lone surrogate in a str, or bytes that are not UTF-8."""


class ConfigurationError(TrueBleuError, ValueError):
    """Error for an invalid setting of a metric, or another invalid argument."""


class UnknownSetting(ConfigurationError, TypeError):
    """Error for an unknown setting of a metric, or for a setting that is passed by position."""


class UnknownTokenizer(ConfigurationError):
    """Error for an unknown tokenizer."""


class UnknownConvention(ConfigurationError):
    """Error for an unknown convention, the name of a preset that reproduces another tool."""


class InvalidSignature(ConfigurationError):
    """Error for a signature that cannot be parsed or belongs to another metric."""


class ShortTextWarning(UserWarning):
    """Warning that BLEU is 0 because all hypotheses are shorter than the maximum n-gram order."""


class MissingDependency(TrueBleuError, ImportError):
    """Error for a missing optional package. The message has the command that installs it."""


def warn_user(message: str, category: type[Warning] = UserWarning) -> None:
    """Issue a Python warning whose location is the line of user code that called truebleu."""
    from warnings import warn  # late, because most calls issue no warning

    level, frame = 1, sys._getframe()  # noqa: SLF001  `warnings` itself uses it
    while frame.f_back and frame.f_code.co_filename.startswith(PACKAGE):
        level, frame = level + 1, frame.f_back
    warn(message, category, stacklevel=level)


def nearest(wrong: object, names: Iterable[object]) -> str | None:
    """Return the name in `names` that a user who wrote `wrong` most likely meant, or None.

    A name qualifies if it starts with `wrong`, or if it is at least 75% similar to `wrong`. If
    `wrong` has three or more characters, a name that differs from it by one edit also qualifies.
    Leading dashes are ignored.

    >>> nearest("expp", ["none", "floor", "exp"])
    'exp'
    >>> nearest("ja", ["13a", "ja-mecab"])
    'ja-mecab'
    >>> nearest("--paired-bs", ["--threads", "--reference"])
    """
    if not isinstance(wrong, str):
        return None
    from difflib import get_close_matches  # late, because it imports re

    by_key = {name.casefold().lstrip("-"): name for name in names if isinstance(name, str)}
    key = wrong.casefold().lstrip("-")
    # "ja" most likely means "ja-mecab"; a single letter is a prefix of too many names.
    prefixed = [name for name in by_key if len(key) > 1 and name.startswith(key)]
    near = prefixed or get_close_matches(key, by_key, n=1, cutoff=SIMILAR)
    near = near or [
        name for name in by_key if min(len(name), len(key)) > 2 and _is_one_edit(name, key)
    ]
    return by_key[near[0]] if near else None


def _is_one_edit(first: str, second: str) -> bool:
    """Return whether replacing, deleting or inserting one character turns `first` into `second`."""
    shorter, longer = sorted((first, second), key=len)
    same = next((i for i, c in enumerate(shorter) if c != longer[i]), len(shorter))
    gap = len(longer) - len(shorter)
    return gap < 2 and shorter[same + 1 - gap :] == longer[same + 1 :]


def allowed(noun: str, wrong: object, names: Iterable[str]) -> str:
    """Return an error message for the unknown name `wrong`; it lists all valid `names`.

    The message also suggests the nearest name. `noun` says what is named, such as "smoothing".

    >>> allowed("smoothing", "expp", ["none", "exp"])
    "unknown smoothing 'expp'. Did you mean 'exp'? Choose from: none, exp."
    """
    choices = list(names)
    return (
        f"unknown {noun} {inspected(wrong)}.{did_you_mean(wrong, choices)} "
        f"Choose from: {', '.join(choices)}."
    )


def did_you_mean(wrong: object, names: Iterable[str]) -> str:
    """Return " Did you mean ...?" with the name nearest to `wrong`; "" if no name is similar.

    >>> did_you_mean("expp", ["none", "exp"])
    " Did you mean 'exp'?"
    """
    close = nearest(wrong, names)
    return f" Did you mean {close!r}?" if close else ""


def of_type(value: object) -> str:
    """Return "None", or the type of any other value, for the end of "X is ...".

    >>> of_type(7), of_type(None)
    ('of type int', 'None')
    """
    return "None" if value is None else f"of type {type(value).__name__}"


def inspected(value: object) -> str:
    """Return the `repr` of a value on one line, cut to 100 characters.

    >>> inspected("expp"), len(inspected(10**1000))
    ("'expp'", 100)
    """
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001  a huge number, or a user's class
        return f"something {of_type(value)}"
    if "\n" in text:  # such as the `repr` of an array or a table
        text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def listing(names: Iterable[str]) -> str:
    """Return the names in quotes, with commas between them and "and" before the last one.

    >>> listing(["closest", "shortest", "longest"])
    "'closest', 'shortest' and 'longest'"
    """
    *first, last = [repr(name) for name in names]
    return f"{', '.join(first)} and {last}" if first else last
