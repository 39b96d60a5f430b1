"""Hugging Face's metric `rouge` as a function from lists of texts to a dictionary.

Scores of single segments equal those of rouge-score 0.1.2. With `use_aggregator`, the result is not
the mean over the segments. The segments are resampled 1000 times, and the result is the median of
the 1000 means. Resampling uses NumPy's global random generator. After the same call of
`numpy.random.seed`, the result equals Hugging Face's.
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
    """Return a dict from the name of each ROUGE type to its F-score, 0 to 1.

    >>> texts = ["the cat sat", "it rained"], ["a cat sat down", "it rained"]
    >>> scores = rouge(*texts, ["rouge1", "rougeL"], use_aggregator=False)
    >>> [[round(value, 4) for value in values] for values in scores.values()]
    [[0.5714, 1.0], [0.5714, 1.0]]

    Args:
        predictions: a text for each segment.
        references: a text or a list of texts for each segment.
        rouge_types: names of types: `"rouge1"` to `"rouge9"`, `"rougeL"`, `"rougeLsum"`.
        use_aggregator: True: each value is one number, the median of 1000 bootstrap means; False:
            each value is a list with the F-score of each segment.
        use_stemmer: whether to stem English words. Tokens of `tokenizer` are never stemmed.
        tokenizer: a function that returns the tokens of a text; None: rouge-score's tokenizer.

    Raises:
        NoItems: there are no predictions. NoItems is an IndexError.
        ValueError: a ROUGE type is unknown, or the numbers of predictions and references differ.
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
    """Adapter that gives a tokenizing function the interface of rouge-score's tokenizers."""

    def __init__(self, tokenize: Callable[[str], list[str]]) -> None:
        self.tokenize = tokenize
