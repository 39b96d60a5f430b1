"""The computation of Hugging Face's metric `rouge`, from lists to a dictionary.

The arithmetic is that of rouge-score 0.1.2, reproduced by `ROUGE`. With `use_aggregator` the result
is not the mean of the segments but the median of the means of 1000 resamples, drawn with NumPy's
global generator. After `numpy.random.seed(...)` the number is the same.
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
    """Return the F-score of each ROUGE type, 0 to 1.

    >>> texts = ["the cat sat", "it rained"], ["a cat sat down", "it rained"]
    >>> found = rouge(*texts, ["rouge1", "rougeL"], use_aggregator=False)
    >>> [[round(value, 4) for value in values] for values in found.values()]
    [[0.5714, 1.0], [0.5714, 1.0]]

    Args:
        predictions: a text for each segment.
        references: a text or a list of texts for each segment.
        rouge_types: `"rouge1"` to `"rouge9"`, `"rougeL"`, `"rougeLsum"`.
        use_aggregator: return the median of resampled means; False: a list of segment F-scores.
        use_stemmer: stem English words.
        tokenizer: a function that returns the tokens of a text; they are not stemmed.

    Raises:
        EmptyCorpus: there are no predictions.
        ConfigurationError: an unknown type.
    """
    if not len(references):
        raise EmptyCorpus("predictions is empty. Pass at least one text.")
    several = [[texts] if isinstance(texts, str) else list(texts) for texts in references]
    result: dict[str, Any] = {}
    for kind in KINDS if rouge_types is None else rouge_types:
        metric = ROUGE(kind, stem=use_stemmer and tokenizer is None)
        hypotheses: Sequence[Any] = predictions
        expected: list[list[Any]] = [*several]
        if tokenizer is not None:
            by_line = metric.variant == "Lsum"
            hypotheses = [_tokens(text, tokenizer, by_line) for text in predictions]
            expected = [[_tokens(text, tokenizer, by_line) for text in texts] for texts in several]
        values = metric.segment_scores(hypotheses, References.per_segment(expected))
        result[kind] = _aggregated(values) if use_aggregator else values.tolist()
    return result


def _tokens(text: str, tokenizer: Callable[[str], list[str]], by_line: bool) -> list[str]:
    """Return the tokens of a text, or of each line followed by a line break."""
    if not by_line:
        return list(tokenizer(text))
    return [token for line in text.split("\n") if line for token in (*tokenizer(line), "\n")]


def _aggregated(values: NDArray[np.float64]) -> np.float64:
    """Return the median of resampled means, computed like `BootstrapAggregator`."""
    import numpy as np

    # Three columns (precision, recall, F) as in the original, for the same order of additions.
    matrix = np.zeros((len(values), 3))
    matrix[:, 2] = values
    means = np.zeros(SAMPLES)
    for sample in range(SAMPLES):
        drawn = np.random.choice(len(values), size=len(values))
        means[sample] = np.mean(matrix[drawn, :], axis=0)[2]
    middle: np.float64 = np.percentile(means, 50.0)
    return middle
