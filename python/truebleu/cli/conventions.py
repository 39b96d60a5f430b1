"""`truebleu conventions`: which there are, what one does, and all of them on the same texts."""

from __future__ import annotations

from truebleu.cli.commands import DONE
from truebleu.cli.console import deliver
from truebleu.cli.corpus import read_corpus
from truebleu.cli.outputs import check_output
from truebleu.cli.parser import UsageError, parse_systems
from truebleu.conventions import CONVENTIONS
from truebleu.errors import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Sequence

__all__ = ["run_conventions"]


def run_conventions(arguments: Sequence[str]) -> int:
    """List the conventions, show one, or score a system under all of them."""
    typed = parse_systems("conventions", arguments)
    check_output(typed)
    form = typed.format or "text"
    has_texts = bool(typed.reference or typed.reference_column)
    deliver(_of_texts(typed, form) if has_texts else _described(typed, form), typed.output)
    return DONE


def _described(typed: Namespace, form: str) -> Iterable[str]:
    from truebleu.views.conventions import listed, shown

    if typed.against:
        raise UsageError("--against is about texts: name a system, and its references with -r")
    names = typed.files
    unknown = next((name for name in names if name not in CONVENTIONS), None)
    if unknown is not None:
        close = nearest(unknown, CONVENTIONS)
        hint = f"; did you mean {close!r}?" if close else ""
        raise UsageError(
            f"there is no convention {unknown!r}{hint} (truebleu conventions lists them; to score "
            "a file under all of them, name its references with -r)"
        )
    if len(names) == 1:
        return shown(CONVENTIONS[names[0]], form)
    return listed([CONVENTIONS[name] for name in names or CONVENTIONS], form)


def _of_texts(typed: Namespace, form: str) -> Iterable[str]:
    from truebleu.disagreement import compare_conventions
    from truebleu.views.disagreement import rendered

    hypotheses, references = read_corpus(typed)
    against = typed.against or "sacrebleu"
    found = compare_conventions(hypotheses, references, against=against, threads=typed.threads)
    return rendered(found, form)
