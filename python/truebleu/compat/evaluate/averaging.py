"""What Hugging Face's metric `rouge` computes, without its package: lists in, a dictionary out.

Its arithmetic is that of rouge-score 0.1.2, whose numbers `ROUGE` has. With `use_aggregator` its
result is not the mean of the segments: it is the median of the means of 1000 resamples, drawn by
NumPy's generator that all share. After `numpy.random.seed(...)` it is the same number here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from truebleu.errors import EmptyCorpus
from truebleu.inputs.references import References
from truebleu.metrics.rouge import ROUGE

Splitter = Callable[[str], list[str]] | None

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


KINDS = ("rouge1", "rouge2", "rougeL", "rougeLsum")
SAMPLES = 1000


def rouge(
    predictions: Sequence[str],
    references: Sequence[str] | Sequence[Sequence[str]],
    rouge_types: Sequence[str] | None = None,
    use_aggregator: bool = True,
    use_stemmer: bool = False,
    tokenizer: Splitter = None,
) -> dict[str, Any]:
    """F of each type of ROUGE, 0 to 1.

    >>> texts = ["the cat sat", "it rained"], ["a cat sat down", "it rained"]
    >>> found = rouge(*texts, ["rouge1", "rougeL"], use_aggregator=False)
    >>> [[round(value, 4) for value in values] for values in found.values()]
    [[0.5714, 1.0], [0.5714, 1.0]]

    Args:
        predictions: one text for each segment.
        references: for each segment a text, or a list of texts.
        rouge_types: `"rouge1"` to `"rouge9"`, `"rougeL"`, `"rougeLsum"`.
        use_aggregator: give the median of resampled means; False: a list of the segments' F.
        use_stemmer: stem English words.
        tokenizer: a function that gives the tokens of a text, which are not stemmed then.

    Raises:
        EmptyCorpus: there are no predictions.
        ConfigurationError: a type is unknown.
    """
    if not len(references):
        raise EmptyCorpus("there are no predictions to score")
    several = [[each] if isinstance(each, str) else list(each) for each in references]
    result: dict[str, Any] = {}
    for kind in KINDS if rouge_types is None else rouge_types:
        metric = ROUGE(kind, stem=use_stemmer and tokenizer is None)
        given: Sequence[Any] = predictions
        expected: list[list[Any]] = [*several]
        if tokenizer is not None:
            by_line = metric.variant == "Lsum"
            given = [_tokens(text, tokenizer, by_line) for text in predictions]
            expected = [[_tokens(text, tokenizer, by_line) for text in each] for each in several]
        values = metric.segment_scores(given, References.per_segment(expected))
        result[kind] = _aggregated(values) if use_aggregator else values.tolist()
    return result


def _tokens(text: str, tokenizer: Callable[[str], list[str]], by_line: bool) -> list[str]:
    """The tokens of a text; of lines by themselves, with a line break behind each."""
    if not by_line:
        return list(tokenizer(text))
    return [token for line in text.split("\n") if line for token in (*tokenizer(line), "\n")]


def _aggregated(values: NDArray[np.float64]) -> np.float64:
    """The median of resampled means: the operations, draws and order of `BootstrapAggregator`."""
    import numpy as np

    # Three columns as there, for precision and recall, so that sums are made in the same order.
    matrix = np.zeros((len(values), 3))
    matrix[:, 2] = values
    means = np.zeros(SAMPLES)
    for sample in range(SAMPLES):
        drawn = np.random.choice(len(values), size=len(values))
        means[sample] = np.mean(matrix[drawn, :], axis=0)[2]
    middle: np.float64 = np.percentile(means, 50.0)
    return middle
