"""Hugging Face's metric `rouge` as a function that takes lists of texts.

The F-scores of single segments equal those of rouge-score 0.1.2. By default, the segments are
resampled 1000 times, and the corpus score is the median of the 1000 mean F-scores. The resamples
are drawn with NumPy's global random generator. If `numpy.random.seed` is called first with the same
seed, the score equals that of Hugging Face's metric.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from truebleu.compat.evaluate.texts import listed, reference_lists
from truebleu.compat.rouge_score import rouge_scorer, scoring

Splitter = Callable[[str], list[str]] | None
KINDS = ("rouge1", "rouge2", "rougeL", "rougeLsum")


def rouge(
    predictions: Sequence[str],
    references: Sequence[str] | Sequence[Sequence[str]],
    rouge_types: Sequence[str] | None = None,
    use_aggregator: bool = True,
    use_stemmer: bool = False,
    tokenizer: Splitter = None,
) -> dict[str, Any]:
    """Return a dict with the F-score for each ROUGE type, 0 to 1.

    >>> texts = ["the cat sat", "it rained"], ["a cat sat down", "it rained"]
    >>> scores = rouge(*texts, ["rouge1", "rougeL"], use_aggregator=False)
    >>> [[round(value, 4) for value in values] for values in scores.values()]
    [[0.5714, 1.0], [0.5714, 1.0]]

    Args:
        predictions: a text for each segment.
        references: a text or a list of texts for each segment.
        rouge_types: names of types: `"rouge1"` to `"rouge9"`, `"rougeL"`, `"rougeLsum"`.
        use_aggregator: True: each value of the dict is a number, the median of 1000 bootstrap
            means. False: each value is a list with the F-score of each segment.
        use_stemmer: whether to stem English words. No effect if `tokenizer` is set.
        tokenizer: a function that returns the tokens of a text; None: the tokenizer of the package
            rouge-score.

    Raises:
        NoItems: `references` is empty. NoItems is an IndexError and a ValueError.
        ValueError: a ROUGE type is unknown, or the numbers of predictions and references differ.
    """
    texts, lists = listed("predictions", predictions), reference_lists(references)
    splitter = None if tokenizer is None else _Splitter(tokenizer)
    kinds = KINDS if rouge_types is None else rouge_types
    scorer = rouge_scorer.RougeScorer(kinds, use_stemmer=use_stemmer, tokenizer=splitter)
    scores = scorer.score_batch(lists, texts)
    if not use_aggregator:
        return {kind: [score[kind].fmeasure for score in scores] for kind in kinds}
    aggregator = scoring.BootstrapAggregator()
    for score in scores:
        aggregator.add_scores(score)
    return {kind: found.mid.fmeasure for kind, found in aggregator.aggregate().items()}


class _Splitter:
    """Tokenizer object for rouge-score, whose method `tokenize` is a given function."""

    def __init__(self, tokenize: Callable[[str], list[str]]) -> None:
        self.tokenize = tokenize
