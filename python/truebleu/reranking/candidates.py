"""Selection of the best candidate in each set of candidates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from truebleu.errors import ConfigurationError, InputError, LengthMismatch, inspected
from truebleu.inputs.arrow import has_arrow
from truebleu.inputs.sequences import as_list, check_ordered, is_collection
from truebleu.inputs.validation import explain_texts
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.utility import UtilityOptions
from truebleu.metrics.pairwise import prepared
from truebleu.results import Result

Against = Literal["each", "mean", "all"]
"""Whether a candidate is compared with each reference, with their mean, or with all together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Result):
    """Selected candidate, and the utilities of all candidates.

    Two choices are equal if all their fields are equal. Choices are hashable and picklable.
    """

    index: int
    """Index of the selected candidate, from 0; the first one if several are equally good."""
    text: str
    """Text of the selected candidate."""
    utilities: tuple[float, ...]
    """Utility of each candidate, on the scale of the metric."""
    higher_is_better: bool = True
    """Whether the largest utility is best; False for error rates."""

    @property
    def utility(self) -> float:
        """Utility of the selected candidate.

        For MBR, the utility is the expected score. For oracle selection, it is the score against
        the references.
        """
        return self.utilities[self.index]

    @property
    def ranking(self) -> tuple[int, ...]:
        """Indices of all candidates, best first; equally good candidates keep their order.

        >>> Choice(index=1, text="b", utilities=(0.5, 2.0, 0.5)).ranking
        (1, 0, 2)
        """
        values, sign = self.utilities, -1 if self.higher_is_better else 1
        return tuple(sorted(range(len(values)), key=lambda i: sign * values[i]))

    def __repr__(self) -> str:
        count = len(self.utilities)
        return f"Choice({self.text!r}, {self.index} of {count}, utility {self.utility:.4f})"

    def __str__(self) -> str:
        return repr(self)


ENOUGH_PAIRS = 1 << 20
"""Number of pairs of candidate and reference after which a block of sets is complete."""
ENOUGH_TEXTS = 1 << 14
"""Number of texts after which a block of sets is complete: enough for all threads, but small in
memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """Set of candidates, and the references that they are compared with.

    Attributes:
        texts: the candidates.
        references: the references; None if the candidates are their own references.
        weights: the weight of each reference; None means equal weights.
        where: the start of error messages about the set: "", "set 3, " or "nbest.txt, line 7, ".
        log_scale: if set, the values in `weights` are logarithms, and the weight of a reference is
            exp(log_scale * value).
    """

    texts: Sequence[str]
    references: Sequence[str] | None
    weights: Sequence[float] | None = None
    where: str = ""
    log_scale: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonOptions:
    """Options for comparing candidates with references.

    Attributes:
        metric: the metric that compares them.
        against: whether a candidate is compared with each reference ("each"), with the mean of the
            references ("mean"), or with all references together ("all").
        exclude_self: whether a candidate is not used as a reference for itself.
        threads: the maximum number of threads; 0 means automatic.
    """

    metric: Metric[Any]
    against: Against
    exclude_self: bool
    threads: int


def texts_of(texts: Any, name: str, where: str = "") -> Sequence[str]:
    """Return the collection `texts` as a list. The elements are not checked.

    `name` is the name of the argument in error messages. Error messages start with `where`.

    Raises:
        InputError: `texts` is not a collection, or is empty.
    """
    text_list = as_list(texts, f"{where}{name}")
    if not text_list:
        raise InputError(f"{where}{name} is empty. Pass at least one text.")
    return text_list


def side_by_side(
    sets: Any, arguments: Mapping[str, Any]
) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Yield `(where, texts, own_arguments)` for each set of candidates.

    `where` is the start of error messages about the set, such as "set 3, ". `own_arguments` is a
    dict from the name of an argument to its value for this set.

    Args:
        sets: the texts of each set.
        arguments: a mapping from the name of an argument to a collection of its values, one per
            set. If a name is mapped to None, the value for every set is None.

    Raises:
        InputError: an argument is not a collection.
        LengthMismatch: the number of values of an argument differs from the number of sets.
    """
    iterators = {
        name: _elements(argument, name)
        for name, argument in arguments.items()
        if argument is not None
    }
    missing = object()
    number = 0
    for number, texts in enumerate(_elements(sets, "sets"), 1):
        own: dict[str, Any] = dict.fromkeys(arguments)
        for name, elements in iterators.items():
            own[name] = next(elements, missing)
            if own[name] is missing:
                raise LengthMismatch(
                    f"set {number} has no {name}: got only {number - 1}. Pass one per set."
                )
        yield f"set {number}, ", texts, own
    for name, elements in iterators.items():
        if next(elements, missing) is not missing:
            raise LengthMismatch(
                f"{name} has more elements than there are sets ({number}). Pass one per set."
            )


def _elements(argument: Any, name: str) -> Iterator[Any]:
    if has_arrow(argument):
        return iter(as_list(argument, name))  # not the scalars of the Arrow library
    if is_collection(argument):
        check_ordered(argument, name)
        return iter(argument)
    raise InputError(f"{name} is {inspected(argument)}. Pass a list with one element per set.")


def choices(sets: Iterable[Candidates], options: ComparisonOptions) -> Iterator[Choice]:
    """Yield the best candidate of each set. Sets are read and compared in blocks.

    Raises:
        InputError: a candidate or reference is not a text. The message says which one.
    """
    block: list[Candidates] = []
    pairs = texts = 0
    for candidates in sets:
        # One call of the core takes weights of one kind.
        if block and candidates.log_scale != block[0].log_scale:
            yield from _choose(block, options)
            block.clear()
            pairs = texts = 0
        block.append(candidates)
        references = candidates.texts if candidates.references is None else candidates.references
        pairs += len(candidates.texts) * len(references)
        texts += len(candidates.texts) + len(references)
        if pairs >= ENOUGH_PAIRS or texts >= ENOUGH_TEXTS:
            yield from _choose(block, options)
            block.clear()
            pairs = texts = 0
    yield from _choose(block, options)


def _choose(sets: Sequence[Candidates], options: ComparisonOptions) -> Iterator[Choice]:
    if not sets:
        return
    better = options.metric.higher_is_better
    for candidates, (index, utilities) in zip(sets, _compare(sets, options), strict=True):
        yield Choice(
            index=index,
            text=candidates.texts[index],
            utilities=tuple(utilities),
            higher_is_better=better,
        )


def _compare(
    sets: Sequence[Candidates], comparison: ComparisonOptions
) -> list[tuple[int, tuple[float, ...]]]:
    texts = [
        text for candidates in sets for text in (*candidates.texts, *(candidates.references or ()))
    ]
    sizes = [(len(candidates.texts), len(candidates.references or ())) for candidates in sets]
    metric, log_scale = comparison.metric, sets[0].log_scale
    if metric.of_text is None and metric.lowercase == "references-after":
        raise ConfigurationError(
            "lowercase='references-after' is not supported here: candidates serve as hypotheses "
            "and as references, which it treats differently. Use True or False."
        )
    try:
        options = UtilityOptions(
            against=comparison.against,
            exclude_self=comparison.exclude_self,
            weights=_weights(sets, log_scale is not None),
            log_scale=log_scale,
            threads=comparison.threads,
        )
        return metric.utilities(prepared(metric, texts, tokens=False), sizes, options)
    except InputError as error:
        for candidates in sets:
            for noun, group in (
                ("candidate", candidates.texts),
                ("reference", candidates.references or ()),
            ):
                problem = explain_texts(
                    group, f"{candidates.where}{noun}", tokens=False, text_only=True
                )
                if problem is not None:
                    raise problem from error.__cause__
        if len(sets) > 1:
            # Compare each set separately, because the error does not tell which set is invalid.
            for candidates in sets:
                _compare([candidates], comparison)
        message = str(error)
        raise type(error)(f"{sets[0].where}{message}") from error.__cause__


def _weights(sets: Sequence[Candidates], logarithms: bool) -> list[float] | None:
    if all(candidates.weights is None for candidates in sets):
        return None
    weights: list[float] = []
    for candidates in sets:
        references = candidates.texts if candidates.references is None else candidates.references
        equal = [0.0 if logarithms else 1.0]
        weights.extend(
            equal * len(references) if candidates.weights is None else candidates.weights
        )
    return weights
