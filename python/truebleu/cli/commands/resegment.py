"""Command `truebleu resegment`, which splits a text into the segments of its references."""

from __future__ import annotations

from argparse import Namespace

from truebleu.cli.command import Command, UsageError
from truebleu.cli.flags import files
from truebleu.cli.flags.segments import DOCUMENTS, settings
from truebleu.cli.inputs import open_inputs
from truebleu.cli.outputs import check_output
from truebleu.cli.resegmenting import options_of, resegment_inputs, say_segmentation
from truebleu.display.formats import render
from truebleu.io.console import deliver
from truebleu.io.program import DONE

FORMATS = ("text", "tsv", "csv", "json", "jsonl")


def run_resegment(args: Namespace) -> int:
    """Run `truebleu resegment`: print the re-segmented text, and return the exit code."""
    options = options_of(args)
    args.name = None
    check_output(args)
    inputs = open_inputs(args)
    try:
        if len(inputs.systems) > 1:
            raise UsageError(
                f"got {len(inputs.systems)} texts: {', '.join(inputs.names)}. Pass one, and -r "
                "before each reference file."
            )
        (segmentation,), _ = resegment_inputs(args, inputs, options)
    finally:
        inputs.close()
    deliver(render(segmentation, args.format or "text"), args.output)
    if not args.quiet:
        say_segmentation(inputs.names[0], segmentation)
    return DONE


COMMAND = Command(
    name="resegment",
    usage=["resegment HYPOTHESIS -r REFERENCE [-r REFERENCE ...]"],
    about="Split a text to match the segments of its references, so that it can be scored: speech "
    "translation, documents, or output with other line breaks. The sum of the edit distances is "
    "minimal. One line is printed per reference segment; it may be empty. With --resegment, score, "
    "compare and report do this before scoring.",
    examples=[
        ("one text", "truebleu resegment system.txt -r reference.txt"),
        (
            "one line per document, with the document id of each reference line",
            "truebleu resegment system.txt -r reference.txt --documents ids.txt",
        ),
        (
            "positions of the segments in the text, for time stamps",
            "truebleu resegment system.txt -r reference.txt --format tsv",
        ),
        (
            "same result as mweralign",
            "truebleu resegment system.txt -r reference.txt --convention mweralign",
        ),
    ],
    common=[
        "--reference",
        "--documents",
        "--hypothesis-documents",
        "--tokens",
        "--format",
        "--output",
    ],
    flags=[
        *files.reading(),
        DOCUMENTS,
        *settings("--tokens", "--case", "--convention"),
        files.OUTPUT,
        files.result_format(
            lambda: FORMATS,
            "output format; tsv, csv, json and jsonl also have, for each segment, its document, "
            "its start and end in the text, the number of edits and the reference that was used",
        ),
        files.QUIET,
        *files.general(threads=False),
    ],
    run=run_resegment,
    systems=True,
)
