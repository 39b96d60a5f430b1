"""Command `truebleu identify`, which searches for the settings that give a reported score."""

from __future__ import annotations

from argparse import Namespace

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import read_one_system
from truebleu.cli.flags import files
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.outputs import check_output
from truebleu.display.formats import render
from truebleu.display.settings import IDENTIFICATION_FORMATS
from truebleu.explanation.identify import METRICS, identify
from truebleu.explanation.identify.search import WITHOUT_TOKENIZER
from truebleu.io.console import deliver
from truebleu.io.program import DONE
from truebleu.io.progress import TrialProgress


def run_identify(args: Namespace) -> int:
    """Run `truebleu identify`: print the settings that give a reported score.

    Return the exit code.
    """
    if args.reported is None:
        raise UsageError("missing score. Pass it as it was reported: --reported 27.3")
    if args.tokenize and args.metric in WITHOUT_TOKENIZER:
        raise UsageError(f"--tokenize is not supported with -m {args.metric}. Leave it out.")
    check_output(args)
    hypotheses, references = read_one_system(args)
    with TrialProgress(quiet=bool(args.quiet), task="trying settings") as progress:
        identification = identify(
            hypotheses,
            references,
            args.reported,
            metric=args.metric or "bleu",
            precision=args.precision,
            tool=args.tool,
            tokenizers=args.tokenize or (),
            threads=args.threads,
            progress=progress.show,
        )
    deliver(render(identification, args.format or "text"), args.output)
    return DONE


COMMAND = Command(
    name="identify",
    usage=["identify SYSTEM -r REFERENCE [-r REFERENCE ...] --reported SCORE"],
    about="Find the settings that reproduce a reported BLEU, ROUGE, chrF or TER score. For BLEU, "
    "thousands of configurations of all supported tools are tried. The matching ones are listed, "
    "the most plausible first.",
    examples=[
        (
            "settings of a reported score",
            "truebleu identify system.txt -r reference.txt --reported 27.3",
        ),
        (
            "variant and settings of a ROUGE score",
            "truebleu identify system.txt -r reference.txt --reported 41.2 -m rouge",
        ),
        (
            "settings of one tool, as JSON",
            "truebleu identify s.txt -r r.txt --reported 0.273 --tool nltk -f json",
        ),
    ],
    common=[
        "--reference",
        "--reported",
        "--metric",
        "--precision",
        "--tool",
        "--hypothesis-column",
        "--reference-column",
        "--input-format",
        "--format",
        "--output",
    ],
    flags=[
        *files.reading(text=True),
        Flag(
            "--reported",
            metavar="SCORE",
            category="input",
            help="the score as it was reported: 27.3, 27.30, 0.273 or 27.3%",
        ),
        files.PRECISION,
        Flag(
            "-m",
            "--metric",
            metavar="NAME",
            choices=lambda: METRICS,
            category="metric",
            default="bleu",
            help="metric of the score",
        ),
        Flag(
            "--tool",
            metavar="NAME",
            category="bleu",
            default="all",
            help="search only conventions whose name starts with NAME",
        ),
        Flag(
            "-t",
            "--tokenize",
            metavar="NAME",
            choices=metric_flags.tokenizers,
            category="metric",
            repeated=True,
            default="all built-in tokenizers",
            help="additional tokenizer to try; repeat it for several",
        ),
        files.OUTPUT,
        files.QUIET,
        files.result_format(
            lambda: IDENTIFICATION_FORMATS,
            "output format; json has all configurations with full precision",
        ),
        *files.general(),
    ],
    run=run_identify,
    systems=True,
)
