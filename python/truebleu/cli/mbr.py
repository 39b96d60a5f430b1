"""`truebleu mbr`."""

from __future__ import annotations

from itertools import zip_longest

from truebleu.cli.commands import DONE
from truebleu.cli.console import deliver
from truebleu.cli.parser import UsageError, parse
from truebleu.cli.selecting import check_several, metric_of, opened, written
from truebleu.errors import InputError, LengthMismatch
from truebleu.io.nbest import NBestFile
from truebleu.selection.candidates import Candidates
from truebleu.selection.expected import expected_way
from truebleu.selection.weighing import from_log_probabilities, from_weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from truebleu.io.nbest import NBest

__all__ = ["run_mbr"]


def run_mbr(arguments: Sequence[str]) -> int:
    """Choose what the arguments ask for, and give the exit code."""
    typed = parse("mbr", arguments)
    if typed.posterior_scale is not None and typed.log_probability is None:
        raise UsageError("--posterior-scale is about probabilities: add --log-probability score")
    beside = typed.pseudo_references
    if beside is not None and typed.exclude_self:
        raise UsageError(
            "--exclude-self is about candidates that are compared with each other: leave out "
            "--pseudo-references"
        )
    way = expected_way(
        metric_of(typed), None, bool(typed.aggregate), bool(typed.exclude_self), typed.threads
    )
    score = typed.log_probability
    lists = opened(typed, [beside] if beside else [], score=None if beside else score)
    files = [lists]
    try:
        if beside is not None:
            files.append(
                NBestFile(
                    beside, form=typed.input_format, score=score, invalid=typed.invalid or "error"
                )
            )
        sets = _sets(typed, lists, files[1] if beside is not None else None)
        deliver(written(typed, sets, way, [one.file for one in files]), typed.output)
    finally:
        for one in files:
            one.close()
    return DONE


def _sets(
    typed: Namespace, lists: NBestFile, others: NBestFile | None
) -> Iterator[tuple[NBest, Candidates]]:
    scale = 1.0 if typed.posterior_scale is None else typed.posterior_scale
    single = bool(typed.allow_single) or others is not None
    for one, other in _side_by_side(lists, others):
        check_several(one, allow_single=single)
        if other is not one and not other.texts:
            raise InputError(f"{other.where}segment {other.key} has no candidates")
        weights = None
        if other.weights is not None:
            weights = from_weights(other.weights, len(other.texts), other.where)
        elif other.log_probabilities is not None:
            weights = from_log_probabilities(
                other.log_probabilities, len(other.texts), other.where, scale=scale
            )
        references = None if other is one else other.texts
        yield one, Candidates(one.texts, references, weights, one.where)


def _side_by_side(lists: NBestFile, others: NBestFile | None) -> Iterator[tuple[NBest, NBest]]:
    """Each set with the one that it is compared with."""
    if others is None:
        for one in lists:
            yield one, one
        return
    for ours, theirs in zip_longest(lists, others):
        if ours is None or theirs is None:
            long, short = (lists, others) if theirs is None else (others, lists)
            there = ours or theirs
            raise LengthMismatch(
                f"{there.where}{short.name} ends before segment {there.key}: {long.name} has more"
            )
        if ours.key != theirs.key:
            raise InputError(
                f"{ours.where}segment {ours.key} stands beside segment {theirs.key} of "
                f"{others.name}, line {theirs.line}"
            )
        yield ours, theirs
