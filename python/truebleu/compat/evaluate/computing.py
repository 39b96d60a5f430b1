"""What Hugging Face's metrics compute, without their package: lists in, a dictionary out.

The settings and the results are those of the metric scripts of evaluate 0.4.6, the arithmetic that
of the convention `huggingface`, of the drop-in for sacreBLEU, and of `GLEU`.
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
    """BLEU, 0 to 1, and its parts.

    >>> found = bleu(["hello there general kenobi"], ["hello there general kenobi"])
    >>> found["bleu"], found["translation_length"]
    (1.0, 4)

    Args:
        predictions: one text for each segment.
        references: for each segment a text, or a list of texts.
        tokenizer: a function that gives the tokens of a text, or the name of one of truebleu's
            tokenizers; 13a when it is None.
        max_order: the longest n-gram.
        smooth: add one to the matches and the totals of every order.

    Raises:
        NoTokens: the predictions or the references have no token at all; a ZeroDivisionError, as
            Hugging Face's, and a ValueError.
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
            raise NoTokens(f"the {side} have no tokens, so the ratio of the lengths is undefined")
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
    """SacreBLEU's BLEU, 0 to 100, and its parts; the settings are sacreBLEU's.

    >>> found = sacrebleu(["the cat sat on the mat"], [["the cat sat on a mat"]])
    >>> found["score"], found["counts"]
    (53.7284965911771, [5, 3, 2, 1])

    Raises:
        UnequalReferences: segments have different numbers of references (a ValueError).
        EmptyCorpus: there are no predictions.
    """
    several = _several(references)
    counts = {len(each) for each in several}
    if len(counts) > 1:
        raise UnequalReferences(
            f"this metric needs as many references for each prediction; there are "
            f"{' and '.join(map(str, sorted(counts)))}. The metric bleu takes any number"
        )
    streams = [[each[at] for each in several] for at in range(counts.pop())]
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
    """Google's sentence BLEU of a corpus, 0 to 1.

    >>> google_bleu(["the cat sat on a mat"], ["the cat sat on the mat"])
    {'google_bleu': 0.6111111111111112}

    Args:
        predictions: one text for each segment.
        references: for each segment a text, or a list of texts.
        tokenizer: as in `bleu`.
        min_len: the shortest n-grams that count.
        max_len: the longest.

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


def _several(references: Expected) -> list[list[str]]:
    """A list of references for each segment."""
    if not len(references):
        raise EmptyCorpus("there are no predictions to score")
    return [[each] if isinstance(each, str) else list(each) for each in references]


def _tokenized(
    predictions: Predictions, references: Expected, tokenizer: Tokenizer
) -> tuple[Sequence[Any], References]:
    """Both sides as texts, or as tokens where the caller has a function for it."""
    several: list[list[Any]] = [list(each) for each in _several(references)]
    if not callable(tokenizer):
        return predictions, References.per_segment(several)
    tokens = [[list(tokenizer(each)) for each in texts] for texts in several]
    return [list(tokenizer(each)) for each in predictions], References.per_segment(tokens)
