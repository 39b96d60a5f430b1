"""Re-segmentation of the systems in a command line."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truebleu.cli.command import UsageError
from truebleu.cli.inputs import Inputs
from truebleu.errors import InputError
from truebleu.inputs.references import References
from truebleu.inputs.systems import name_system
from truebleu.io.console import say_warning
from truebleu.io.empty import check_reference_cells
from truebleu.io.lockstep import check_lengths, references_of
from truebleu.io.streams import GivenTexts
from truebleu.wording import rounded_percent

if TYPE_CHECKING:
    from truebleu.io.streams import Cell, OpenFile
    from truebleu.segmentation.results import Segmentation
    from truebleu.segmentation.segmentation import ResegmentOptions

OPTIONS = ("hypothesis_documents", "reseg_tokens", "reseg_case", "cut_words", "reseg_convention")


def is_wanted(args: Namespace) -> bool:
    """Return whether a command line includes `--resegment`.

    Raise `UsageError` for re-segmentation options without `--resegment`.
    """
    if getattr(args, "resegment", None):
        return True
    if "resegment" in args:
        for option in OPTIONS:
            if getattr(args, option, None) is not None:
                raise UsageError(f"--{option.replace('_', '-')} requires --resegment.")
    return False


def options_of(args: Namespace) -> ResegmentOptions:
    """Return the re-segmentation settings of a command line."""
    from truebleu.segmentation.segmentation import resegment_options

    return resegment_options(
        tokens=args.reseg_tokens,
        case=bool(args.reseg_case),
        whole_words=False if args.cut_words else None,
        convention=args.reseg_convention,
    )


def resegmented(args: Namespace, inputs: Inputs, options: ResegmentOptions) -> Inputs:
    """Return the inputs, with the text of each system split to match the reference segments.

    All files are read. The number of empty segments and the error rate of each system are printed,
    unless `--quiet` is set.

    Raises:
        LengthMismatch: the references have different numbers of lines.
        InputError: a text is invalid.
    """
    segmentations, columns = resegment_inputs(args, inputs, options)
    again = Inputs()
    again.names, again.labels, again.order = inputs.names, inputs.labels, inputs.order
    again.warn_empty = inputs.warn_empty
    for stream, segmentation in zip(inputs.systems, segmentations, strict=True):
        file = GivenTexts(stream.name, segmentation.segments, _file_of(inputs, stream))
        again.files.append(file)
        again.systems += file.streams
        if not args.quiet:
            say_segmentation(stream.name, segmentation)
    for stream, cells in zip(inputs.references, columns, strict=True):
        file = GivenTexts(stream.name, cells, _file_of(inputs, stream))
        again.files.append(file)
        again.references += file.streams
    return again


def resegment_inputs(
    args: Namespace, inputs: Inputs, options: ResegmentOptions
) -> tuple[list[Segmentation], list[list[Cell]]]:
    """Return the re-segmented text of each system, and the segments of each reference.

    The second item has one list per reference: the lines of a text file, or the cells of a table
    column.
    """
    from truebleu.cli.corpus import document_names
    from truebleu.segmentation.segmentation import resegment_with

    for file in inputs.files:
        while not file.ended:
            file.advance()
    columns = [list(stream.cells(stream.ready)) for stream in inputs.references]
    references = _references(inputs, columns)
    documents, lines = [
        document_names(path, inputs.order) if path else None
        for path in (args.documents, args.hypothesis_documents)
    ]
    segmentations = []
    for stream in inputs.systems:
        try:
            segmentation = resegment_with(
                options, list(stream.cells(stream.ready)), references, documents, lines
            )
        except InputError as error:
            raise name_system(error, f"system {stream.name}") from error.__cause__
        segmentations.append(segmentation)
    return segmentations, columns


def say_segmentation(name: str, segmentation: Segmentation) -> None:
    """Print the number of empty segments and the error rate of a re-segmented system.

    Warnings about unreliable segment boundaries follow.
    """
    number, empty = len(segmentation.segments), len(segmentation.empty)
    rate = "" if segmentation.rate is None else f", error rate {rounded_percent(segmentation.rate)}"
    say_warning(f"{name}: re-segmented, {empty} of {number} segments are empty{rate}")
    for warning in segmentation.warnings:
        say_warning(f"{name}: {warning}")


def _references(inputs: Inputs, columns: Sequence[list[Cell]]) -> Any:
    if len(set(map(len, columns))) > 1:
        own = {id(stream) for stream in inputs.references}
        check_lengths([file for file in inputs.files if id(file.streams[-1]) in own])
    if all(None in column for column in columns):
        check_reference_cells(inputs.references, columns)
    rows = zip(*columns, strict=True)
    return References.per_segment(
        [[cell for cell in references_of(cells) if cell is not None] for cells in rows]
    )


def _file_of(inputs: Inputs, stream: Any) -> OpenFile:
    return next(file for file in inputs.files if any(own is stream for own in file.streams))
