"""One system and its references, read whole: what a command needs that scores them many times."""

from __future__ import annotations

from truebleu.cli.inputs import open_inputs
from truebleu.cli.parser import UsageError
from truebleu.cli.progress import Progress
from truebleu.errors import InputError
from truebleu.io.texts import read_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from truebleu.io.streams import Cell
    from truebleu.references import References

__all__ = ["read_corpus"]


def read_corpus(typed: Namespace) -> tuple[list[Cell], References]:
    """The hypotheses and references that a command line names.

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
        with Progress(inputs.files, quiet=bool(typed.quiet)) as progress:
            texts, references = read_texts(
                inputs.files,
                inputs.systems,
                inputs.references,
                before_batch=lambda: None,
                after_batch=progress.show,
            )
    finally:
        inputs.close()
    if not texts[0]:
        raise InputError(f"{inputs.names[0]} is empty: there is nothing to score")
    return texts[0], references
