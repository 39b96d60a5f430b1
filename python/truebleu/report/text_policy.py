"""Which texts a report holds: all while the file stays small, else those that tell most."""

from __future__ import annotations

import re

from truebleu.errors import ConfigurationError
from truebleu.report.chunks import Chunks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["AUTO", "Kept", "TextPolicy", "check_policy", "kept_texts"]

AUTO = "auto"
LARGEST = 60_000_000
"""So many bytes of texts a file has, as it is written, if nobody says otherwise."""

SAMPLED = 0.2
"""The share of the texts that is drawn at random, beside those with most influence."""

SAMPLE = 8
"""Chunks that are packed to tell how large all would be."""

UTF8 = 4
"""Bytes of a character at most."""

SEED = 12345


class TextPolicy:
    """What was asked for: "auto", "full", "none", or "top:N" for N segments."""

    def __init__(self, asked: str | None = None) -> None:
        """Read it. Raises `ConfigurationError` with what is allowed."""
        asked = AUTO if asked is None else asked
        top = re.fullmatch(r"top:([1-9][0-9]{0,8})", str(asked))
        if top is None and asked not in {AUTO, "full", "none"}:
            raise ConfigurationError(
                f"text={asked!r}: allowed are 'auto', 'full', 'none', and 'top:N' with a number of "
                "segments, such as 'top:1000'"
            )
        self.name = "top" if top else asked
        self.top = int(top[1]) if top else 0


def check_policy(asked: str) -> str:
    """What was typed, if it is a policy. Raises `ValueError` with what is allowed."""
    TextPolicy(asked)
    return asked


class Kept:
    """The texts that are held: `policy` is "full", "top" or "none".

    `segments` are those that are kept, counted from 0 and in order; None: all of them. `note` says
    it in words for a reader; nothing where all are kept.
    """

    def __init__(self, policy: str, count: int, segments: Sequence[int] | None, note: str) -> None:
        self.policy = policy
        self.count = count
        self.segments = segments
        self.note = note


def kept_texts(
    asked: TextPolicy,
    fields: Sequence[Sequence[Any]],
    segments: int,
    influence: Callable[[], NDArray[np.float64]],
) -> Kept:
    """Say which segments' texts a report holds; `influence` is asked for only where some go."""
    if asked.name == "none":
        return Kept("none", 0, (), "This report holds no texts, as was asked for (--text none).")
    if asked.name == "full":
        return Kept("full", segments, None, "")
    top, why = asked.top, "as was asked for"
    if asked.name == AUTO:
        size = _size(fields, segments)
        if size <= LARGEST:
            return Kept("full", segments, None, "")
        top = int(segments * LARGEST / size)
        why = f"all texts would take {size / 1e6:,.0f} MB (--text full keeps them)"
    if top >= segments:
        return Kept("full", segments, None, "")
    note = (
        f"The numbers are of all {segments:,} segments. Texts are held of {top:,}, those with most "
        f"influence and a random sample: {why}."
    )
    return Kept("top", top, _telling(influence(), top), note)


def _size(fields: Sequence[Sequence[Any]], segments: int) -> float:
    """How many bytes all texts would have in the file, from some chunks of them.

    Few texts are not packed for it: then it is how many they could have at most.
    """
    most = sum(len(cell or "") + 1 for field in fields for cell in field) * UTF8 * 4 / 3
    if most <= LARGEST:
        return most
    chunks = Chunks(fields, segments)
    step = max(1, chunks.count // SAMPLE)
    looked_at = range(0, chunks.count, step)
    packed = sum(len(chunks.packed(number)) for number in looked_at)
    return packed / len(looked_at) * chunks.count * 4 / 3


def _telling(influence: NDArray[np.float64], top: int) -> list[int]:
    """The segments with most influence, and a random sample of the others, in order."""
    import numpy as np

    order = np.argsort(-influence, kind="stable")
    most = top - int(top * SAMPLED)
    rest = np.sort(order[most:])
    drawn = np.random.default_rng(SEED).choice(rest, size=top - most, replace=False)
    return sorted([*order[:most].tolist(), *drawn.tolist()])
