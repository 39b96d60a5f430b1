"""Hugging Face's metrics as functions that take lists of texts.

Settings and results equal those of the metrics in evaluate 0.4.6. The module `rates` has the
functions `wer`, `cer` and `exact_match`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from truebleu.compat.evaluate.errors import (
    MissingData,
    NoTokens,
    UnequalReferences,
)
from truebleu.compat.evaluate.texts import check_text, listed, reference_lists
from truebleu.compat.hints import hinted
from truebleu.compat.nltk.tokenize.nist import NISTTokenizer
from truebleu.compat.nltk.translate.meteor_score import meteor_scores
from truebleu.compat.nltk.translate.nist_score import corpus_nist
from truebleu.compat.sacrebleu import CHRF, TER, corpus_bleu
from truebleu.errors import LengthMismatch
from truebleu.inputs.references import References
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.gleu import GLEU
from truebleu.tokenizers.nltk_words import with_nltk_data

Predictions = Sequence[str]
Expected = Sequence[str] | Sequence[Sequence[str]]
Tokenizer = str | Callable[[str], list[str]] | None
SACREBLEU = "Sacrebleu requires the same number of references for each prediction"
SACREBLEUS_CHRF = (
    "ChrF, as implemented by sacrebleu, requires the same number of references for each prediction"
)

if TYPE_CHECKING:
    import numpy as np


def bleu(
    predictions: Predictions,
    references: Expected,
    tokenizer: Tokenizer = None,
    max_order: int = 4,
    smooth: bool = False,
) -> dict[str, Any]:
    """Return a dict with the BLEU of a corpus, 0 to 1, and its components.

    >>> result = bleu(["hello there general kenobi"], ["hello there general kenobi"])
    >>> result["bleu"], result["translation_length"]
    (1.0, 4)

    Args:
        predictions: a text for each segment.
        references: a text or a list of texts for each segment.
        tokenizer: a function that returns the tokens of a text, or the name of a truebleu
            tokenizer; None: the tokenizer 13a.
        max_order: maximum n-gram order.
        smooth: whether to add 1 to the numbers of matches and n-grams of every n-gram order.

    Raises:
        NoTokens: the predictions or the references have no tokens. NoTokens is a ValueError and, as
            in Hugging Face's metric, a ZeroDivisionError.
        LengthMismatch: the numbers of predictions and references differ.
        NoItems: `references` is empty. NoItems is an IndexError and a ValueError.
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
    """Return a dict with the BLEU of a corpus, 0 to 100, and its components, as in sacreBLEU.

    The settings have the meaning that they have in sacreBLEU's function `corpus_bleu`.

    >>> result = sacrebleu(["the cat sat on the mat"], [["the cat sat on a mat"]])
    >>> result["score"], result["counts"]
    (53.7284965911771, [5, 3, 2, 1])

    Raises:
        UnequalReferences: segments have different numbers of references. UnequalReferences is a
            ValueError.
        LengthMismatch: the numbers of predictions and references differ.
        NoItems: `references` is empty. NoItems is an IndexError and a ValueError.
    """
    hint = "Pass the same number, or use the metric bleu."
    score = corpus_bleu(
        *_streams(predictions, references, SACREBLEU, hint),
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
    """Return a dict with the GLEU (Google BLEU) of a corpus, 0 to 1.

    >>> google_bleu(["the cat sat on a mat"], ["the cat sat on the mat"])
    {'google_bleu': 0.6111111111111112}

    Args:
        predictions: a text for each segment.
        references: a text or a list of texts for each segment.
        tokenizer: see `bleu`.
        min_len: minimum n-gram order.
        max_len: maximum n-gram order.

    Raises:
        LengthMismatch: the numbers of predictions and references differ.
        NoItems: `references` is empty. NoItems is an IndexError and a ValueError.
    """
    metric = GLEU(
        tokenizer=tokenizer if isinstance(tokenizer, str) else "13a",
        min_order=min_len,
        max_order=max_len,
    )
    score = metric.corpus_score(*_tokenized(predictions, references, tokenizer))
    return {"google_bleu": score.value}


def chrf(
    predictions: Predictions,
    references: Expected,
    char_order: int = 6,
    word_order: int = 0,
    beta: int = 2,
    lowercase: bool = False,
    whitespace: bool = False,
    eps_smoothing: bool = False,
) -> dict[str, Any]:
    """Return a dict with the chrF of a corpus, 0 to 100, as in sacreBLEU.

    The dict also has the settings `char_order`, `word_order` and `beta`. All settings have the
    meaning that they have in sacreBLEU's class `CHRF`.

    >>> chrf(["the cat sat on a mat"], ["the cat sat on the mat"], word_order=2)["score"]
    67.4443505016402

    Raises:
        UnequalReferences: segments have different numbers of references. UnequalReferences is a
            ValueError.
        LengthMismatch: the numbers of predictions and references differ.
        NoItems: `references` is empty. NoItems is an IndexError and a ValueError.
    """
    sides = _streams(predictions, references, SACREBLEUS_CHRF, "Pass the same number.")
    metric = CHRF(char_order, word_order, beta, lowercase, whitespace, eps_smoothing)
    score = metric.corpus_score(*sides)
    return {
        "score": score.score,
        "char_order": score.char_order,
        "word_order": score.word_order,
        "beta": score.beta,
    }


def ter(
    predictions: Predictions,
    references: Expected,
    normalized: bool = False,
    ignore_punct: bool = False,
    support_zh_ja_chars: bool = False,
    case_sensitive: bool = False,
) -> dict[str, Any]:
    """Return a dict with the TER (translation edit rate) of a corpus, as in sacreBLEU.

    The dict has the TER (`score`, 0 or more), the number of edits, and the number of reference
    words. A TER of 100 means as many edits as reference words. The settings have the meaning that
    they have in sacreBLEU's class `TER`. The class has other names for two of them: `no_punct` for
    `ignore_punct`, and `asian_support` for `support_zh_ja_chars`.

    >>> ter(["the cat sat on a mat"], ["the cat sat on the mat"])
    {'score': 16.666666666666664, 'num_edits': 1, 'ref_length': 6.0}

    Raises:
        UnequalReferences: segments have different numbers of references. UnequalReferences is a
            ValueError.
        LengthMismatch: the numbers of predictions and references differ.
        NoItems: `references` is empty. NoItems is an IndexError and a ValueError.
    """
    sides = _streams(predictions, references, SACREBLEU, "Pass the same number.")
    metric = TER(
        normalized=normalized,
        no_punct=ignore_punct,
        asian_support=support_zh_ja_chars,
        case_sensitive=case_sensitive,
    )
    score = metric.corpus_score(*sides)
    return {"score": score.score, "num_edits": score.num_edits, "ref_length": score.ref_length}


def meteor(
    predictions: Predictions,
    references: Expected,
    alpha: float = 0.9,
    beta: float = 3,
    gamma: float = 0.5,
) -> dict[str, np.floating[Any]]:
    """Return a dict with the mean METEOR of the segments, 0 to 1, as in NLTK.

    Texts are tokenized by NLTK's `word_tokenize`.

    Args:
        predictions: a text for each segment.
        references: a text or a list of texts for each segment.
        alpha: weight of precision in the harmonic mean, 0 to 1.
        beta: exponent of the fragmentation penalty, 0 or more.
        gamma: maximum penalty, 0 to 1.

    Raises:
        MissingDependency: nltk or its data (`wordnet`, `punkt_tab`) is not installed.
        AssertionError: the numbers of predictions and references differ.
        NoItems: `references` is empty. NoItems is an IndexError and a ValueError.
    """
    import numpy as np

    texts, lists = _texts(predictions, references)
    scores = meteor_scores(
        [[_words(reference) for reference in of_segment] for of_segment in lists],
        [_words(text) for text in texts],
        alpha=alpha,
        beta=beta,
        gamma=gamma,
    )
    return {"meteor": np.mean(scores)}


def nist_mt(
    predictions: Predictions,
    references: Expected,
    n: int = 5,
    lowercase: bool = False,
    western_lang: bool = True,
) -> dict[str, float]:
    """Return a dict with the NIST score of a corpus, 0 or more, as in NLTK.

    Texts are tokenized by `NISTTokenizer`.

    >>> nist_mt(["the cat sat on a mat"], ["the cat sat on the mat"])
    {'nist_mt': 2.1874687506009636}

    Args:
        predictions: a text for each segment.
        references: a text or a list of texts for each segment.
        n: maximum n-gram order.
        lowercase: whether to lowercase the texts. No effect if `western_lang` is False.
        western_lang: whether to separate punctuation from words.

    Raises:
        ZeroDivisionError: all predictions have fewer than `n` tokens.
        AssertionError: the numbers of predictions and references differ.
        NoItems: `references` is empty. NoItems is an IndexError and a ValueError.
    """
    tokenizer = NISTTokenizer()

    def tokens(text: str) -> list[str]:
        return tokenizer.tokens(text, lowercase=lowercase, western_lang=western_lang)

    texts, lists = _texts(predictions, references)
    reference_tokens = [[tokens(reference) for reference in of_segment] for of_segment in lists]
    return {"nist_mt": corpus_nist(reference_tokens, [tokens(text) for text in texts], n)}


def _texts(predictions: Predictions, references: Expected) -> tuple[list[str], list[list[str]]]:
    """Return predictions and lists of references; raise `NotTexts` if one is not a str."""
    texts, lists = listed("predictions", predictions), reference_lists(references)
    for number, text in enumerate(texts, 1):
        check_text(number, "prediction", text)
    for number, of_segment in enumerate(lists, 1):
        for reference in of_segment:
            check_text(number, "reference", reference)
    return texts, lists


def _streams(
    predictions: Predictions, references: Expected, message: str, hint: str
) -> tuple[list[str], list[list[str]]]:
    """Return predictions and reference streams: stream i has the i-th reference of each segment.

    Raises:
        UnequalReferences: segments have different numbers of references. The error has the text
            `message` and the note `hint`.
        LengthMismatch: the numbers of predictions and reference lists differ.
    """
    texts, lists = listed("predictions", predictions), reference_lists(references)
    if len(texts) != len(lists):
        raise hinted(
            LengthMismatch(
                f"Mismatch in the number of predictions ({len(texts)}) and references "
                f"({len(lists)})",
                hypotheses=len(texts),
                references=len(lists),
            ),
            "Pass a reference, or a list of references, per prediction.",
        )
    counts = sorted({len(of_segment) for of_segment in lists})
    if len(counts) > 1:
        numbers = ", ".join(map(str, counts))
        raise hinted(UnequalReferences(message), f"Predictions have {numbers} references. {hint}")
    return texts, [list(stream) for stream in zip(*lists, strict=True)]


def _words(text: str) -> list[str]:
    def tokenized() -> list[str]:
        from nltk import word_tokenize

        words: list[str] = word_tokenize(text)
        return words

    return with_nltk_data("meteor", "punkt_tab wordnet", tokenized, error=MissingData)


def _tokenized(
    predictions: Predictions, references: Expected, tokenizer: Tokenizer
) -> tuple[Sequence[Any], References]:
    """Return predictions and references as texts, or as tokens if `tokenizer` is a function."""
    if not callable(tokenizer):
        lists = reference_lists(references)
        return listed("predictions", predictions), References.per_segment(lists)
    texts, lists = _texts(predictions, references)
    tokens = [[list(tokenizer(reference)) for reference in of_segment] for of_segment in lists]
    return [list(tokenizer(text)) for text in texts], References.per_segment(tokens)
