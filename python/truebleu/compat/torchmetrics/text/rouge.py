"""A drop-in for `torchmetrics.text.rouge` of torchmetrics 1.9: `ROUGEScore`.

There are two differences. The state has sums of scores, while torchmetrics keeps the scores of all
predictions. An unknown value of `accumulate` is always an error, while torchmetrics' function
returns nan.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import fsum, nan
from typing import Any, ClassVar

from truebleu import _native
from truebleu.compat.torchmetrics.inputs import checked, paired
from truebleu.compat.torchmetrics.text.base import SummedMetric, Sums
from truebleu.errors import ConfigurationError
from truebleu.inputs.references import References
from truebleu.metrics.rouge_sentences import LINE_END, SPLITTERS
from truebleu.metrics.rouge_variants import ROUGERates, ROUGEVariants

SUMMARY = "rougeLsum"
KEYS = (*(f"rouge{order}" for order in range(1, 10)), "rougeL", SUMMARY)
ACCUMULATES = ("avg", "best")
PARTS = ("fmeasure", "precision", "recall")


class ROUGEScore(SummedMetric):
    """F1, precision and recall of ROUGE, averaged over the predictions, 0 to 1.

    >>> rouge = ROUGEScore(rouge_keys="rouge1", as_tensor=False)
    >>> rouge("the cat sat", "a cat sat down")["rouge1_fmeasure"]
    0.5714...

    Args:
        use_stemmer: whether to stem words of more than three characters by the Porter stemmer.
        normalizer: a function from a text to a text; None: lowercase the text, and replace all
            characters except ASCII letters and digits with spaces.
        tokenizer: a function from a normalized text to its words; None: split at whitespace. Empty
            words and items that are not str are left out.
        accumulate: how to combine the scores of a prediction with several references. `best`: for
            each ROUGE type, use the reference with the highest F1. `avg`: average the scores.
        rouge_keys: names of ROUGE types: `rouge1` to `rouge9`, `rougeL`, `rougeLsum`. For
            `rougeLsum`, NLTK's Punkt finds the sentences.
        as_tensor: see `BLEUScore`.
        kwargs: see `BLEUScore`.

    Raises:
        ValueError: a ROUGE type or the value of `accumulate` is unknown.
    """

    full_state_update: ClassVar[bool] = True

    def __init__(
        self,
        use_stemmer: bool = False,
        normalizer: Callable[[str], str] | None = None,
        tokenizer: Callable[[str], Sequence[str]] | None = None,
        accumulate: str = "best",
        rouge_keys: str | Sequence[str] = ("rouge1", "rouge2", "rougeL", "rougeLsum"),
        *,
        as_tensor: bool | None = None,
        **kwargs: Any,
    ) -> None:
        names: Any = rouge_keys
        is_list = isinstance(names, Iterable) and not isinstance(names, str)
        keys: tuple[str, ...] = tuple(names) if is_list else (names,)
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
        sentences = "punkt" if SUMMARY in keys else None
        self._words = None
        if callable(normalizer) or callable(tokenizer):
            self._words = _Words(normalizer, tokenizer, stem=bool(use_stemmer))
        self._rouge = ROUGEVariants(keys, stem=bool(use_stemmer), sentences=sentences)
        self._start((self._rouge, self._words, accumulate), as_tensor, kwargs)

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
        rates = self._rates(ours, theirs)
        columns = [getattr(rates[key], kind).tolist() for key in self.rouge_keys for kind in PARTS]
        following = zip(*columns, strict=True)
        scores = [self._accumulated([next(following) for _ in texts]) for texts in targets]
        return (*map(fsum, zip(*scores, strict=True)), len(scores))

    def _rates(self, ours: list[str], theirs: list[list[str]]) -> dict[str | int, ROUGERates]:
        """Return a dict with precision, recall and F1 of each pair of texts, for each ROUGE type.

        `theirs` has a list with one reference for each text in `ours`.
        """
        if self._words is None:
            return self._rouge.segment_scores(ours, References.per_segment(theirs))
        rates: dict[str | int, ROUGERates] = {}
        for split, keys in (
            (self._words, [key for key in self.rouge_keys if key != SUMMARY]),
            (self._words.of_sentences, [key for key in self.rouge_keys if key == SUMMARY]),
        ):
            if keys:
                hypotheses = [split(text) for text in ours]
                references = [[split(text) for text in texts] for texts in theirs]
                rouge = ROUGEVariants(keys)
                rates |= rouge.segment_scores(hypotheses, References.per_segment(references))
        return rates

    def _accumulated(self, rows: list[tuple[float, ...]]) -> tuple[float, ...]:
        """Return the scores of one prediction: its best, or the mean over its references.

        `rows` has the scores of the prediction with each reference. `accumulate` selects best or
        mean.
        """
        import numpy as np

        if self.accumulate == "best":
            best: list[float] = []
            for start in range(0, len(rows[0]), len(PARTS)):
                parts = [row[start : start + len(PARTS)] for row in rows]
                fmeasures = [np.float32(fmeasure) for fmeasure, *_ in parts]  # ties as in torch
                best += parts[fmeasures.index(max(fmeasures))]
            return tuple(best)
        return tuple(fsum(column) / len(rows) for column in zip(*rows, strict=True))

    def _scored(self, sums: Sums) -> dict[str, float]:
        *totals, segments = sums
        means = [total / segments if segments else nan for total in totals]
        return dict(zip(self._columns(), means, strict=True))


@dataclass(frozen=True)
class _Words:
    """Function that splits a text into words with the user's normalizer and tokenizer."""

    normalizer: Callable[[str], str] | None
    tokenizer: Callable[[str], Sequence[str]] | None
    stem: bool

    def __call__(self, text: str) -> list[str]:
        if callable(self.normalizer):
            text = self.normalizer(text)
        else:
            text = re.sub("[^a-z0-9]+", " ", text.lower())
        words: Sequence[Any]
        words = self.tokenizer(text) if callable(self.tokenizer) else re.split(r"\s+", text)
        if self.stem:
            words = [_native.stem(word.lower()) if len(word) > 3 else word for word in words]
        words = [word for word in words if isinstance(word, str) and word]
        # In the core, a token that is a single line end marks the end of a sentence.
        return [word if word.strip(LINE_END) else word + LINE_END for word in words]

    def of_sentences(self, text: str) -> list[str]:
        """Return the words of a text. A line end follows the words of each sentence."""
        sentences = SPLITTERS["punkt"](text)
        return [word for sentence in sentences for word in (*self(sentence), LINE_END)]
