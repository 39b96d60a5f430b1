"""Real translations: the counts of every segment and the scores are exactly equal."""

from __future__ import annotations

import pytest

from tests.differential import peer, wmt
from tests.profiles import PROFILE
from truebleu import BLEU, References

pytestmark = [pytest.mark.peer, pytest.mark.data]
STEP = 20 if PROFILE == "fast" else 1
SET_IDS = [name for name, _ in wmt.SETS]


def check(texts: wmt.Texts, streams: peer.Streams, tokenizer: str, lowercase: bool) -> None:
    metric = BLEU(tokenizer=tokenizer, lowercase=lowercase)
    references = References.streams(streams)
    rows = metric.statistics(texts.hypotheses, references)
    theirs = peer.rows(peer.metric(tokenizer, lowercase=lowercase), texts.hypotheses, streams)
    differing = [at for at, row in enumerate(rows.tolist()) if row != theirs[at]]
    assert not differing, f"segment {differing[0] + 1}: {texts.hypotheses[differing[0]]!r}"
    for effective_order in (False, True):
        check_scores(metric, texts.hypotheses, references, theirs, effective_order)


def check_scores(
    metric: BLEU,
    hypotheses: list[str],
    references: References,
    rows: list[list[int]],
    effective_order: bool,
) -> None:
    chosen = BLEU(
        tokenizer=metric.tokenizer.name,
        lowercase=metric.lowercase,
        effective_order=effective_order,
    )
    total = [sum(column) for column in zip(*rows, strict=True)]
    theirs = peer.score(total, "exp", None, effective_order=effective_order)
    ours = chosen.corpus_score(hypotheses, references)
    assert peer.same_value(ours.value, theirs)
    assert peer.same_text(str(ours), theirs.text)
    again = chosen.score(total)
    assert (again.value, again.precisions) == (ours.value, ours.precisions)
    sentences = chosen.segment_scores(hypotheses, references).tolist()
    for index, (value, row) in enumerate(zip(sentences, rows, strict=True)):
        their = peer.score(row, "exp", None, effective_order=effective_order)
        assert peer.same_value(value, their), f"segment {index + 1}: {hypotheses[index]!r}"


@pytest.mark.parametrize("lowercase", [False, True], ids=["mixed", "lowercase"])
@pytest.mark.parametrize("tokenizer", peer.TOKENIZERS)
@pytest.mark.parametrize(("name", "system"), wmt.SETS, ids=SET_IDS)
def test_real_text(name: str, system: str, tokenizer: str, lowercase: bool) -> None:
    """All references are used: one, two or three. In lowercase, some of them are missing."""
    texts = wmt.read(name, system).every(STEP)
    streams: peer.Streams = texts.with_gaps() if lowercase else texts.streams
    check(texts, streams, tokenizer, lowercase)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_one_to_three_references(count: int) -> None:
    texts = wmt.read("wmt21/en-de", "VolcTrans-AT").every(STEP)
    check(texts, texts.streams[:count], "13a", lowercase=False)
