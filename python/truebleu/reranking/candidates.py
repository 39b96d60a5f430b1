"""Sets of candidates, compared by the core many at a time."""

from __future__ import annotations

from truebleu.all_pairs import prepared
from truebleu.diagnosis import explain_texts
from truebleu.errors import ConfigurationError, InputError, LengthMismatch, inspected
from truebleu.selection.choice import Choice
from truebleu.sequences import as_list, is_collection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any, Literal

    from truebleu.metrics.base import Metric

    Against = Literal["each", "mean", "all"]

__all__ = ["Candidates", "Way", "choices", "side_by_side", "texts_of"]

ENOUGH_PAIRS = 1 << 20
ENOUGH_TEXTS = 1 << 14
"""So much is handed to the core at once: enough for all threads, little enough to hold."""


class Candidates:
    """A set: its candidates, and what they are compared with.

    `references` of None are the candidates themselves, `weights` of None all the same. `where`
    begins a message about the set: "", or "set 3, " or "nbest.txt, line 7, ".
    """

    __slots__ = ("references", "texts", "weights", "where")

    def __init__(
        self,
        texts: Sequence[str],
        references: Sequence[str] | None,
        weights: Sequence[float] | None,
        where: str,
    ) -> None:
        self.texts = texts
        self.references = references
        self.weights = weights
        self.where = where


class Way:
    """How sets are compared: the metric, what with, and on how many threads (0: its choice)."""

    __slots__ = ("against", "exclude_self", "metric", "threads")

    def __init__(
        self, metric: Metric[Any], against: Against, *, exclude_self: bool, threads: int
    ) -> None:
        self.metric = metric
        self.against = against
        self.exclude_self = exclude_self
        self.threads = threads


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
        yield Choice(index, one.texts[index], utilities, better)


def _found(sets: Sequence[Candidates], way: Way) -> list[tuple[int, tuple[float, ...]]]:
    texts = [text for one in sets for text in (*one.texts, *(one.references or ()))]
    sizes = [(len(one.texts), len(one.references or ())) for one in sets]
    metric = way.metric
    if metric.of_text is None and getattr(metric, "lowercase", False) == "references-after":
        raise ConfigurationError(
            "lowercase='references-after' reads a text as a hypothesis in one way and as a "
            "reference in another: candidates are both; choose True or False"
        )
    try:
        native, ready = prepared(metric, texts, tokens=False)
        return native.expected(
            ready,
            sizes,
            _weights(sets),
            metric.uses_effective_order(sentence=True),
            way.against,
            way.exclude_self,
            metric.higher_is_better,
            way.threads,
        )
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


def _weights(sets: Sequence[Candidates]) -> list[float] | None:
    if all(one.weights is None for one in sets):
        return None
    found: list[float] = []
    for one in sets:
        references = one.texts if one.references is None else one.references
        found.extend([1.0] * len(references) if one.weights is None else one.weights)
    return found
