"""Which texts a report holds: all while the file stays small, else those that tell most."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from truebleu.errors import ConfigurationError
from truebleu.report.boundaries import BoundaryField
from truebleu.report.encoding import Chunks
from truebleu.wording import count

if TYPE_CHECKING:
    from truebleu.report.encoding import Field


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


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPolicy:
    """Which texts are asked for: `name` is "auto", "full", "none", or "top" for `top` segments."""

    name: str
    top: int = 0

    @classmethod
    def parse(cls, text: str | None) -> TextPolicy:
        """Return the policy of "auto" (None), "full", "none" or "top:N".

        Raises:
            ConfigurationError: it is none of these.
        """
        text = AUTO if text is None else text
        top = re.fullmatch(r"top:([1-9][0-9]{0,8})", str(text))
        if top is None and text not in {AUTO, "full", "none"}:
            raise ConfigurationError(
                f"text={text!r}: allowed are 'auto', 'full', 'none', and 'top:N' with a number of "
                "segments, such as 'top:1000'"
            )
        return cls(name="top", top=int(top[1])) if top else cls(name=text)


def check_policy(text: str) -> str:
    """Return what was typed, if it is a policy. Raises `ValueError` with what is allowed."""
    TextPolicy.parse(text)
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The texts that are held: `policy` is "full", "top" or "none".

    `segments` are those that are kept, counted from 0 and in order; None: all of them. `note` says
    it in words for a reader; nothing where all are kept.
    """

    policy: str
    count: int
    segments: Sequence[int] | None = None
    note: str = ""


def kept_texts(
    asked: TextPolicy,
    fields: Sequence[Field],
    segments: int,
    influence: Callable[[], NDArray[np.float64]],
) -> Kept:
    """Say which segments' texts a report holds; `influence` is asked for only where some go."""
    if asked.name == "none":
        return Kept(
            policy="none",
            count=0,
            segments=(),
            note="This report holds no texts, as was asked for (--text none).",
        )
    if asked.name == "full":
        return Kept(policy="full", count=segments)
    top, why = asked.top, "as was asked for"
    if asked.name == AUTO:
        size = _size(fields, segments)
        if size <= LARGEST:
            return Kept(policy="full", count=segments)
        top = int(segments * LARGEST / size)
        why = f"all texts would take {size / 1e6:,.0f} MB (--text full keeps them)"
    if top >= segments:
        return Kept(policy="full", count=segments)
    note = (
        f"The numbers are of all {count(segments, 'segment', grouped=True)}. Texts are held of "
        f"{top:,}, those with most "
        f"influence and a random sample: {why}."
    )
    return Kept(policy="top", count=top, segments=_telling(influence(), top), note=note)


def _size(fields: Sequence[Field], segments: int) -> float:
    """How many bytes all texts would have in the file, from some chunks of them.

    Few texts are not packed for it: then it is how many they could have at most.
    """
    texts = [field for field in fields if not isinstance(field, BoundaryField)]
    most = sum(len(cell or "") + 1 for field in texts for cell in field) * UTF8 * 4 / 3
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
