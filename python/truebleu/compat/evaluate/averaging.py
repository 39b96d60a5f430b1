"""The computation of Hugging Face's metric `rouge`, from lists to a dictionary.

The arithmetic is that of the drop-in for rouge-score 0.1.2. With `use_aggregator`, the result is
not the mean over the segments but the median of the means of 1000 resamples, drawn from NumPy's
global generator. After the same `numpy.random.seed(...)`, the result equals Hugging Face's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from truebleu.compat.evaluate.errors import no_items
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
    """Return the F-score of each ROUGE type, 0 to 1.

    >>> texts = ["the cat sat", "it rained"], ["a cat sat down", "it rained"]
    >>> found = rouge(*texts, ["rouge1", "rougeL"], use_aggregator=False)
    >>> [[round(value, 4) for value in values] for values in found.values()]
    [[0.5714, 1.0], [0.5714, 1.0]]

    Args:
        predictions: a text for each segment.
        references: a text or a list of texts for each segment.
        rouge_types: `"rouge1"` to `"rouge9"`, `"rougeL"`, `"rougeLsum"`.
        use_aggregator: return the median of resampled means; False: return a list of the segments'
            F-scores.
        use_stemmer: stem English words.
        tokenizer: a function that returns the tokens of a text; they are not stemmed.

    Raises:
        NoItems: there are no predictions (an IndexError).
        ValueError: an unknown type.
    """
    if not len(references):
        raise no_items()
    splitter = None if tokenizer is None else _Splitter(tokenizer)
    kinds = KINDS if rouge_types is None else rouge_types
    scorer = rouge_scorer.RougeScorer(kinds, use_stemmer=use_stemmer, tokenizer=splitter)
    scores = scorer.score_batch(references, predictions)
    if not use_aggregator:
        return {kind: [score[kind].fmeasure for score in scores] for kind in kinds}
    aggregator = scoring.BootstrapAggregator()
    for score in scores:
        aggregator.add_scores(score)
    return {kind: found.mid.fmeasure for kind, found in aggregator.aggregate().items()}


class _Splitter:
    """Adapter of a function from text to tokens to the interface of rouge-score's tokenizers."""

    def __init__(self, tokenize: Callable[[str], list[str]]) -> None:
        self.tokenize = tokenize
