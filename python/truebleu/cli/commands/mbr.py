"""`truebleu mbr`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from itertools import zip_longest

from truebleu.cli import selecting
from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.flags import files
from truebleu.cli.selecting import check_several, metric_of, opened, written
from truebleu.cli.values import number
from truebleu.errors import InputError, LengthMismatch
from truebleu.io.console import deliver
from truebleu.io.nbest import NBest, NBestFile
from truebleu.io.program import DONE
from truebleu.reranking.candidates import Candidates
from truebleu.reranking.mbr import check_log_probabilities, expected_way, from_weights


def run_mbr(typed: Namespace) -> int:
    """Choose what the arguments ask for, and give the exit code."""
    if typed.posterior_scale is not None and typed.log_probability is None:
        raise UsageError("--posterior-scale is about probabilities: add --log-probability score")
    beside = typed.pseudo_references
    if beside is not None and typed.exclude_self:
        raise UsageError(
            "--exclude-self is about candidates that are compared with each other: leave out "
            "--pseudo-references"
        )
    score = typed.log_probability
    way = expected_way(
        metric_of(typed),
        None,
        bool(typed.aggregate),
        bool(typed.exclude_self),
        typed.threads,
    )
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
    single = bool(typed.allow_single) or others is not None
    posterior_scale = 1.0 if typed.posterior_scale is None else typed.posterior_scale
    for one, other in _side_by_side(lists, others):
        check_several(one, allow_single=single)
        if other is not one and not other.texts:
            raise InputError(f"{other.where}segment {other.key} has no candidates")
        weights = log_scale = None
        if other.weights is not None:
            weights = from_weights(other.weights, len(other.texts), other.where)
        elif other.log_probabilities is not None:
            weights = check_log_probabilities(
                other.log_probabilities, len(other.texts), other.where
            )
            log_scale = posterior_scale
        references = None if other is one else other.texts
        yield (
            one,
            Candidates(
                texts=one.texts,
                references=references,
                weights=weights,
                where=one.where,
                log_scale=log_scale,
            ),
        )


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


COMMAND = Command(
    name="mbr",
    usage=["mbr [NBEST] [--aggregate] [--log-probability score]"],
    about="Select the candidate with the highest expected score from each n-best list, using all "
    "candidates as pseudo-references (minimum Bayes risk). Lists are read from a file or standard "
    "input, one at a time, in constant memory.",
    examples=[
        ("best candidate of each list by BLEU", "truebleu mbr output.nbest"),
        ("by chrF, in linear time", "truebleu mbr o.nbest -m chrf --aggregate"),
        ("weighted by model probability", "truebleu mbr o.nbest --log-probability F0"),
    ],
    common=[
        "--metric",
        "--tokenize",
        "--input-format",
        "--pseudo-references",
        "--aggregate",
        "--exclude-self",
        "--log-probability",
        "--utilities",
        "--format",
        "--output",
    ],
    flags=[
        files.INVALID,
        selecting.INPUT_FORMAT,
        Flag(
            "--pseudo-references",
            metavar="FILE",
            category="input",
            default="the candidates",
            help="n-best lists of the same segments, used as pseudo-references",
        ),
        selecting.ALLOW_SINGLE,
        *selecting.METRICS,
        Flag(
            "--aggregate",
            category="selection",
            help="compare with the mean n-gram counts of all candidates, which takes linear time "
            "(BLEU and chrF only)",
        ),
        Flag(
            "--exclude-self",
            category="selection",
            help="exclude a candidate from its own pseudo-references",
        ),
        Flag(
            "--log-probability",
            metavar="NAME",
            category="selection",
            default="equal weights",
            help="weight candidates by probability: score = the last field of an n-best list "
            "(log_probabilities in JSON Lines), or the name of a feature",
        ),
        Flag(
            "--posterior-scale",
            metavar="X",
            parse=number,
            category="selection",
            default="1",
            help="factor for log probabilities before normalization",
        ),
        files.OUTPUT,
        files.QUIET,
        selecting.UTILITIES,
        selecting.FORMAT,
        *files.general(),
    ],
    run=run_mbr,
)
