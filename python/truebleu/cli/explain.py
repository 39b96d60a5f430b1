"""`truebleu explain`."""

from __future__ import annotations

from truebleu.cli.commands import DONE
from truebleu.cli.console import deliver, say_warning
from truebleu.cli.corpus import read_whole
from truebleu.cli.inputs import open_inputs
from truebleu.cli.metric_flags import metrics_of
from truebleu.cli.names import check_distinct
from truebleu.cli.notices import Sample, identical_to, notices
from truebleu.cli.outputs import check_output
from truebleu.cli.parser import UsageError, parse_systems
from truebleu.explanation import explain
from truebleu.metrics.bleu import BLEU
from truebleu.views.explanation import rendered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence


__all__ = ["run_explain"]

FOR_PEOPLE = 3
FOR_PROGRAMS = 10


def run_explain(arguments: Sequence[str]) -> int:
    """Explain the score that the arguments ask for, and give the exit code."""
    typed = parse_systems("explain", arguments)
    metric = _metric(typed)
    if typed.against is not None:
        typed.files = [*typed.files, typed.against]
    check_output(typed)
    inputs = open_inputs(typed)
    try:
        names = _names(inputs.names)
        sample = Sample(inputs.references[0], inputs.systems)
        texts, references = read_whole(typed, inputs, sample)
    finally:
        inputs.close()
    form = typed.format or "text"
    explanation = explain(
        texts[0],
        references,
        metric,
        against=texts[1] if len(texts) > 1 else None,
        segment=typed.segment,
        top=typed.top or (FOR_PROGRAMS if form == "json" else FOR_PEOPLE),
        names=names,
        threads=typed.threads,
    )
    if not typed.quiet:
        identical, score = identical_to(texts, references), explanation.score
        for message in notices(inputs, identical, [metric], sample, typed.signature, score):
            say_warning(message)
    deliver(rendered(explanation, form), typed.output)
    return DONE


def _metric(typed: Namespace) -> BLEU:
    metrics = metrics_of(typed)
    if len(metrics) == 1 and isinstance(metrics[0], BLEU):
        return metrics[0]
    others = " and ".join(metric.name for metric in metrics if not isinstance(metric, BLEU))
    raise UsageError(
        f"explain takes BLEU apart, not {others}: what such a score is made of is in "
        "truebleu score --format json"
    )


def _names(names: Sequence[str]) -> tuple[str, str]:
    """What the explained system and the other one are called."""
    if len(names) > 2:
        raise UsageError(
            f"{len(names)} systems: one is explained, alone or --against one other; for more, see "
            "truebleu compare"
        )
    check_distinct(names)
    return names[0], names[-1]
