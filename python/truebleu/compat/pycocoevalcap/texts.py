"""Checks of inputs, and arrays of results, for all scorers of pycocoevalcap."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebleu.compat.pycocoevalcap.errors import NotText, UnequalSides, WrongShape
from truebleu.errors import inspected
from truebleu.wording import count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Segments:
    """Base class of scorers that collect segments: hypotheses, each with its references."""

    __slots__ = ("_hypotheses", "_references")

    def __init__(self, test: str | None, refs: Sequence[str] | None) -> None:
        self._hypotheses: list[str | None] = []
        self._references: list[list[str]] = []
        self.cook_append(test, refs)

    def cook_append(self, test: str | None, refs: Sequence[str] | None) -> None:
        """Add a segment with the hypothesis `test` and the references `refs`.

        If `test` is None, the hypothesis is added later by `retest`. If `refs` is None, no segment
        is added.
        """
        if refs is None:
            return
        where = f"segment {len(self._references) + 1}"
        references = checked_references(where, refs)
        hypothesis = None if test is None else checked_text(where, "the hypothesis", test)
        self._references.append(references)
        self._hypotheses.append(hypothesis)

    def size(self) -> int:
        """Return the number of segments."""
        return len(self._references)

    def _extend(self, other: Segments) -> None:
        self._hypotheses.extend(other._hypotheses)
        self._references.extend(other._references)


def checked_pairs(
    gts: Mapping[Any, list[str]], res: Mapping[Any, list[str]]
) -> list[tuple[str, list[str]]]:
    """Return the hypothesis and the references of each id, in the order of `gts`.

    Raises:
        UnequalSides: `gts` and `res` have different ids.
        WrongShape: the references of an id are not a list or are an empty list, or the hypothesis
            of an id is not a list of exactly one text.
        NotText: a text is not a str, or `gts` or `res` is not a dict.
    """
    for name, texts in (("gts", gts), ("res", res)):
        if not hasattr(texts, "keys"):
            raise NotText(f"{name} is a {_kind(texts)}. Pass a dict with a list of texts per id.")
    if gts.keys() != res.keys():
        raise UnequalSides(_ids_that_differ(gts, res), hypotheses=len(res), references=len(gts))
    return [(_one_hypothesis(key, res[key]), _references(key, gts[key])) for key in gts]


def mean_and_scores(values: Any) -> tuple[np.float64, NDArray[np.float64]]:
    """Return the mean of the values, and the values as a float64 array of shape (n_values,).

    The mean is NaN if there are no values.
    """
    import numpy as np

    scores = np.asarray(values, dtype=np.float64)
    return np.float64(np.mean(scores) if len(scores) else np.nan), scores


def checked_references(where: str, references: Iterable[Any]) -> list[str]:
    """Return the references of a segment as a list. `where` names the segment in error messages.

    Raises:
        WrongShape: there are no references.
        NotText: a reference is not a str.
    """
    if isinstance(references, str):
        raise NotText(f"{where}: references is a str, {references[:40]!r}. Pass a list, [text].")
    texts = [checked_text(where, "a reference", reference) for reference in references]
    if not texts:
        raise WrongShape(f"{where} has no references. Pass at least one.")
    return texts


def checked_text(where: str, label: str, text: Any) -> str:
    """Return `text` if it is a str; raise `NotText` otherwise.

    `where` and `label` name the text in the error message, such as "segment 1" and "the
    hypothesis".
    """
    if isinstance(text, str):
        return text
    if isinstance(text, dict):
        hint = "Pass only the tokenized caption (PTBTokenizer().tokenize converts these)."
    elif isinstance(text, (list, tuple)):
        hint = "Join the tokens with spaces."
    else:
        hint = "Pass a str."
    raise NotText(f"{where}: {label} is {inspected(text)}, not a text. {hint}")


def _ids_that_differ(gts: Mapping[Any, Any], res: Mapping[Any, Any]) -> str:
    parts = []
    for keys, others, side in ((gts, res, "gts but not in res"), (res, gts, "res but not in gts")):
        only = [key for key in keys if key not in others]
        if only:
            listed = ", ".join(map(repr, only[:3])) + (", ..." if len(only) > 3 else "")
            parts.append(f"{len(only)} only in {side} ({listed})")
    return f"gts and res have different ids: {'; '.join(parts)}. Pass the same ids."


def _one_hypothesis(key: Hashable, value: Any) -> str:
    where = f"id {key!r}"
    if type(value) is not list:
        raise WrongShape(f"{where}: res has a {_kind(value)}, not a list. Pass [text].")
    if len(value) != 1:
        raise WrongShape(
            f"{where} has {count(len(value), 'hypothesis', 'hypotheses')} in res. Pass exactly one."
        )
    return checked_text(where, "the hypothesis", value[0])


def _references(key: Hashable, value: Any) -> list[str]:
    where = f"id {key!r}"
    if type(value) is not list:
        raise WrongShape(f"{where}: gts has a {_kind(value)}, not a list. Pass [text, ...].")
    return checked_references(where, value)


def _kind(value: Any) -> str:
    return type(value).__name__
