"""Speed of re-segmentation, compared with mweralign if it is installed; mweralign runs once."""

from __future__ import annotations

import contextlib
import io
import sys

from benchmarks import texts
from benchmarks.results import Figure, MinTime, ratio
from benchmarks.ter import some
from benchmarks.timing import min_time

SEGMENTS = (500, 1000)


def mweralign_once(hypothesis: str, references: list[str]) -> MinTime | None:
    """Return mweralign's time with whitespace tokens; None if it is not installed."""
    try:
        from mweralign import align_texts
    except ImportError:
        print("mweralign is not installed: re-segmenting is measured alone", file=sys.stderr)
        return None
    lines = "\n".join(references)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return min_time(
            lambda _: align_texts(lines, hypothesis), lambda: None, repetitions=1, min_repetitions=1
        )


def figures() -> list[Figure]:
    from truebleu import resegment

    section = "Re-segmenting, from str, against mweralign"
    measured = []
    for segments in SEGMENTS:
        text = some(texts.english_german(), segments)
        hypothesis = b" ".join(text.hypotheses).decode()
        references = [line.decode() for line in text.references[0]]
        theirs = mweralign_once(hypothesis, references)
        for name in ("mweralign", None):
            label = f"{len(references):,} segments, {'its borders' if name else 'words'}"

            def call(_: None, name: str | None = name, text: str = hypothesis) -> object:
                return resegment(text, references, convention=name)  # noqa: B023  called at once

            ours = min_time(call, lambda: None)
            if theirs is None:
                measured.append(Figure(section, label, 1e3 * ours, unit="ms", lower_is_better=True))
            else:
                target = 200 if name else None
                measured.append(ratio(section, label, ours, theirs, target=target))
    return measured
