"""Hugging Face's metrics that take one reference per prediction: `wer`, `cer` and `exact_match`.

Settings and results equal those of the metrics in evaluate 0.4.6.
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truebleu.compat.evaluate.errors import InvalidPattern, NoTokens
from truebleu.compat.evaluate.texts import check_text, listed
from truebleu.compat.hints import hinted
from truebleu.errors import EmptyCorpus, LengthMismatch, inspected
from truebleu.metrics.error_rates import CER, WER
from truebleu.wording import count

if TYPE_CHECKING:
    import numpy as np

Texts = Sequence[str]


def wer(predictions: Texts, references: Texts, concatenate_texts: bool = False) -> float:
    """Return the word error rate of a corpus: the number of edits per reference word, 0 or more.

    >>> wer(["the cat sat on a mat"], ["the cat sat on the mat"])
    0.16666666666666666

    Args:
        predictions: a text for each segment.
        references: a text for each segment.
        concatenate_texts: what to do if the references have no words. True: return the number of
            edits. False: raise `NoTokens`. (Hugging Face's metric does the same.)

    Raises:
        NoTokens: the references have no words. NoTokens is a ZeroDivisionError and a ValueError.
        NotTexts: a text is not a str, or an argument is not a list. NotTexts is a TypeError.
        MissingDependency: the package jiwer is not installed.
    """
    return _rate(WER(), predictions, references, concatenate_texts)


def cer(predictions: Texts, references: Texts, concatenate_texts: bool = False) -> float:
    """Return the character error rate of a corpus: edits per reference character, 0 or more.

    For arguments and errors, see `wer`.

    >>> cer(["the cat sat on a mat"], ["the cat sat on the mat"])
    0.13636363636363635
    """
    return _rate(CER(), predictions, references, concatenate_texts)


def exact_match(
    predictions: Texts,
    references: Texts,
    regexes_to_ignore: Sequence[str] | None = None,
    ignore_case: bool = False,
    ignore_punctuation: bool = False,
    ignore_numbers: bool = False,
) -> dict[str, np.floating[Any]]:
    """Return a dict with the share of predictions that equal their reference, 0 to 1.

    >>> float(exact_match(["A cat.", "a dog"], ["a cat", "dogs"], ignore_case=True)["exact_match"])
    0.0
    >>> float(exact_match(["A cat.", "a dog"], ["a cat", "dogs"], [r"[.]|A ", "a "])["exact_match"])
    0.5

    Args:
        predictions: a text for each segment.
        references: a text for each segment.
        regexes_to_ignore: regular expressions. Text that they match is removed before all other
            steps.
        ignore_case: whether to lowercase the texts.
        ignore_punctuation: whether to remove ASCII punctuation.
        ignore_numbers: whether to remove the digits 0 to 9.

    Raises:
        LengthMismatch: the numbers of predictions and references differ.
        EmptyCorpus: there are no predictions. Hugging Face's metric returns NaN in this case.
        NotTexts: a text is not a str, or an argument is not a list. NotTexts is a TypeError.
        InvalidPattern: a regular expression is invalid. InvalidPattern is a ConfigurationError and
            a `re.error`.
    """
    import numpy as np

    predictions, references = _texts(predictions, references)
    if len(predictions) != len(references):
        raise LengthMismatch(
            f"got {count(len(predictions), 'prediction')} and "
            f"{count(len(references), 'reference')}. Pass one reference per prediction.",
            hypotheses=len(predictions),
            references=len(references),
        )
    if not predictions:
        raise EmptyCorpus("predictions is empty. Pass at least one text.")
    unwanted = string.punctuation * ignore_punctuation + string.digits * ignore_numbers
    table = str.maketrans("", "", unwanted)

    patterns = [_compiled(pattern) for pattern in regexes_to_ignore or ()]

    def compared(text: str) -> str:
        for pattern in patterns:
            text = pattern.sub("", text)
        text = text.lower() if ignore_case else text
        # Hugging Face's script compares NumPy strings, which lose trailing NUL characters.
        return text.translate(table).rstrip("\0")

    pairs = zip(predictions, references, strict=True)
    return {"exact_match": np.mean([compared(ours) == compared(theirs) for ours, theirs in pairs])}


def _compiled(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as error:
        raise InvalidPattern(
            f"regexes_to_ignore: {inspected(pattern)} is not a regular expression: {error}. Use "
            "re.escape for a literal text."
        ) from None


def _rate(metric: WER, predictions: Texts, references: Texts, concatenate_texts: bool) -> float:
    predictions, references = _texts(predictions, references)
    if concatenate_texts and references:
        return metric.corpus_score(predictions, references).value
    edits = length = 0
    if predictions or references:
        score = metric.corpus_score(predictions, references)
        edits = score.substitutions + score.deletions + score.insertions
        length = score.reference_length
    if not length:
        raise hinted(
            NoTokens("division by zero"), f"The references have no {metric.unit}s. Pass texts."
        )
    return edits / length


def _texts(predictions: Texts, references: Texts) -> tuple[list[str], list[str]]:
    """Return predictions and references as lists of str; raise `NotTexts` for other values."""
    sides = listed("predictions", predictions), listed("references", references)
    for side, texts in zip(("prediction", "reference"), sides, strict=True):
        for number, text in enumerate(texts, 1):
            check_text(number, side, text)
    return sides
