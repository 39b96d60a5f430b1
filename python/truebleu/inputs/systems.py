"""Hypotheses of several named systems, and the document of each segment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from truebleu.errors import (
    ConfigurationError,
    EmptyCorpus,
    InputError,
    LengthMismatch,
    allowed,
    inspected,
)
from truebleu.inputs.arguments import check_choice
from truebleu.inputs.batch import Batch, read
from truebleu.inputs.references import References
from truebleu.inputs.runs import Runs
from truebleu.inputs.sequences import as_list, as_segments, is_null
from truebleu.wording import count


def named_systems(systems: Any) -> dict[str, Any]:
    """Return systems as a dict from name to hypotheses.

    Raises `InputError` if `systems` is not a mapping, and `ConfigurationError` if a name is not a
    str.
    """
    if not hasattr(systems, "items"):
        raise InputError(
            "systems is not a mapping. Pass the hypotheses of each system by name: "
            '{"base": [...], "new": [...]}.'
        )
    named = dict(systems.items())
    for name in named:
        if not isinstance(name, str):
            raise ConfigurationError(f"system name {inspected(name)} is not a str.")
    return named


def displayed_names(systems: Sequence[str], labels: Any) -> dict[str, str]:
    """Return a dict from the name of each system to its displayed name.

    `labels` maps names to displayed names. A system that is not in `labels` keeps its name. Raises
    `ConfigurationError` if `labels` is not a mapping from str to str, if it names an unknown
    system, or if two systems get the same displayed name.
    """
    if not isinstance(labels, Mapping):
        raise ConfigurationError(
            f"the labels {inspected(labels)} are not a mapping. Pass a dict from system names to "
            "displayed names."
        )
    for system in labels:
        if system not in systems:
            raise ConfigurationError(f"labels: {allowed('system', system, systems)}")
    names = {system: labels.get(system, system) for system in systems}
    first: dict[str, str] = {}
    for system, name in names.items():
        if not isinstance(name, str):
            raise ConfigurationError(
                f"the label of system {system!r} is {inspected(name)}. Pass a str."
            )
        if name in first:
            raise ConfigurationError(
                f"the systems {first[name]!r} and {system!r} have the same label {name!r}. Pass "
                "different labels."
            )
        first[name] = system
    return names


def check_systems(systems: Any, baseline: str | None) -> dict[str, Any]:
    """Return systems as a dict from name to hypotheses, with the baseline first.

    With `baseline=None`, the order is unchanged. Raises `ConfigurationError` for fewer than two
    systems or an unknown baseline.
    """
    named = named_systems(systems)
    if len(named) < 2:
        raise ConfigurationError(
            f"compare() needs at least 2 systems, got {len(named)}. Pass a dict from names to "
            "hypotheses."
        )
    if baseline is None:
        return named
    check_choice("baseline", baseline, named)
    return {baseline: named.pop(baseline), **named}


def batches(
    systems: Mapping[str, Any], references: Any, check: Callable[[int], None] | None = None
) -> dict[str, list[Batch]]:
    """Return the hypotheses and references of each system as a list of batches, one per run.

    A run is the output of the system for one random seed. Error messages include the name of the
    system.

    Args:
        systems: hypotheses by system name. A `Runs` object has the hypotheses of several runs.
        references: the references of all systems.
        check: function that takes the number of segments and raises an error if there are too few.
            None requires at least 2 segments.

    Raises:
        InputError: a value is invalid.
        LengthMismatch: a system has another number of segments than the references.
    """
    check = check or check_enough
    _check_lists(systems, references)
    references = _read_once(references)
    batches_by_system = {
        name: _batches(name, hypotheses, references) for name, hypotheses in systems.items()
    }
    check(len(next(iter(batches_by_system.values()))[0]))
    return batches_by_system


def _check_lists(systems: Mapping[str, Any], references: Any) -> None:
    """Raise an error if `references`, or the hypotheses of a system, is a str instead of a list."""
    if isinstance(references, str):
        raise InputError(
            "references is a str, not a list. Pass one reference per segment, such as "
            '["the first", "the second"].'
        )
    for name, hypotheses in systems.items():
        if isinstance(hypotheses, str):
            raise InputError(
                f"system {name!r} is a str, not a list. Pass one hypothesis per segment, such as "
                f'{{{name!r}: ["the first", "the second"], ...}}. (To compare files, use '
                "`truebleu compare`.)"
            )


def read_system(where: str, hypotheses: Any, references: Any) -> Batch:
    """Return the hypotheses and references of one system as a batch.

    Error messages begin with `where`, the result of `label` for the system.
    """
    try:
        return read(hypotheses, references)
    except InputError as error:
        raise name_system(error, where) from None


@contextmanager
def naming_system(where: str) -> Iterator[None]:
    """Add the name of a system to the message of every `InputError` raised in the `with` block.

    `where` is the result of `label` for the system.
    """
    try:
        yield
    except InputError as error:
        raise name_system(error, where) from error.__cause__


def name_system(error: InputError, where: str) -> InputError:
    """Add the name of a system to the start of an error's message, and return the error.

    `where` is the result of `label` for the system.
    """
    if where:
        error.args = (f"{where}: {error}",)
    return error


def _batches(name: str, hypotheses: Any, references: Any) -> list[Batch]:
    runs = list(hypotheses) if isinstance(hypotheses, Runs) else [hypotheses]
    return [read_system(label(name, i, len(runs)), run, references) for i, run in enumerate(runs)]


def _read_once(references: Any) -> Any:
    """Return references that can be read several times: an iterator becomes a list."""
    if _is_iterator(references):
        references = list(references)
    elif not isinstance(references, (list, tuple, References)):
        try:
            references = as_segments(references, "references")
        except InputError:
            return references  # reading the first system raises a clearer error
    if not isinstance(references, (list, tuple)) or isinstance(next(iter(references), None), str):
        return references  # no search for iterators in a flat list, which may be long
    if any(map(_is_iterator, references)):
        return [list(inner) if _is_iterator(inner) else inner for inner in references]
    return references


def _is_iterator(value: Any) -> bool:
    return hasattr(value, "__next__")


def check_enough_for_interval(segments: int) -> None:
    """Raise an error if there are fewer than 2 segments, too few for a confidence interval."""
    if not segments:
        raise EmptyCorpus("got 0 segments. A confidence interval needs at least 2.")
    if segments == 1:
        raise InputError("got 1 segment. A confidence interval needs at least 2.")


def check_enough(segments: int) -> None:
    """Raise an error if there are fewer than 2 segments, too few for a significance test."""
    if not segments:
        raise EmptyCorpus("nothing to compare: there are no segments.")
    if segments == 1:
        raise InputError(
            "cannot test 1 segment: resampling needs at least 2, and a few hundred for useful "
            "power."
        )


UNNAMED = "\0"
"""Name of a system that the user did not name."""


def label(name: str, run: int = 0, runs: int = 1) -> str:
    """Return how messages name a system: "system 'base'", or with runs "system 'base' (run 2)".

    `run` is the index of the run, from 0. `runs` is the number of runs. For a system without a
    name, the result is "", or with runs "run 2".
    """
    system = f"system {name!r}"
    if runs == 1:
        return "" if name == UNNAMED else system
    return f"run {run + 1}" if name == UNNAMED else f"{system} (run {run + 1})"


def same_references(first: Batch, second: Batch) -> bool:
    """Return whether the references of two batches are the same Python objects.

    References that are equal but different objects give False.
    """
    if first.references is second.references:
        return True
    if first.by_segment or second.by_segment or len(first.references) != len(second.references):
        return False
    return all(a is b for a, b in zip(first.references, second.references, strict=True))


def document_names(documents: Any, segments: int, source: str = "documents") -> Sequence[Any]:
    """Check and return the document name of each segment.

    Args:
        documents: the document name of each segment.
        segments: the number of segments.
        source: the name of the argument or file that has the document names, for error messages.

    Raises:
        LengthMismatch: the number of names differs from `segments`.
        InputError: a name is missing.
    """
    if isinstance(documents, str):
        raise InputError(
            f"{source} is a str, not a list. Pass the document name of each segment, such as "
            '["first", "first", "second"].'
        )
    names = as_list(documents, source)
    if len(names) != segments:
        raise LengthMismatch(
            f"got {count(segments, 'segment')}, but {source} has {count(len(names), 'name')}. Pass "
            "one document name per segment."
        )
    for segment, name in enumerate(names, 1):
        if not _is_name(name):
            raise InputError(
                f"{source}: the document name of segment {segment} is {name!r}. Pass a text or a "
                "number for every segment.",
                segment=segment,
            )
    return names


def document_numbers(documents: Any, segments: int, source: str = "documents") -> list[int]:
    """Return the document number of each segment.

    Documents are numbered from 0, in the order in which they first appear. The arguments are those
    of `document_names`.

    Raises:
        LengthMismatch: the number of names differs from `segments`.
        InputError: a name is missing, or there are fewer than 2 documents, too few for resampling.
    """
    names = document_names(documents, segments, source)
    number_by_name: dict[Any, int] = {}
    numbers = [number_by_name.setdefault(name, len(number_by_name)) for name in names]
    if len(number_by_name) < 2:
        raise InputError(
            f"{source}: cannot test 1 document: resampling documents needs at least 2."
        )
    return numbers


def _is_name(name: Any) -> bool:
    """Return whether a value can be a document name: hashable, not missing and not ""."""
    try:
        hash(name)
    except TypeError:
        return False
    return not (is_null(name) or name == "")
