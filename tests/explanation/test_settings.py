"""Scores under other settings: each equals the score of its own metric."""

from __future__ import annotations

import numpy as np
import pytest

from truebleu import BLEU, References
from truebleu.explanation.settings.rescoring import Rescorer
from truebleu.explanation.settings.variants import (
    SETTINGS,
    CorpusFacts,
    changed,
    combine,
    one_at_a_time,
)
from truebleu.explanation.settings.views import View
from truebleu.inputs.batch import read

HYPOTHESES = ["The cat sat on the mat today.", "It rained ALL day.", "Yes.", ""]
REFERENCES = [
    ["The cat sat on a mat today.", "It rained all day long.", "No.", "Nobody came."],
    ["A cat sat there, on the mat.", "Rain fell all day.", "Yes, sir.", "Nobody."],
]
BASES = [
    BLEU(),
    BLEU(convention="nltk", smoothing="method5"),
    BLEU(average="macro", lowercase="after"),
    BLEU(max_ngram_order=9, tokenizer=str.split),
]


@pytest.mark.parametrize("base", BASES, ids=str)
def test_each_setting_gives_the_score_of_its_metric(base: BLEU) -> None:
    references = References.streams(REFERENCES)
    rescorer = Rescorer(read(HYPOTHESES, references))
    facts = CorpusFacts(chinese=True, references=2, streams=2)
    settings = {name: SETTINGS[name] for name in SETTINGS if name != "convention"}
    for variant in one_at_a_time(base, facts, settings):
        metric, view = changed(base, variant.changes), variant.view
        chosen = references
        if view is not None and view.references is not None:
            chosen = References.streams([REFERENCES[index] for index in view.references])
        score = metric.corpus_score(HYPOTHESES, chosen)
        assert rescorer.of(view).value(metric) == score.value, variant.label


def test_a_sentence_uses_sentence_scores() -> None:
    for base in BASES:
        rescorer = Rescorer(read(HYPOTHESES[1:2], REFERENCES[0][1:2]))
        score = base.sentence_score(HYPOTHESES[1], REFERENCES[0][1])
        assert rescorer.value(base, sentence=True) == score.value


def test_segments_that_change_are_counted() -> None:
    rescorer = Rescorer(read(HYPOTHESES, References.streams(REFERENCES)))
    base, metric, first = BLEU(), BLEU(convention="nltk"), View.of_references(0)
    shared = [base.layout.names.index(name) for name in metric.layout.names]
    rows = base.statistics(HYPOTHESES, References.streams(REFERENCES))[:, shared]
    expected = (rows != metric.statistics(HYPOTHESES, REFERENCES[0])).any(axis=1)
    changed_segments = rescorer.changed_segments(base, metric, view=first)
    assert changed_segments is not None
    assert np.array_equal(changed_segments, expected)
    assert rescorer.changed_segments(base, BASES[1]) is None


def test_settings_that_depend_on_a_changed_one_are_reset() -> None:
    base = BLEU(smoothing="floor", smoothing_value=0.5, weights=[0.7, 0.2, 0.1])
    assert changed(base, {"smoothing": "add-k"}).smoothing_value == 1
    assert changed(base, {"smoothing": "exp"}).smoothing_value is None
    assert changed(base, {"smoothing": "add-k", "smoothing_value": 2}).smoothing_value == 2
    assert changed(base, {"max_ngram_order": 2}).weights == (0.5, 0.5)
    assert changed(base, {"lowercase": True}).weights == base.weights
    assert changed(base, {"convention": "nltk"}) == BLEU(convention="nltk")


def test_each_variant_is_scored_once() -> None:
    variants = list(combine(BLEU(), CorpusFacts(references=2), views=[View.of_references(0)]))
    assert len({frozenset(variant.parts) for variant in variants}) == len(variants)
    assert [variant.cost for variant in variants[:1]] == [0]
    assert all(variant.cost > 0 for variant in variants[1:])
