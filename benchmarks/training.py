"""Speed of `Reward`, compared with loops over sacreBLEU and over Hugging Face's metric."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from benchmarks import texts
from benchmarks.results import Figure, ratio
from benchmarks.timing import min_time

COMPLETIONS, REFERENCES, WORDS = 64, 5, 512
SECTION = (
    f"Rewards: {COMPLETIONS} completions, {REFERENCES} references, {WORDS} words each, one core"
)


IDS = "Token ids in arrays, one core"
"""Section for rows of token ids; 70% of the ids equal those of the reference."""


def figures() -> list[Figure]:
    """Return the figures for texts and for token ids."""
    return [*figures_of_texts(), *figures_of_ids()]


def figures_of_ids() -> list[Figure]:
    """Return the times of `segment_scores` for batches of two shapes, as `Ids` and as lists."""
    import numpy as np

    from truebleu import BLEU, Ids

    metric, generator = BLEU(), np.random.default_rng(1)

    def milliseconds(ours: Any, theirs: Any) -> float:
        pair = ours, theirs
        return 1e3 * min_time(lambda pair: metric.segment_scores(*pair, threads=1), lambda: pair)

    figures = []
    for rows, columns, target in ((256, 1024, 6.0), (2048, 128, 2.5)):
        theirs = generator.integers(0, 32000, (rows, columns), np.int32)
        others = generator.integers(0, 32000, theirs.shape, np.int32)
        ours = np.where(generator.random(theirs.shape) < 0.7, theirs, others)
        task = f"BLEU of {rows:,} x {columns:,} ids"
        arrays = milliseconds(Ids(ours), Ids(theirs))
        lists = milliseconds(ours.tolist(), theirs.tolist())
        figures += [
            Figure(IDS, f"{task}, Ids", arrays, "ms", target=target, lower_is_better=True),
            Figure(IDS, f"{task}, lists of int", lists, "ms"),
        ]
    return figures


def figures_of_texts() -> list[Figure]:
    """Return the times of rewards, and the ratios to loops over other tools."""
    from truebleu import CHRF, GLEU, Reward

    references, completions = prompt()
    reward = Reward(references)
    loop = loop_of_sacrebleu(references, completions)
    ours = min_time(lambda texts: reward(texts), lambda: completions)
    fresh = min_time(lambda texts: Reward(texts)(completions), lambda: list(references))
    figures = [
        Figure(
            SECTION, "BLEU, references compiled before", ours * 1e3, "ms", target=10,
            lower_is_better=True,
        ),
        Figure(SECTION, "BLEU, references compiled in the call", fresh * 1e3, "ms"),
        ratio(SECTION, "a loop over sacreBLEU's sentence_score", ours, loop),
    ]  # fmt: skip
    theirs = loop_of_evaluate(references, completions)
    if theirs is not None:
        figures.append(ratio(SECTION, "a call of Hugging Face's bleu for each", ours, theirs))
    for metric in (GLEU(), CHRF()):
        other_reward = Reward(references, metric)
        seconds = min_time(lambda texts: other_reward(texts), lambda: completions)  # noqa: B023
        figures.append(Figure(SECTION, metric.name, seconds * 1e3, "ms"))
    return figures


def prompt() -> tuple[list[str], list[str]]:
    """Return references and completions: overlapping parts of real text, `WORDS` words each."""
    text = texts.english_german()
    ours = " ".join(line.decode() for line in text.hypotheses).split()
    theirs = " ".join(line.decode() for line in text.references[0]).split()
    references = [" ".join(theirs[3 * i :][:WORDS]) for i in range(REFERENCES)]
    completions = [" ".join(ours[5 * i :][:WORDS]) for i in range(COMPLETIONS)]
    return references, completions


def loop_of_sacrebleu(references: list[str], completions: list[str]) -> Any:
    from sacrebleu.metrics import BLEU

    def loop(texts: list[str]) -> None:
        metric = BLEU(effective_order=True)
        for text in texts:
            metric.sentence_score(text, references)

    return min_time(loop, lambda: completions, min_repetitions=2)


def loop_of_evaluate(references: list[str], completions: list[str]) -> Any:
    """Return the time of one call of Hugging Face's BLEU per completion.

    Returns None if TRUEBLEU_EVALUATE does not name the folder of Hugging Face's scripts.
    """
    folder = os.environ.get("TRUEBLEU_EVALUATE")
    if not folder:
        print("TRUEBLEU_EVALUATE is not set: Hugging Face's bleu is not measured", file=sys.stderr)
        return None
    import evaluate

    metric = evaluate.load(str(Path(folder) / "metrics" / "bleu"))

    def loop(texts: list[str]) -> None:
        for text in texts:
            metric.compute(predictions=[text], references=[references])

    return min_time(loop, lambda: completions, min_repetitions=1, repetitions=1)
