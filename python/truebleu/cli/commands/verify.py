"""Command `truebleu verify`, which checks whether a published score can be reproduced."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import read_one_system
from truebleu.cli.flags import files
from truebleu.cli.metrics import from_signature
from truebleu.cli.notices import data_differences
from truebleu.cli.outputs import check_output
from truebleu.errors import ConfigurationError
from truebleu.explanation.identify import METRICS, Identification, Reported, identify
from truebleu.explanation.identify.others import RATES, TOOL
from truebleu.io.console import deliver
from truebleu.io.program import DONE, MISSED
from truebleu.metrics.base.score import Score, places_of, printed
from truebleu.metrics.base.signature import parsed
from truebleu.metrics.rouge import OF_GOOGLE, ROUGE

F1 = "f1"


def run_verify(args: Namespace) -> int:
    """Run `truebleu verify`: compare a published score with the score that its signature gives.

    Return the exit code. It is 1 if the scores or their numbers of references or segments differ,
    or if the published score has too few decimals.
    """
    if len(args.files) != 3:
        raise UsageError(
            f"verify takes 3 arguments, got {len(args.files)}. Use: truebleu verify 'SIGNATURE' "
            f"SCORE "
            "SYSTEM -r REFERENCE"
        )
    text, number, args.files = args.files[0], args.files[1], args.files[2:]
    check_output(args)
    signature = parsed(text)
    if "reseg" in signature:
        raise UsageError(
            f"the score is of re-segmented text (reseg:{signature['reseg']}). Compare it with the "
            "score of: truebleu score SYSTEM -r REFERENCE --resegment"
        )
    metric = from_signature(text)
    if args.rate is not None and not isinstance(metric, ROUGE):
        raise UsageError(
            f"--rate is not supported with {metric.name}. It requires a signature of ROUGE."
        )
    limit = 100 if metric.higher_is_better else None
    try:
        reported = Reported.read(number, args.precision, largest=limit)
    except ConfigurationError as error:
        raise ConfigurationError(str(error).replace("reported=", "SCORE ", 1)) from None
    hypotheses, references = read_one_system(args)
    score = metric.corpus_score(hypotheses, references, threads=args.threads)
    rate = args.rate if args.rate in RATES else None
    value = score.value if rate is None else getattr(score, rate)
    statement = _format_score(score, rate, value, reported)
    reading = reported.reading(value, score.scale)
    differences = list(data_differences(signature, score))
    lines = [warning for _, warning in differences]
    if reading is not None and (lines or reported.is_vague(reading)):
        data = " and ".join(data for data, _ in differences)
        doubt = f"with another number of {data}" if lines else f"and {reported.vague_note()}"
        lines.append(f"not verified: {statement}, {doubt}")
        deliver([*lines, str(score.signature)], args.output)
        return MISSED
    if reading is not None:
        cut = ", truncated instead of rounded" if reading.how == "truncated" else ""
        scale = "" if reading.scale == score.scale else f" on the scale of {reading.scale}"
        lines.append(f"verified: {statement}, which reads as {reported.text}{scale}{cut}")
        deliver([*lines, str(score.signature)], args.output)
        return DONE
    lines.append(f"mismatch: {statement}, not {reported.text}")
    lines.append(str(score.signature))
    family = metric.name.casefold()
    if family in METRICS:
        identification = identify(
            hypotheses, references, number, metric=family, precision=args.precision
        )
        usual = OF_GOOGLE if family == "rouge" else TOOL
        lines += _hint(identification, (signature.get("conv") or usual).partition("+")[0], family)
    deliver(lines, args.output)
    return MISSED


def _format_score(score: Score, rate: str | None, value: float, reported: Reported) -> str:
    places = max(reported.decimals + 2, places_of(score.scale))
    name = score.metric if rate is None else f"{score.metric} {rate}"
    return f"{name} is {printed(value, score, min(places, 16))}"


def _hint(identification: Identification, convention: str, family: str) -> Iterator[str]:
    """Yield lines with the most plausible settings for the published score.

    The best settings of `convention` come first, then the best settings of all conventions.
    """
    for warning in identification.warnings:
        yield f"check the files first: {warning}"
    if identification.vague_note:
        yield f"these matches are no evidence: {identification.vague_note}"
    likely = [match for match in identification.matches if match.convention == convention][:1]
    likely += identification.matches[:1]
    for match in dict.fromkeys(likely):
        yield f"matching settings: {match.name}"
        yield f"  {match.signature}"
    if not likely:
        best = identification.nearest[0]
        yield f"no settings match; nearest: {best.name} ({best.points:.4f})"
    number = identification.reported.text
    option = "" if family == "bleu" else f" -m {family}"
    yield f"all settings: truebleu identify SYSTEM -r REFERENCE --reported {number}{option}"


COMMAND = Command(
    name="verify",
    usage=["verify SIGNATURE SCORE SYSTEM -r REFERENCE [-r REFERENCE ...]"],
    about="Compute the score that a signature of BLEU, ROUGE, chrF or TER (from truebleu or "
    "sacreBLEU) describes and compare it with a published score. Input files are as in score.",
    examples=[
        (
            "published score with its signature",
            'truebleu verify "case:mixed|eff:no|tok:13a|smooth:exp" 27.3 s.txt -r r.txt',
        ),
    ],
    common=[
        "--reference",
        "--precision",
        "--hypothesis-column",
        "--reference-column",
        "--empty-reference",
        "--input-format",
        "--text",
        "--invalid",
        "--quiet",
        "--help",
    ],
    flags=[
        *files.reading(text=True),
        files.PRECISION,
        Flag(
            "--rate",
            metavar="NAME",
            choices=lambda: (F1, *RATES),
            category="metric",
            default=F1,
            help="rate of ROUGE that was published as the score",
        ),
        files.OUTPUT,
        files.QUIET,
        *files.general(),
    ],
    run=run_verify,
    missed="the score does not match",
    systems=True,
)
