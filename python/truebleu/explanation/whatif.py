"""What the score would be under other settings: each is computed."""

from __future__ import annotations

from truebleu.errors import ConfigurationError, InputError
from truebleu.explanation.corpus import as_given
from truebleu.explanation.values import WhatIf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from truebleu.explanation.corpus import Corpus
    from truebleu.inputs import Batch
    from truebleu.metrics.bleu import BLEU

__all__ = ["what_ifs"]

TOKENIZERS = ("none", "13a", "intl", "char")
CHINESE = "zh"
ORDERS = (1, 2, 3, 4)
LENGTHS = ("closest", "shortest", "longest", "average")
SAMPLED = 100
"""So many references tell whether the text is Chinese."""


def what_ifs(corpus: Corpus, *, sentence: bool) -> tuple[WhatIf, ...]:
    """The score under each other setting of case, tokenizer, order, smoothing and length.

    One setting is changed at a time. What cannot be had (a tokenizer for lists of tokens, a
    setting that a convention refuses) is left out.
    """
    found = []
    for setting, value, changes in _changes(corpus):
        try:
            metric = _changed(corpus.metric, changes)
            score = _scored(corpus, metric, changes, sentence=sentence)
        except (ConfigurationError, InputError):
            continue
        difference = score - corpus.score.value
        signature = str(corpus.signature(metric, sentence=sentence))
        found.append(WhatIf(setting, value, score, difference, signature))
    return (*found, *_each_reference(corpus, sentence=sentence))


def _each_reference(corpus: Corpus, *, sentence: bool) -> Iterator[WhatIf]:
    """The score against each of several references alone, where every segment has them all."""
    batch = corpus.counted
    if corpus.fewest != corpus.most or corpus.most == 1:
        return
    metric = _unlowered(corpus.metric, batch)
    for place in range(corpus.most):
        if batch.by_segment:
            only = [cells[place] for cells in batch.references]
        elif len(batch.references) == corpus.most:
            only = batch.references[place]
        else:
            return
        score = _value(metric, batch.hypotheses, only, corpus.threads, sentence=sentence)
        difference = score - corpus.score.value
        signature = corpus.metric.signature(
            1, len(corpus), sentence=sentence, tokens=corpus.given.tokens
        )
        yield WhatIf("references", f"only {place + 1}", score, difference, str(signature))


def _changes(corpus: Corpus) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What is changed, to what, and the arguments that do it."""
    from truebleu.metrics.bleu import SMOOTHINGS

    metric = corpus.metric
    yield from _changes_of_text(corpus)
    for order in ORDERS:
        if order != metric.max_ngram_order:
            yield "order", str(order), {"max_ngram_order": order, "weights": None}
    effective = corpus.effective_order
    yield "effective order", "off" if effective else "on", {"effective_order": not effective}
    for name in dict.fromkeys(SMOOTHINGS.values()):
        if name != metric.smoothing:
            yield "smoothing", name, {"smoothing": name, "smoothing_value": None}
    for rule in LENGTHS if corpus.most > 1 else ():
        if rule != metric.reference_length:
            yield "reference length", rule, {"reference_length": rule}


def _changes_of_text(corpus: Corpus) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Other tokens: by case, and of text by another tokenizer."""
    metric, text = corpus.metric, not corpus.given.tokens
    if text or not _has_ids(corpus.given):
        other = not metric.lowercase
        yield "case", "ignored" if other else "kept", {"lowercase": other}
    names = (*TOKENIZERS, CHINESE) if text and _is_chinese(corpus.given) else TOKENIZERS
    for name in names if text else ():
        if name != metric.tokenizer.name:
            yield "tokenizer", name, {"tokenizer": name}


def _changed(metric: BLEU, changes: dict[str, Any]) -> BLEU:
    return type(metric)(**{**metric.settings(), **changes})


def _scored(corpus: Corpus, metric: BLEU, changes: dict[str, Any], *, sentence: bool) -> float:
    """The score by a changed metric; tokens and counts are used again where they stay the same."""
    if "tokenizer" in changes or "lowercase" in changes:
        batch = corpus.given
    else:
        row = None if "reference_length" in changes else _row(corpus, metric)
        if row is not None and not sentence:
            return metric.scored(corpus.signature(metric), row).value
        batch, metric = corpus.counted, _unlowered(metric, corpus.counted)
    references = batch.references_of(0) if sentence else as_given(batch)
    return _value(metric, batch.hypotheses, references, corpus.threads, sentence=sentence)


def _row(corpus: Corpus, metric: BLEU) -> tuple[int, ...] | None:
    """The row of another metric of the same tokens, where every column of it was counted.

    Only of the usual rules: others may count by the smoothing, or sum up sentence scores.
    """
    if metric.convention != "sacrebleu" or metric.average != "micro":
        return None
    counted = dict(zip(corpus.metric.layout.names, corpus.row, strict=True))
    names = metric.layout.names
    return tuple(counted[name] for name in names) if counted.keys() >= set(names) else None


def _value(
    metric: BLEU, hypotheses: Any, references: Any, threads: int, *, sentence: bool
) -> float:
    if sentence:
        return metric.sentence_score(hypotheses[0], references).value
    return metric.corpus_score(hypotheses, references, threads=threads or None).value


def _unlowered(metric: BLEU, batch: Batch) -> BLEU:
    """The metric for tokens that are in lower case already."""
    return _changed(metric, {"lowercase": False}) if batch.tokens and metric.lowercase else metric


def _has_ids(batch: Batch) -> bool:
    return any(isinstance(token, int) for cell in batch.hypotheses for token in cell[:1])


def _is_chinese(batch: Batch) -> bool:
    """Whether a tenth of the letters of the first hypotheses are Han, and none are kana."""
    text = "".join(batch.hypotheses[:SAMPLED])
    letters = sum(map(str.isalpha, text))
    han = sum("一" <= letter <= "鿿" for letter in text)
    kana = any("ぁ" <= letter <= "ヿ" for letter in text)
    return han * 10 >= letters > 0 and not kana
