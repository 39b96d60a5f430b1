"""Speed of Arrow arrays compared with `list[str]`, measured alternately in one process."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from itertools import product
from typing import Any

from benchmarks import texts
from benchmarks.peers import fresh
from benchmarks.results import Figure, MinTime, ratio
from benchmarks.texts import Text

ROUNDS = 40
LAYOUTS = ("string", "large_string", "string_view")


def figures() -> list[Figure]:
    """Measure corpus BLEU of the same non-ASCII texts as strings and as Arrow arrays."""
    import pyarrow as pa

    from truebleu import BLEU, _native

    section = f"Columns of Arrow, corpus BLEU with 13a ({_native.active_kernel()} kernel)"
    text = texts.not_ascii()
    bleu = BLEU()
    inputs: dict[str, Callable[[], Any]] = {"cold": lambda: strings(text)}
    warm = strings(text)
    inputs["warm"] = lambda: warm
    for layout in LAYOUTS:
        columns = tuple(pa.array(lines, getattr(pa, layout)()) for lines in strings(text))
        inputs[layout] = lambda columns=columns: columns  # type: ignore[misc]  # bound early
    seconds = in_turns(lambda pair: bleu.corpus_score(*pair, threads=1), inputs)
    targets = {"cold": 1.5, "warm": 1.0}
    return [
        ratio(
            section, f"{layout} against {kind} list[str]", seconds[layout], seconds[kind],
            target=targets[kind],
        )
        for kind, layout in product(targets, LAYOUTS)
    ]  # fmt: skip


def strings(text: Text) -> tuple[list[str], list[str]]:
    """Return the hypotheses and references as new `str` objects."""
    hypotheses, references = fresh(text)
    return hypotheses, references[0]


def in_turns(
    call: Callable[[Any], object], inputs: dict[str, Callable[[], Any]]
) -> dict[str, MinTime]:
    """Return the shortest processor time of `call` on each input.

    Every round calls it once on each input, so that a slow moment affects all of them.
    """
    best: dict[str, float] = {}
    gc.disable()
    try:
        for _ in range(ROUNDS):
            for name, prepare in inputs.items():
                sides = prepare()
                start = time.process_time_ns()
                call(sides)
                taken = (time.process_time_ns() - start) / 1e9
                best[name] = min(best.get(name, taken), taken)
    finally:
        gc.enable()
    return {name: MinTime(seconds, ROUNDS) for name, seconds in best.items()}
