"""The computations of Hugging Face's metrics, from lists to a dictionary.

Settings and results are those of the metric scripts of evaluate 0.4.6. The arithmetic is that of
the convention `huggingface`, the sacreBLEU drop-in, and `GLEU`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from truebleu.compat.evaluate.errors import NoTokens, UnequalReferences
from truebleu.compat.sacrebleu import corpus_bleu
from truebleu.errors import EmptyCorpus
from truebleu.inputs.references import References
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.gleu import GLEU

Predictions = Sequence[str]
Expected = Sequence[str] | Sequence[Sequence[str]]
Tokenizer = str | Callable[[str], list[str]] | None


def bleu(
    predictions: Predictions,
    references: Expected,
    tokenizer: Tokenizer = None,
    max_order: int = 4,
    smooth: bool = False,
) -> dict[str, Any]:
    """Return BLEU, 0 to 1, and its components.

    >>> found = bleu(["hello there general kenobi"], ["hello there general kenobi"])
    >>> found["bleu"], found["translation_length"]
    (1.0, 4)

    Args:
        predictions: a text for each segment.
        references: a text or a list of texts for each segment.
        tokenizer: a function that returns the tokens of a text, or the name of a tokenizer of
            truebleu; None: 13a.
        max_order: maximum n-gram order.
        smooth: add one to the matches and totals of every order.

    Raises:
        NoTokens: the predictions or the references have no tokens; a ZeroDivisionError like in
            Hugging Face's metric, and a ValueError.
        EmptyCorpus: there are no predictions.
    """
    metric = BLEU(
        convention="huggingface",
        tokenizer=tokenizer if isinstance(tokenizer, str) else None,
        max_ngram_order=max_order,
        smoothing="laplace" if smooth else None,
    )
    score = metric.corpus_score(*_tokenized(predictions, references, tokenizer))
    for side, length in (
        ("references", score.effective_reference_length),
        ("predictions", score.hypothesis_length),
    ):
        if not length:
            raise NoTokens(
                f"the {side} have no tokens, so the length ratio is undefined. Pass texts."
            )
    return {
        "bleu": score.value,
        "precisions": list(score.precisions),
        "brevity_penalty": score.brevity_penalty,
        "length_ratio": score.length_ratio,
        "translation_length": score.hypothesis_length,
        "reference_length": score.effective_reference_length,
    }


def sacrebleu(
    predictions: Predictions,
    references: Expected,
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    force: bool = False,
    lowercase: bool = False,
    tokenize: str | None = None,
    use_effective_order: bool = False,
) -> dict[str, Any]:
    """Return sacreBLEU's BLEU, 0 to 100, and its components; settings are those of sacreBLEU.

    >>> found = sacrebleu(["the cat sat on the mat"], [["the cat sat on a mat"]])
    >>> found["score"], found["counts"]
    (53.7284965911771, [5, 3, 2, 1])

    Raises:
        UnequalReferences: different numbers of references (a ValueError).
        EmptyCorpus: there are no predictions.
    """
    lists = _reference_lists(references)
    counts = {len(texts) for texts in lists}
    if len(counts) > 1:
        raise UnequalReferences(
            "predictions have different numbers of references: "
            f"{', '.join(map(str, sorted(counts)))}. Pass the same number, or use the metric bleu."
        )
    streams = [[texts[i] for texts in lists] for i in range(counts.pop())]
    score = corpus_bleu(
        predictions,
        streams,
        smooth_method=smooth_method,
        smooth_value=smooth_value,
        force=force,
        lowercase=lowercase,
        tokenize=tokenize or "13a",
        use_effective_order=use_effective_order,
    )
    return {
        "score": score.score,
        "counts": score.counts,
        "totals": score.totals,
        "precisions": score.precisions,
        "bp": score.bp,
        "sys_len": score.sys_len,
        "ref_len": score.ref_len,
    }


def google_bleu(
    predictions: Predictions,
    references: Expected,
    tokenizer: Tokenizer = None,
    min_len: int = 1,
    max_len: int = 4,
) -> dict[str, float]:
    """Return GLEU (Google BLEU) of a corpus, 0 to 1.

    >>> google_bleu(["the cat sat on a mat"], ["the cat sat on the mat"])
    {'google_bleu': 0.6111111111111112}

    Args:
        predictions: a text for each segment.
        references: a text or a list of texts for each segment.
        tokenizer: see `bleu`.
        min_len: minimum n-gram order.
        max_len: maximum n-gram order.

    Raises:
        EmptyCorpus: there are no predictions.
    """
    metric = GLEU(
        tokenizer=tokenizer if isinstance(tokenizer, str) else "13a",
        min_order=min_len,
        max_order=max_len,
    )
    score = metric.corpus_score(*_tokenized(predictions, references, tokenizer))
    return {"google_bleu": score.value}


def _reference_lists(references: Expected) -> list[list[str]]:
    """Return a list of references for each segment."""
    if not len(references):
        raise EmptyCorpus("predictions is empty. Pass at least one text.")
    return [[texts] if isinstance(texts, str) else list(texts) for texts in references]


def _tokenized(
    predictions: Predictions, references: Expected, tokenizer: Tokenizer
) -> tuple[Sequence[Any], References]:
    """Return both sides as texts, or as tokens if `tokenizer` is a function."""
    lists: list[list[Any]] = [list(text) for text in _reference_lists(references)]
    if not callable(tokenizer):
        return predictions, References.per_segment(lists)
    tokens = [[list(tokenizer(text)) for text in texts] for texts in lists]
    return [list(tokenizer(text)) for text in predictions], References.per_segment(tokens)
