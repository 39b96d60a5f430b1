"""Command `truebleu mbr`, which selects candidates by minimum Bayes risk."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from itertools import zip_longest

from truebleu.cli import selecting
from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.flags import files
from truebleu.cli.selecting import check_several, metric_of, open_nbest, output_lines
from truebleu.cli.values import number
from truebleu.errors import InputError, LengthMismatch
from truebleu.io.console import deliver
from truebleu.io.nbest import NBest, NBestFile
from truebleu.io.program import DONE
from truebleu.reranking.candidates import Candidates
from truebleu.reranking.mbr import check_log_probabilities, from_weights, mbr_options


def run_mbr(args: Namespace) -> int:
    """Run `truebleu mbr`: print the selected candidates, and return the exit code."""
    if args.posterior_scale is not None and args.log_probability is None:
        raise UsageError("--posterior-scale requires --log-probability.")
    path = args.pseudo_references
    if path is not None and args.exclude_self:
        raise UsageError(
            "--exclude-self is not supported with --pseudo-references. Leave out one of them."
        )
    score = args.log_probability
    options = mbr_options(
        metric_of(args),
        None,
        bool(args.aggregate),
        bool(args.exclude_self),
        args.threads,
    )
    lists = open_nbest(args, [path] if path else [], score=None if path else score)
    files = [lists]
    try:
        if path is not None:
            files.append(
                NBestFile(
                    path, form=args.input_format, score=score, invalid=args.invalid or "error"
                )
            )
        sets = _sets(args, lists, files[1] if path is not None else None)
        streams = [nbest_file.file for nbest_file in files]
        deliver(output_lines(args, sets, options, streams), args.output)
    finally:
        for nbest_file in files:
            nbest_file.close()
    return DONE


def _sets(
    args: Namespace, lists: NBestFile, pseudo_references: NBestFile | None
) -> Iterator[tuple[NBest, Candidates]]:
    allow_single = bool(args.allow_single) or pseudo_references is not None
    posterior_scale = 1.0 if args.posterior_scale is None else args.posterior_scale
    for nbest, pseudo in _pairs(lists, pseudo_references):
        check_several(nbest, allow_single=allow_single)
        if pseudo is not nbest and not pseudo.texts:
            raise InputError(
                f"{pseudo.where}segment {pseudo.key} has no candidates. Add at least one."
            )
        weights = log_scale = None
        if pseudo.weights is not None:
            weights = from_weights(pseudo.weights, len(pseudo.texts), pseudo.where)
        elif pseudo.log_probabilities is not None:
            weights = check_log_probabilities(
                pseudo.log_probabilities, len(pseudo.texts), pseudo.where
            )
            log_scale = posterior_scale
        yield (
            nbest,
            Candidates(
                texts=nbest.texts,
                references=None if pseudo is nbest else pseudo.texts,
                weights=weights,
                where=nbest.where,
                log_scale=log_scale,
            ),
        )


def _pairs(lists: NBestFile, pseudo_references: NBestFile | None) -> Iterator[tuple[NBest, NBest]]:
    """Yield each n-best list with the list of its pseudo-references.

    Without a file of pseudo-references, each n-best list has its own candidates as
    pseudo-references.
    """
    if pseudo_references is None:
        for nbest in lists:
            yield nbest, nbest
        return
    for nbest, pseudo in zip_longest(lists, pseudo_references):
        if nbest is None or pseudo is None:
            longer, shorter = (
                (lists, pseudo_references) if pseudo is None else (pseudo_references, lists)
            )
            unmatched = nbest or pseudo
            raise LengthMismatch(
                f"{unmatched.where}{shorter.name} ends before segment {unmatched.key} of "
                f"{longer.name}. Both need the same segments."
            )
        if nbest.key != pseudo.key:
            raise InputError(
                f"{nbest.where}segment {nbest.key} is aligned with segment {pseudo.key} of "
                f"{pseudo_references.name}, line {pseudo.line}. Both need the same segments."
            )
        yield nbest, pseudo


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
