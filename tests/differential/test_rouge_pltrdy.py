"""The conventions for the package rouge 1.0.1, and its drop-in, compared with the package."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generators import Corpus, corpora, tally
from tests.profiles import examples
from tests.requirements import require_module
from truebleu import ROUGE
from truebleu.compat.rouge import Rouge

pytestmark = pytest.mark.peer
peer: Any = require_module("rouge", "rouge")
METRICS = ["rouge-1", "rouge-2", "rouge-5", "rouge-l"]


def check(hypotheses: list[str], references: list[str], *, exclusive: bool) -> None:
    pairs = zip(hypotheses, references, strict=True)
    texts = [pair for pair in pairs if all(text.strip(".") for text in pair)]
    tally.count("ROUGE against rouge 1.0.1", len(texts))
    if not texts:
        return
    hypotheses, references = map(list, zip(*texts, strict=True))
    for raw in (False, True):
        settings: dict[str, Any] = {"exclusive": exclusive, "raw_results": raw}
        settings["return_lengths"] = True
        expected = peer.Rouge(METRICS, **settings).get_scores(hypotheses, references)
        assert Rouge(METRICS, **settings).get_scores(hypotheses, references) == expected
    means = peer.Rouge(METRICS, exclusive=exclusive).get_scores(hypotheses, references, avg=True)
    name = "rouge-pltrdy" if exclusive else "rouge-pltrdy-repeats"
    for metric, rates in means.items():
        rouge = ROUGE(metric.removeprefix("rouge-"), convention=name)
        score = rouge.corpus_score(hypotheses, references)
        ours = [score.value, score.precision, score.recall]
        assert ours == pytest.approx([rates["f"], rates["p"], rates["r"]], rel=1e-14)


def texts() -> st.SearchStrategy[str]:
    """Generate sentences of few words, with full stops and whitespace in unusual positions."""
    words = ["a", "b", "the", "cat", ".", ". ", "3.5", "U.S.", " ", "\t", "\u3000", "\x1c", "É"]
    return st.tuples(st.sampled_from(["", " "]), st.lists(st.sampled_from(words), max_size=20)).map(
        lambda parts: parts[0].join(parts[1])
    )


@examples(1.0)
@given(st.lists(st.tuples(texts(), texts()), min_size=1, max_size=6), st.booleans())
def test_sentences(pairs: list[tuple[str, str]], exclusive: bool) -> None:
    check([pair[0] for pair in pairs], [pair[1] for pair in pairs], exclusive=exclusive)


@examples(0.5)
@given(corpora(), st.booleans())
def test_generated_text(corpus: Corpus, exclusive: bool) -> None:
    references = [next(text for text in each if text is not None) for each in corpus.references]
    check(corpus.hypotheses, references, exclusive=exclusive)
