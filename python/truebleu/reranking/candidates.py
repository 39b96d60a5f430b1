"""Sets of candidates, compared by the core many at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from truebleu.errors import ConfigurationError, InputError, LengthMismatch, inspected
from truebleu.inputs.sequences import as_list, is_collection
from truebleu.inputs.validation import explain_texts
from truebleu.metrics.base.metric import Metric, UtilityOptions
from truebleu.metrics.pairwise import prepared
from truebleu.results import Result

Against = Literal["each", "mean", "all"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Result):
    """The candidate that was chosen, and how good each of them is.

    Two choices are equal when all their parts are; a choice can be hashed and pickled.
    """

    index: int
    """Its place among the candidates, counted from 0; the first of several equally good ones."""
    text: str
    """What it says."""
    utilities: tuple[float, ...]
    """How good each candidate is, in the scale of the metric."""
    higher_is_better: bool = True
    """Whether the largest utility is the best; of an error rate the smallest is."""

    @property
    def utility(self) -> float:
        """How good the chosen one is."""
        return self.utilities[self.index]

    @property
    def ranking(self) -> tuple[int, ...]:
        """The places of all candidates, the best first, equally good ones in their order.

        >>> Choice(index=1, text="b", utilities=(0.5, 2.0, 0.5)).ranking
        (1, 0, 2)
        """
        values, sign = self.utilities, -1 if self.higher_is_better else 1
        return tuple(sorted(range(len(values)), key=lambda place: sign * values[place]))

    def __repr__(self) -> str:
        count = len(self.utilities)
        return f"Choice({self.text!r}, {self.index} of {count}, utility {self.utility:.4f})"


ENOUGH_PAIRS = 1 << 20
ENOUGH_TEXTS = 1 << 14
"""So much is handed to the core at once: enough for all threads, little enough to hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """A set: its candidates, and what they are compared with.

    `references` of None are the candidates themselves, `weights` of None all the same. With
    `log_scale` weights are logarithms: a reference counts exp(log_scale * weight). `where` begins
    a message about the set: "", or "set 3, " or "nbest.txt, line 7, ".
    """

    texts: Sequence[str]
    references: Sequence[str] | None
    weights: Sequence[float] | None = None
    where: str = ""
    log_scale: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How sets are compared: the metric, what with, and on how many threads (0: its choice)."""

    metric: Metric[Any]
    against: Against
    exclude_self: bool
    threads: int


def texts_of(given: Any, what: str, where: str = "") -> Sequence[str]:
    """Texts of one set, not yet looked at: the core finds what is no text.

    Raises `InputError` where it is no collection, or there is none.
    """
    found = as_list(given, f"{where}{what}")
    if not found:
        raise InputError(f"{where}{what}: there are none: a set needs some to choose from")
    return found


def side_by_side(sets: Any, beside: Mapping[str, Any]) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Each set with its element of all that stands beside the sets, by name; None of what is None.

    First comes what begins a message about the set. Raises `InputError` for what cannot be gone
    through, and `LengthMismatch` where there are not as many elements as sets.
    """
    rest = {name: _elements(given, name) for name, given in beside.items() if given is not None}
    missing = object()
    number = 0
    for number, texts in enumerate(_elements(sets, "sets"), 1):
        own: dict[str, Any] = dict.fromkeys(beside)
        for name, elements in rest.items():
            own[name] = next(elements, missing)
            if own[name] is missing:
                raise LengthMismatch(f"set {number} has no {name}: there are {number - 1} of them")
        yield f"set {number}, ", texts, own
    for name, elements in rest.items():
        if next(elements, missing) is not missing:
            raise LengthMismatch(f"there are {number} sets, but more {name}")


def _elements(given: Any, what: str) -> Iterator[Any]:
    if is_collection(given):
        return iter(given)
    raise InputError(f"{what} is {inspected(given)}: hand over a list with an element for each set")


def choices(sets: Iterable[Candidates], way: Way) -> Iterator[Choice]:
    """What is chosen in each set, one after the other; no more is read than is compared at once.

    Raises `InputError` for what is no text, with its place.
    """
    held: list[Candidates] = []
    pairs = texts = 0
    for one in sets:
        # One call of the core takes weights of one kind.
        if held and one.log_scale != held[0].log_scale:
            yield from _chosen(held, way)
            held.clear()
            pairs = texts = 0
        held.append(one)
        references = one.texts if one.references is None else one.references
        pairs += len(one.texts) * len(references)
        texts += len(one.texts) + len(references)
        if pairs >= ENOUGH_PAIRS or texts >= ENOUGH_TEXTS:
            yield from _chosen(held, way)
            held.clear()
            pairs = texts = 0
    yield from _chosen(held, way)


def _chosen(sets: Sequence[Candidates], way: Way) -> Iterator[Choice]:
    if not sets:
        return
    better = way.metric.higher_is_better
    for one, (index, utilities) in zip(sets, _found(sets, way), strict=True):
        yield Choice(
            index=index,
            text=one.texts[index],
            utilities=tuple(utilities),
            higher_is_better=better,
        )


def _found(sets: Sequence[Candidates], way: Way) -> list[tuple[int, tuple[float, ...]]]:
    texts = [text for one in sets for text in (*one.texts, *(one.references or ()))]
    sizes = [(len(one.texts), len(one.references or ())) for one in sets]
    metric, log_scale = way.metric, sets[0].log_scale
    if metric.of_text is None and metric.lowercase == "references-after":
        raise ConfigurationError(
            "lowercase='references-after' reads a text as a hypothesis in one way and as a "
            "reference in another: candidates are both; choose True or False"
        )
    try:
        options = UtilityOptions(
            against=way.against,
            exclude_self=way.exclude_self,
            weights=_weights(sets, log_scale is not None),
            log_scale=log_scale,
            threads=way.threads,
        )
        return metric.utilities(prepared(metric, texts, tokens=False), sizes, options)
    except InputError as error:
        for one in sets:
            wrong = explain_texts(one.texts, f"{one.where}candidate", tokens=False)
            wrong = wrong or explain_texts(
                one.references or (), f"{one.where}reference", tokens=False
            )
            if wrong is not None:
                raise wrong from error.__cause__
        if len(sets) > 1:  # which one it is: the core has counted the texts of all
            for one in sets:
                _found([one], way)
        message = str(error)
        raise type(error)(f"{sets[0].where}{message}") from error.__cause__


def _weights(sets: Sequence[Candidates], logarithms: bool) -> list[float] | None:
    if all(one.weights is None for one in sets):
        return None
    found: list[float] = []
    for one in sets:
        references = one.texts if one.references is None else one.references
        same = [0.0 if logarithms else 1.0]
        found.extend(same * len(references) if one.weights is None else one.weights)
    return found
