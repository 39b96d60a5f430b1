"""A drop-in for `torchmetrics.text.rouge` of torchmetrics 1.9: `ROUGEScore`.

The state has sums instead of lists. The arguments `normalizer` and `tokenizer` are not supported.
An unknown value of `accumulate` is always an error, while torchmetrics' function returns nan.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, nan
from typing import Any, ClassVar

from truebleu.compat.torchmetrics.inputs import checked, paired
from truebleu.compat.torchmetrics.text.base import SummedMetric, Sums
from truebleu.errors import ConfigurationError
from truebleu.inputs.references import References
from truebleu.metrics.rouge_variants import ROUGEVariants

KEYS = (*(f"rouge{order}" for order in range(1, 10)), "rougeL", "rougeLsum")
ACCUMULATES = ("avg", "best")
PARTS = ("fmeasure", "precision", "recall")


class ROUGEScore(SummedMetric):
    """ROUGE as in rouge-score: F1, precision and recall, averaged over the predictions.

    >>> rouge = ROUGEScore(rouge_keys="rouge1", as_tensor=False)
    >>> rouge("the cat sat", "a cat sat down")["rouge1_fmeasure"]
    0.5714...

    Args:
        use_stemmer: whether to stem words by the Porter stemmer.
        normalizer: must be None.
        tokenizer: must be None.
        accumulate: how the scores with several references are combined. `best`: use the reference
            with the highest F1, for each key separately; `avg`: average the scores.
        rouge_keys: names of ROUGE types: `rouge1` to `rouge9`, `rougeL`, `rougeLsum`. For
            `rougeLsum`, NLTK's Punkt finds the sentences.
        as_tensor: see `BLEUScore`.
        kwargs: see `BLEUScore`.

    Raises:
        ValueError: a key or `accumulate` is unknown, or an argument is not supported.
    """

    full_state_update: ClassVar[bool] = True

    def __init__(
        self,
        use_stemmer: bool = False,
        normalizer: None = None,
        tokenizer: None = None,
        accumulate: str = "best",
        rouge_keys: str | Sequence[str] = ("rouge1", "rouge2", "rougeL", "rougeLsum"),
        *,
        as_tensor: bool | None = None,
        **kwargs: Any,
    ) -> None:
        for name, value in (("normalizer", normalizer), ("tokenizer", tokenizer)):
            if value is not None:
                raise ConfigurationError(
                    f"{name} is not supported. Use truebleu.ROUGE(tokenizer=...)."
                )
        keys = (rouge_keys,) if isinstance(rouge_keys, str) else tuple(rouge_keys)
        for key in keys:
            if key not in KEYS:
                raise ConfigurationError(
                    f"Got unknown rouge key {key}. Expected to be one of {list(KEYS)}"
                )
        if accumulate not in ACCUMULATES:
            raise ConfigurationError(
                f"Got unknown accumulate value {accumulate}. Expected to be one of {ACCUMULATES}"
            )
        self.rouge_keys = keys
        self.accumulate = accumulate
        sentences = "punkt" if "rougeLsum" in keys else None
        self._rouge = ROUGEVariants(keys, stem=bool(use_stemmer), sentences=sentences)
        self._start((self._rouge, accumulate), as_tensor, kwargs)

    def _names(self) -> list[str]:
        return [*self._columns(), "segments"]

    def _columns(self) -> list[str]:
        return [f"{key}_{kind}" for key in self.rouge_keys for kind in PARTS]

    def _count(self, preds: Any, target: Any) -> Sums:
        predictions, targets = checked(*paired(preds, target), wrapping=True)
        if not predictions:
            return (0,) * len(self._names())
        ours = [text for text, texts in zip(predictions, targets, strict=True) for _ in texts]
        theirs = [[text] for texts in targets for text in texts]
        rates = self._rouge.segment_scores(ours, References.per_segment(theirs))
        columns = [getattr(rates[key], kind).tolist() for key in self.rouge_keys for kind in PARTS]
        following = zip(*columns, strict=True)
        scores = [self._accumulated([next(following) for _ in texts]) for texts in targets]
        return (*map(fsum, zip(*scores, strict=True)), len(scores))

    def _accumulated(self, rows: list[tuple[float, ...]]) -> tuple[float, ...]:
        """Return the scores of a prediction, combined from a row of scores for each reference."""
        if self.accumulate == "best":
            best: list[float] = []
            for start in range(0, len(rows[0]), len(PARTS)):
                parts = [row[start : start + len(PARTS)] for row in rows]
                best_part: tuple[float, ...] = max(parts, key=_fmeasure)
                best += best_part
            return tuple(best)
        return tuple(fsum(column) / len(rows) for column in zip(*rows, strict=True))

    def _scored(self, sums: Sums) -> dict[str, float]:
        *totals, segments = sums
        means = [total / segments if segments else nan for total in totals]
        return dict(zip(self._columns(), means, strict=True))


def _fmeasure(part: tuple[float, ...]) -> float:
    return part[0]
