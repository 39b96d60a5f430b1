"""Rewards of completions against loops over sacreBLEU and over Hugging Face's metric."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from benchmarks import texts
from benchmarks.results import Figure, ratio
from benchmarks.timing import least

COMPLETIONS, REFERENCES, WORDS = 64, 5, 512
SECTION = (
    f"Rewards: {COMPLETIONS} completions, {REFERENCES} references, {WORDS} words each, one core"
)


IDS = "Token ids in arrays, one core"
"""Section of rows of ids, 70% of which are those of the reference."""


def figures() -> list[Figure]:
    """Return the figures of texts and of token ids."""
    return [*figures_of_texts(), *figures_of_ids()]


def figures_of_ids() -> list[Figure]:
    """Return the times of `segment_scores` for batches of two shapes, as `Ids` and as lists."""
    import numpy as np

    from truebleu import BLEU, Ids

    metric, generator = BLEU(), np.random.default_rng(1)

    def milliseconds(ours: Any, theirs: Any) -> float:
        pair = ours, theirs
        return 1e3 * least(lambda pair: metric.segment_scores(*pair, threads=1), lambda: pair)

    figures = []
    for rows, columns, target in ((256, 1024, 6.0), (2048, 128, 2.5)):
        theirs = generator.integers(0, 32000, (rows, columns), np.int32)
        others = generator.integers(0, 32000, theirs.shape, np.int32)
        ours = np.where(generator.random(theirs.shape) < 0.7, theirs, others)
        task = f"BLEU of {rows:,} x {columns:,} ids"
        arrays = milliseconds(Ids(ours), Ids(theirs))
        lists = milliseconds(ours.tolist(), theirs.tolist())
        figures += [
            Figure(IDS, f"{task}, Ids", arrays, "ms", target=target, less_is_better=True),
            Figure(IDS, f"{task}, lists of int", lists, "ms"),
        ]
    return figures


def figures_of_texts() -> list[Figure]:
    """Return the times of rewards, and the ratios to loops over other tools."""
    from truebleu import CHRF, GLEU, Reward

    references, completions = prompt()
    reward = Reward(references)
    loop = loop_of_sacrebleu(references, completions)
    ours = least(lambda given: reward(given), lambda: completions)
    fresh = least(lambda given: Reward(given)(completions), lambda: list(references))
    found = [
        Figure(
            SECTION, "BLEU, references compiled before", ours * 1e3, "ms", target=10,
            less_is_better=True,
        ),
        Figure(SECTION, "BLEU, references compiled in the call", fresh * 1e3, "ms"),
        ratio(SECTION, "a loop over sacreBLEU's sentence_score", ours, loop),
    ]  # fmt: skip
    theirs = loop_of_evaluate(references, completions)
    if theirs is not None:
        found.append(ratio(SECTION, "a call of Hugging Face's bleu for each", ours, theirs))
    for metric in (GLEU(), CHRF()):
        other = Reward(references, metric)
        seconds = least(lambda given: other(given), lambda: completions)  # noqa: B023
        found.append(Figure(SECTION, metric.name, seconds * 1e3, "ms"))
    return found


def prompt() -> tuple[list[str], list[str]]:
    """References and completions of so many words, of real text; near ones share most of it."""
    text = texts.english_german()
    ours = " ".join(line.decode() for line in text.hypotheses).split()
    theirs = " ".join(line.decode() for line in text.references[0]).split()
    references = [" ".join(theirs[3 * i :][:WORDS]) for i in range(REFERENCES)]
    completions = [" ".join(ours[5 * i :][:WORDS]) for i in range(COMPLETIONS)]
    return references, completions


def loop_of_sacrebleu(references: list[str], completions: list[str]) -> Any:
    from sacrebleu.metrics import BLEU

    def loop(given: list[str]) -> None:
        metric = BLEU(effective_order=True)
        for text in given:
            metric.sentence_score(text, references)

    return least(loop, lambda: completions, at_least=2)


def loop_of_evaluate(references: list[str], completions: list[str]) -> Any:
    """What a reward function that calls the metric for each completion takes; None: no scripts."""
    folder = os.environ.get("TRUEBLEU_EVALUATE")
    if not folder:
        print("TRUEBLEU_EVALUATE names no scripts: without Hugging Face's bleu", file=sys.stderr)
        return None
    import evaluate

    metric = evaluate.load(str(Path(folder) / "metrics" / "bleu"))

    def loop(given: list[str]) -> None:
        for text in given:
            metric.compute(predictions=[text], references=[references])

    return least(loop, lambda: completions, at_least=1, repetitions=1)
