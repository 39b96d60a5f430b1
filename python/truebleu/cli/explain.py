"""`truebleu explain`."""

from __future__ import annotations

from truebleu.cli.commands import DONE
from truebleu.cli.console import deliver, output_file, say_warning
from truebleu.cli.inputs import open_inputs
from truebleu.cli.metric_flags import metrics_of
from truebleu.cli.notices import Sample, notices
from truebleu.cli.parser import UsageError, parse_systems
from truebleu.cli.progress import Progress
from truebleu.explanation import explain
from truebleu.io.scoring import Result
from truebleu.io.texts import read_texts
from truebleu.io.writing import check_writable
from truebleu.metrics.bleu import BLEU
from truebleu.views.explanation import rendered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from truebleu.cli.inputs import Inputs
    from truebleu.explanation import Explanation
    from truebleu.io.streams import Cell
    from truebleu.references import References

__all__ = ["run_explain"]

FOR_PEOPLE = 3
FOR_PROGRAMS = 10


def run_explain(arguments: Sequence[str]) -> int:
    """Explain the score that the arguments ask for, and give the exit code."""
    typed = parse_systems("explain", arguments)
    metric = _metric(typed)
    if typed.against is not None:
        typed.files = [*typed.files, typed.against]
    if output_file(typed.output):
        check_writable(typed.output, [*typed.files, *(typed.reference or [])])
    inputs = open_inputs(typed)
    try:
        names = _names(inputs.names)
        texts, references, sample = _read(typed, inputs)
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
        _say(inputs, explanation, texts, references, metric, sample, typed.signature)
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
    if len(names) == 2 and names[0] == names[1]:
        raise UsageError(f"both systems are called {names[0]!r}; give each a --name of its own")
    return names[0], names[-1]


def _read(typed: Namespace, inputs: Inputs) -> tuple[list[list[Cell]], References, Sample]:
    sample = Sample(inputs.references[0], inputs.systems)
    with Progress(inputs.files, quiet=bool(typed.quiet)) as progress:
        texts, references = read_texts(
            inputs.files,
            inputs.systems,
            inputs.references,
            before_batch=sample.take,
            after_batch=progress.show,
        )
    return texts, references, sample


def _say(
    inputs: Inputs,
    explanation: Explanation,
    texts: Sequence[list[Cell]],
    references: References,
    metric: BLEU,
    sample: Sample,
    signature: str | None,
) -> None:
    """Warn of what the files hold, as the other commands do."""
    contrast = explanation.contrast
    scores = [explanation.score, *(() if contrast is None else (contrast.score,))]
    streams = () if references.by_segment else references.lists
    results = []
    for name, cells, score in zip(inputs.names, texts, scores, strict=True):
        same = (place for place, stream in enumerate(streams) if list(stream) == cells)
        results.append(Result(name, score, len(cells), None, None, next(same, None)))
    for message in notices(inputs, results, [metric], sample, signature):
        say_warning(message)
