"""Scores of a corpus under other settings. Each score is computed from the texts."""

from __future__ import annotations

from truebleu.errors import ConfigurationError, InputError
from truebleu.explanation.corpus import Corpus
from truebleu.explanation.results import WhatIf
from truebleu.explanation.settings.rescoring import Rescorer
from truebleu.explanation.settings.variants import SETTINGS, CorpusFacts, changed, one_at_a_time
from truebleu.explanation.settings.views import Texts
from truebleu.inputs.batch import Batch

CHANGED = (
    "lowercase",
    "tokenizer",
    "max_ngram_order",
    "effective_order",
    "smoothing",
    "reference_length",
)
"""Settings to change, in display order."""

SAMPLED = 100
"""Number of hypotheses that are examined to detect Chinese text."""


def what_ifs(corpus: Corpus, *, sentence: bool) -> tuple[WhatIf, ...]:
    """Return the scores after changing one setting, and the scores with each reference alone.

    `sentence` is whether the corpus is a single segment with a sentence score. Changes without
    effect are left out, such as tokenizers if segments are lists of tokens. Changes that the
    metric's convention (preset that reproduces a tool) does not allow are left out, too.
    """
    texts = Texts(corpus.batch)
    rescorer = Rescorer(corpus.batch, threads=corpus.threads, texts=texts)
    facts = CorpusFacts(
        tokens=corpus.batch.tokens,
        ids=corpus.batch.tokens and _has_ids(corpus.batch),
        chinese=not corpus.batch.tokens and _is_chinese(corpus.batch),
        references=corpus.max_references,
        streams=len(texts.streams) if texts.has_equal_references else 0,
        sentence=sentence,
    )
    results = []
    for variant in one_at_a_time(corpus.metric, facts, {name: SETTINGS[name] for name in CHANGED}):
        try:
            metric = changed(corpus.metric, variant.changes)
            score = rescorer.of(variant.view).value(metric, sentence=sentence)
        except (ConfigurationError, InputError):
            continue
        setting, value = variant.label
        references = None if variant.view is None else 1
        signature = corpus.signature(metric, sentence=sentence, references=references)
        results.append(
            WhatIf(
                setting=setting,
                value=value,
                score=score,
                difference=score - corpus.score.value,
                signature=str(signature),
            )
        )
    return tuple(results)


def _has_ids(batch: Batch) -> bool:
    return any(isinstance(token, int) for cell in batch.hypotheses for token in cell[:1])


def _is_chinese(batch: Batch) -> bool:
    text = "".join(batch.hypotheses[:SAMPLED])
    letters = sum(map(str.isalpha, text))
    han = sum("一" <= letter <= "鿿" for letter in text)
    kana = any("ぁ" <= letter <= "ヿ" for letter in text)
    return han * 10 >= letters > 0 and not kana
