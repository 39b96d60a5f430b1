"""`truebleu identify`: which settings gave a number."""

from __future__ import annotations

from truebleu.cli.commands import DONE
from truebleu.cli.console import deliver
from truebleu.cli.corpus import read_corpus
from truebleu.cli.outputs import check_output
from truebleu.cli.parser import UsageError, parse_systems
from truebleu.cli.progress import TrialProgress
from truebleu.identification import identify
from truebleu.views.identification import rendered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["run_identify"]


def run_identify(arguments: Sequence[str]) -> int:
    """Search for the settings behind the number that the arguments name, and show them."""
    typed = parse_systems("identify", arguments)
    if typed.reported is None:
        raise UsageError("which number? Give it as it was reported: --reported 27.3")
    check_output(typed)
    hypotheses, references = read_corpus(typed)
    with TrialProgress(quiet=bool(typed.quiet), what="trying settings") as progress:
        found = identify(
            hypotheses,
            references,
            typed.reported,
            precision=typed.precision,
            tool=typed.tool,
            tokenizers=typed.tokenize or (),
            threads=typed.threads,
            progress=progress.show,
        )
    deliver(rendered(found, typed.format or "text"), typed.output)
    return DONE
