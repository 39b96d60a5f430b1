"""Files read whole: what a command needs that looks at all segments at once."""

from __future__ import annotations

from truebleu.cli.inputs import open_inputs
from truebleu.cli.parser import UsageError
from truebleu.cli.progress import Progress
from truebleu.errors import InputError
from truebleu.io.texts import read_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from truebleu.cli.inputs import Inputs
    from truebleu.cli.notices import Sample
    from truebleu.io.streams import Cell, OpenFile
    from truebleu.references import References

__all__ = ["read_corpus", "read_whole"]


def read_whole(
    typed: Namespace, inputs: Inputs, sample: Sample | None = None, source: OpenFile | None = None
) -> tuple[list[list[Cell]], References]:
    """The segments of each system, those of the source last if there is one; the references.

    `sample` keeps the first lines on the way.
    """
    beside = [source] if source else []
    files = [*inputs.files, *beside]
    with Progress(files, quiet=bool(typed.quiet)) as progress:
        return read_texts(
            files,
            [*inputs.systems, *(file.streams[0] for file in beside)],
            inputs.references,
            before_batch=sample.take if sample else lambda: None,
            after_batch=progress.show,
        )


def read_corpus(typed: Namespace) -> tuple[list[Cell], References]:
    """The hypotheses and references of the one system that a command line names.

    Raises `UsageError` when there are several systems, and `InputError` when there is no text.
    """
    typed.name = None
    inputs = open_inputs(typed)
    try:
        if len(inputs.systems) > 1:
            raise UsageError(
                f"{' and '.join(inputs.names)} are several systems: name one, and put -r before "
                "each file of references"
            )
        texts, references = read_whole(typed, inputs)
    finally:
        inputs.close()
    if not texts[0]:
        raise InputError(f"{inputs.names[0]} is empty: there is nothing to score")
    return texts[0], references
