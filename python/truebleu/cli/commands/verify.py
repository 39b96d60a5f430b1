"""`truebleu verify`: whether a published number holds."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

from truebleu.cli.command import Command, UsageError
from truebleu.cli.corpus import read_one_system
from truebleu.cli.flags import files
from truebleu.cli.metrics import from_signature
from truebleu.cli.notices import about_references
from truebleu.cli.outputs import check_output
from truebleu.explanation.identify import Identification, Reported, identify
from truebleu.io.console import deliver
from truebleu.io.program import DONE, MISSED
from truebleu.metrics.base.score import Score, places_of
from truebleu.metrics.base.signature import parsed


def run_verify(typed: Namespace) -> int:
    """Compute what a signature says, compare it with the number, and give the exit code."""
    if len(typed.files) != 3:
        raise UsageError(
            "verify takes a signature (in quotes: it has bars), a number and a file: truebleu "
            f"verify SIGNATURE SCORE SYSTEM -r REFERENCE; here are {len(typed.files)} of the three"
        )
    text, number, typed.files = typed.files[0], typed.files[1], typed.files[2:]
    check_output(typed)
    signature = parsed(text)
    metric = from_signature(text)
    limit = 100 if metric.higher_is_better else None
    reported = Reported.read(number, typed.precision, most=limit)
    hypotheses, references = read_one_system(typed)
    score = metric.corpus_score(hypotheses, references, threads=typed.threads)
    reading = reported.reading(score.value, score.scale)
    lines = [*about_references(signature, score)]
    if reading is not None and reported.is_vague(reading):
        lines.append(f"not verified: {_said(score, reported)}, and {reported.vague_note()}")
        deliver([*lines, str(score.signature)], typed.output)
        return MISSED
    if reading is not None:
        cut = ", cut off and not rounded" if reading.how == "truncated" else ""
        lines.append(f"holds: {_said(score, reported)}, which reads as {reported.text}{cut}")
        deliver([*lines, str(score.signature)], typed.output)
        return DONE
    lines.append(f"does not hold: {_said(score, reported)}, not {reported.text}")
    lines.append(str(score.signature))
    if score.metric == "BLEU":
        found = identify(hypotheses, references, number, precision=typed.precision)
        lines += _hint(found, (signature.get("conv") or "sacrebleu").partition("+")[0])
    deliver(lines, typed.output)
    return MISSED


def _said(score: Score, reported: Reported) -> str:
    places = max(reported.decimals + 2, places_of(score.scale))
    return f"{score.metric} is {score.number(min(places, 16))}"


def _hint(found: Identification, convention: str) -> Iterator[str]:
    """What gives the number: the likeliest of the same convention, and of all."""
    for warning in found.warnings:
        yield f"first look at the files: {warning}"
    if found.vague_note:
        yield f"these matches prove nothing: {found.vague_note}"
    likely = [match for match in found.matches if match.convention == convention][:1]
    likely += found.matches[:1]
    for match in dict.fromkeys(likely):
        yield f"the number would be that of: {match.name}"
        yield f"  {match.signature}"
    if not likely:
        best = found.nearest[0]
        yield f"no settings give it; the nearest: {best.name} ({best.points:.4f})"
    yield f"all of them: truebleu identify SYSTEM -r REFERENCE --reported {found.reported.text}"


COMMAND = Command(
    name="verify",
    usage=["verify SIGNATURE SCORE SYSTEM -r REFERENCE [-r REFERENCE ...]"],
    about="Compute the score that a signature of BLEU, chrF or TER (from truebleu or sacreBLEU) "
    "describes and compare it with a published score. Input files are as in score.",
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
        files.OUTPUT,
        files.QUIET,
        *files.general(),
    ],
    run=run_verify,
    missed="the score does not match",
    systems=True,
)
