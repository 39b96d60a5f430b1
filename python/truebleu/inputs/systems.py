"""Systems by name on the same references, and the documents of their segments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from math import isnan
from typing import Any

from truebleu.errors import (
    ConfigurationError,
    EmptyCorpus,
    InputError,
    LengthMismatch,
    inspected,
)
from truebleu.inputs.arguments import check_choice
from truebleu.inputs.batch import Batch, read
from truebleu.inputs.references import References
from truebleu.inputs.runs import Runs
from truebleu.inputs.sequences import as_list, as_segments
from truebleu.wording import count


def named_systems(systems: Any) -> dict[str, Any]:
    """The systems by their names.

    Raises `InputError` for what is no mapping, `ConfigurationError` for a name that is no text.
    """
    if not hasattr(systems, "items"):
        raise InputError(
            "systems is no mapping: hand over the hypotheses of each system by its name, "
            '{"base": [...], "new": [...]}'
        )
    named = dict(systems.items())
    for name in named:
        if not isinstance(name, str):
            raise ConfigurationError(f"{inspected(name)}: the names of systems are texts")
    return named


def check_systems(systems: Any, baseline: str | None) -> dict[str, Any]:
    """The systems by their names, the baseline first; `ConfigurationError` for fewer than two."""
    named = named_systems(systems)
    if len(named) < 2:
        raise ConfigurationError(f"a comparison needs two systems at least, there is {len(named)}")
    if baseline is None:
        return named
    check_choice("baseline", baseline, named)
    return {baseline: named.pop(baseline), **named}


def batches(
    systems: Mapping[str, Any], references: Any, check: Callable[[int], None] | None = None
) -> dict[str, list[Batch]]:
    """Bring all systems into shape, run by run; what is wrong with one is said with its name.

    Raises `LengthMismatch` for a system that has not as many segments as the references,
    `EmptyCorpus` for none, and `InputError` for a single one: there is nothing to resample. `check`
    is what says so (`check_enough` when None).
    """
    check = check or check_enough
    _check_lists(systems, references)
    kept = _read_once(references)
    found = {name: _batches(name, given, kept) for name, given in systems.items()}
    check(len(next(iter(found.values()))[0]))
    return found


def _check_lists(systems: Mapping[str, Any], references: Any) -> None:
    """A text where a list belongs: what to hand over to a comparison."""
    if isinstance(references, str):
        raise InputError(
            "references is a plain str where a list belongs: one for each segment of the systems, "
            'such as ["the first", "the second"]'
        )
    for name, given in systems.items():
        if isinstance(given, str):
            raise InputError(
                f"system {name!r} is a plain str where a list of hypotheses belongs, one for each "
                f'segment: {{{name!r}: ["the first", "the second"], ...}}. (Files are compared by '
                "truebleu compare on the command line)"
            )


def read_system(who: str, hypotheses: Any, references: Any) -> Batch:
    """The texts of a system, brought into shape; what is wrong with them is said of `who`."""
    try:
        return read(hypotheses, references)
    except InputError as error:
        raise name_system(error, who) from None


@contextmanager
def naming_system(who: str) -> Iterator[None]:
    """Put the system's name in front of any `InputError` that is raised inside."""
    try:
        yield
    except InputError as error:
        raise name_system(error, who) from error.__cause__


def name_system(error: InputError, who: str) -> InputError:
    """Return the same error, with the system's name in front."""
    error.args = (f"system {who}: {error}",)
    return error


def _batches(name: str, given: Any, references: Any) -> list[Batch]:
    runs = list(given) if isinstance(given, Runs) else [given]
    labels = [label(name, run, len(runs)) for run in range(len(runs))]
    return [read_system(who, run, references) for who, run in zip(labels, runs, strict=True)]


def _read_once(references: Any) -> Any:
    """References that every system can read: an iterator is at its end after the first."""
    if _is_iterator(references):
        references = list(references)
    elif not isinstance(references, (list, tuple, References)):
        try:
            references = as_segments(references, "references")
        except InputError:
            return references  # it is said with the name of a system
    if not isinstance(references, (list, tuple)) or isinstance(next(iter(references), None), str):
        return references  # a flat list is not gone through: it may be long
    if any(map(_is_iterator, references)):
        return [list(each) if _is_iterator(each) else each for each in references]
    return references


def _is_iterator(given: Any) -> bool:
    return hasattr(given, "__next__")


def check_enough_for_interval(segments: int) -> None:
    """Refuse an interval of no segment, or of one."""
    if not segments:
        raise EmptyCorpus("there are no segments. A confidence interval needs at least 2.")
    if segments == 1:
        raise InputError("got 1 segment. A confidence interval needs at least 2.")


def check_enough(segments: int) -> None:
    """Refuse what cannot be resampled: no segment, or one."""
    if not segments:
        raise EmptyCorpus("there are no segments: nothing can be compared")
    if segments == 1:
        raise InputError(
            "there is one segment: how sure a difference is shows only in how it varies between "
            "segments; compare at least 2, better some hundreds"
        )


def label(name: str, run: int, runs: int) -> str:
    """What to call a run in a message; `run` is counted from 0."""
    return f"{name!r}" if runs == 1 else f"{name!r} (run {run + 1})"


def same_references(first: Batch, other: Batch) -> bool:
    """Whether two runs have the very same references."""
    ours, others = first.references, other.references
    if ours is others:
        return True
    if first.by_segment or other.by_segment or len(ours) != len(others):
        return False
    return all(one is another for one, another in zip(ours, others, strict=True))


def document_numbers(documents: Any, segments: int, source: str = "documents") -> list[int]:
    """The number of each segment's document, from 0, in the order in which they begin.

    `source` is what messages call the documents: the argument, or their file. Raises
    `LengthMismatch` when the documents do not cover the corpus, and `InputError` for a segment
    without one and for fewer than two: there is nothing to resample.
    """
    if isinstance(documents, str):
        raise InputError(
            f"{source} is a plain str where a list belongs: the name of each segment's document, "
            'such as ["first", "first", "second"]'
        )
    names = as_list(documents, source)
    if len(names) != segments:
        said = count(len(names), "name")
        raise LengthMismatch(
            f"{count(segments, 'segment')}, but {source} has {said}: each segment needs the name "
            f"of its "
            "document"
        )
    for segment, name in enumerate(names, 1):
        if not _is_name(name):
            raise InputError(
                f"{source}: the name of segment {segment}'s document is {name!r}; every segment "
                "needs one, a text or a number",
                segment=segment,
            )
    numbers: dict[Any, int] = {}
    found = [numbers.setdefault(name, len(numbers)) for name in names]
    if len(numbers) < 2:
        raise InputError(
            f"{source}: all segments are of one document: how sure a difference is shows only in "
            "how it varies between documents"
        )
    return found


def _is_name(name: Any) -> bool:
    """Whether a document can be told by it: nothing missing (None, NaN, no text), no list."""
    try:
        hash(name)
    except TypeError:
        return False
    missing = name is None or name == "" or (isinstance(name, float) and isnan(name))
    return not missing
