"""Choose the segments whose texts a report includes.

A small report includes the texts of all segments. A large report includes the texts of the most
influential segments and of a random sample.
"""

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
"""Maximum size of the texts in a file with the policy "auto", in bytes."""

SAMPLED = 0.2
"""Share of the included segments that are drawn at random. All other included segments are chosen
by their influence."""

SAMPLE = 8
"""Number of chunks that are compressed to estimate the total size."""

UTF8 = 4
"""Maximum number of bytes of a character in UTF-8."""

SEED = 12345


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPolicy:
    """The user's choice of the texts that a report includes.

    `name` is "auto", "full", "none" or "top". With "top", `top` is the number of segments whose
    texts are included.
    """

    name: str
    top: int = 0

    @classmethod
    def parse(cls, text: str | None) -> TextPolicy:
        """Return the policy for the value of a `text` argument.

        `text` is "auto", "full", "none" or "top:N", where N is a number of segments. None means
        "auto".

        Raises:
            ConfigurationError: `text` has another value.
        """
        text = AUTO if text is None else text
        top = re.fullmatch(r"top:([1-9][0-9]{0,8})", str(text))
        if top is None and text not in (AUTO, "full", "none"):
            raise ConfigurationError(
                f"unknown text {text!r}. Use auto, full, none, or top:N with a number of segments, "
                "such as top:1000."
            )
        return cls(name="top", top=int(top[1])) if top else cls(name=text)


def check_policy(text: str) -> str:
    """Return the value of a `text` argument unchanged if it is valid.

    Raises:
        ConfigurationError: `text` is not "auto", "full", "none" or "top:N".
    """
    TextPolicy.parse(text)
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSelection:
    """The segments whose texts a report includes.

    Attributes:
        policy: "full" for all segments, "top" for some segments, "none" for no segments.
        count: the number of segments whose texts are included.
        segments: the sorted indices of these segments; None means all segments.
        note: an explanation for the reader of the report; empty if all texts are included.
    """

    policy: str
    count: int
    segments: Sequence[int] | None = None
    note: str = ""


def select_texts(
    requested: TextPolicy,
    fields: Sequence[Field],
    segments: int,
    influence: Callable[[], NDArray[np.float64]],
) -> TextSelection:
    """Choose the segments whose texts a report includes.

    `requested` is the choice of the user. `fields` are the texts and token boundaries, each with
    one item per segment. `segments` is the number of all segments. `influence` is a function that
    returns the influence of each segment on the scores. It is called only if some texts are
    included and others are left out.
    """
    if requested.name == "none":
        return TextSelection(
            policy="none",
            count=0,
            segments=(),
            note="This report contains no texts (--text none).",
        )
    if requested.name == "full":
        return TextSelection(policy="full", count=segments)
    top, reason = requested.top, "as requested"
    if requested.name == AUTO:
        size = _size(fields, segments)
        if size <= LARGEST:
            return TextSelection(policy="full", count=segments)
        top = int(segments * LARGEST / size)
        reason = f"all texts would take {size / 1e6:,.0f} MB (--text full includes them)"
    if top >= segments:
        return TextSelection(policy="full", count=segments)
    note = (
        f"Numbers cover all {count(segments, 'segment', grouped=True)}. Texts cover {top:,}, those "
        f"with the largest influence and a random sample: {reason}."
    )
    return TextSelection(
        policy="top", count=top, segments=_influential(influence(), top), note=note
    )


def _size(fields: Sequence[Field], segments: int) -> float:
    """Estimate the size in bytes of all texts in the report's file.

    If an upper bound of the size is at most `LARGEST`, return this bound. Otherwise, compress a
    sample of the texts and return an estimate.
    """
    texts = [field for field in fields if not isinstance(field, BoundaryField)]
    upper_bound = sum(len(cell or "") + 1 for field in texts for cell in field) * UTF8 * 4 / 3
    if upper_bound <= LARGEST:
        return upper_bound
    chunks = Chunks(fields, segments)
    step = max(1, chunks.count // SAMPLE)
    numbers = range(0, chunks.count, step)
    size = sum(len(chunks.compressed(number)) for number in numbers)
    return size / len(numbers) * chunks.count * 4 / 3


def _influential(influence: NDArray[np.float64], top: int) -> list[int]:
    """Return the sorted indices of `top` segments: the most influential and a random sample."""
    import numpy as np

    order = np.argsort(-influence, kind="stable")
    n_top = top - int(top * SAMPLED)
    remaining = np.sort(order[n_top:])
    drawn = np.random.default_rng(SEED).choice(remaining, size=top - n_top, replace=False)
    return sorted([*order[:n_top].tolist(), *drawn.tolist()])
