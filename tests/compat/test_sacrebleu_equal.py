"""The drop-in and sacreBLEU: attributes, strings, JSON and signatures are exactly equal."""

from __future__ import annotations

import logging
import pickle
import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import truebleu.compat.sacrebleu as ours
from tests.compat.sacrebleu_calls import (
    GRID,
    SIDES,
    assert_same,
    assert_same_printed,
    pair,
    theirs,
)
from tests.differential import wmt
from tests.generators import Corpus, corpora, tally
from tests.outcomes import outcome
from tests.profiles import PROFILE, examples
from tests.unicode_age import comparable_corpus
from truebleu.compat.sacrebleu.errors import WrongType
from truebleu.errors import InputError

pytestmark = pytest.mark.peer

# Sentence scores without effective order cause a warning, which `test_warnings` checks.
logging.getLogger("sacrebleu").setLevel(logging.ERROR)

STEP = {"fast": 100, "ci": 20, "fuzz": 4}[PROFILE]
SYSTEM = ["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him.", "a b"]
STREAMS: list[list[str | None]] = [
    ["The dog bit the man.", "It was not unexpected.", "The man bit him first.", "a b"],
    ["The dog had bit the man.", "No one was surprised.", None, "a b"],
    ["A dog, 3.5 metres tall, bit him.", "", "The man had bitten the dog.", None],
]


def check(metric: str, settings: dict[str, Any], hypotheses: Any, streams: Any) -> None:
    """Compare the scores of a corpus and of its segments, and the sufficient statistics."""
    both = pair(metric, **settings)
    mine, his = (side.corpus_score(hypotheses, streams) for side in both)
    assert_same(mine, his)
    assert_same_printed(mine, his, both)
    rows, expected = (side._extract_corpus_statistics(hypotheses, streams) for side in both)
    assert rows == expected
    mine, his = (side._aggregate_and_compute(expected) for side in both)
    assert_same(mine, his)
    for index, hypothesis in enumerate(hypotheses):
        references = [stream[index] for stream in streams]
        mine, his = (side.sentence_score(hypothesis, references) for side in both)
        assert_same(mine, his)
        assert_same_printed(mine, his, both)


@pytest.mark.parametrize(("metric", "settings"), GRID, ids=str)
def test_the_grid(metric: str, settings: dict[str, Any]) -> None:
    check(metric, settings, SYSTEM, STREAMS)
    check(metric, settings, SYSTEM, STREAMS[:1])
    check(metric, settings, tuple(SYSTEM[:1]), [tuple(SYSTEM[:1])])
    check(metric, settings, ["", "a"], [["", "b"], ["c", ""]])


@pytest.mark.parametrize("count", [16, 17, 50, 101])
def test_ter_of_many_references(count: int) -> None:
    """The mean length of 17 or 50 references is no integer number of truebleu's units."""
    lengths = range(1, count + 1)
    streams: list[list[str | None]] = [
        ["the dog bit the man " + "again " * (i % 7), None if i % 5 > 2 else "a b " * (i % 3), "a"]
        for i in lengths
    ]
    check("TER", {}, ["The dog bit a man again again", "b a b", "a"], streams)


@examples(0.5)
@given(corpora(), st.sampled_from(GRID))
def test_generated_text(corpus: Corpus, configuration: tuple[str, dict[str, Any]]) -> None:
    metric, settings = configuration
    tally.count("drop-in against sacreBLEU", len(corpus))
    lowercase = metric == "TER" or settings.get("lowercase", False)
    tokenizer = settings.get("tokenize", "13a")
    texts = comparable_corpus(corpus, tokenizer=tokenizer, lowercase=lowercase)
    check(metric, settings, texts.hypotheses, texts.streams())


@pytest.mark.data
@pytest.mark.parametrize(("metric", "settings"), GRID, ids=str)
@pytest.mark.parametrize(("name", "system"), wmt.SETS[::3], ids=[name for name, _ in wmt.SETS[::3]])
def test_real_text(name: str, system: str, metric: str, settings: dict[str, Any]) -> None:
    texts = wmt.read(name, system).every(STEP)
    check(metric, settings, texts.hypotheses, texts.with_gaps())


def test_a_perfect_score_equals_sacrebleus() -> None:
    text = ["It is all the same to me."]
    assert ours.corpus_bleu(text, [text]).score == 100.00000000000004
    assert str(ours.corpus_bleu(text, [text])) == str(theirs.corpus_bleu(text, [text]))


@pytest.mark.parametrize(
    ("name", "keywords"),
    [
        ("corpus_bleu", {}),
        ("corpus_bleu", {"smooth_method": "add-k", "use_effective_order": True}),
        ("corpus_bleu", {"tokenize": None, "lowercase": True, "force": True}),
        ("raw_corpus_bleu", {}),
        ("raw_corpus_bleu", {"smooth_value": None}),
        ("corpus_chrf", {"word_order": 2, "remove_whitespace": False}),
        ("corpus_chrf", {"beta": 3, "eps_smoothing": True}),
        ("corpus_ter", {"normalized": True}),
    ],
)
def test_the_functions_of_a_corpus(name: str, keywords: dict[str, Any]) -> None:
    mine, his = (getattr(side, name)(SYSTEM, STREAMS[:2], **keywords) for side in SIDES)
    assert_same(mine, his)


@pytest.mark.parametrize(
    ("name", "keywords"),
    [
        ("sentence_bleu", {}),
        ("sentence_bleu", {"use_effective_order": False, "smooth_method": "floor"}),
        ("sentence_chrf", {"char_order": 2}),
        ("sentence_ter", {"case_sensitive": True}),
    ],
)
def test_the_functions_of_a_sentence(name: str, keywords: dict[str, Any]) -> None:
    references = ["the cat sat on the red mat", None, "a cat sat on mats"]
    for text in ("The cat sat on the mat", "the", ""):
        mine, his = (getattr(side, name)(text, references, **keywords) for side in SIDES)
        assert_same(mine, his)


@pytest.mark.parametrize("smoothing", ["none", "floor", "add-k", "exp"])
@pytest.mark.parametrize("effective_order", [False, True])
@pytest.mark.parametrize(
    "row",
    [
        ([9, 7, 5, 3], [10, 8, 6, 4], 11, 11),
        ([6, 5, 4, 0], [6, 5, 4, 3], 6, 8),
        ([1, 0, 0, 0], [1, 0, 0, 0], 1, 1),
        ([0, 0, 0, 0], [4, 3, 2, 1], 4, 4),
        ([0, 0, 0, 0], [0, 0, 0, 0], 0, 3),
    ],
)
def test_compute_bleu(row: Any, smoothing: str, effective_order: bool) -> None:
    correct, total, *lengths = row
    mine, his = (
        side.BLEU.compute_bleu(
            list(correct), list(total), *lengths, smoothing, effective_order=effective_order
        )
        for side in SIDES
    )
    assert_same(mine, his)


def test_counts_must_be_integers() -> None:
    with pytest.raises(WrongType, match=r"count 1\.5 is not an integer"):
        ours.BLEU.compute_bleu([1.5, 0, 0, 0], [2, 1, 0, 0], 2, 2)


@pytest.mark.parametrize("metric", ["BLEU", "CHRF", "TER"])
@pytest.mark.parametrize("lower", [False, True])
def test_preprocessing_of_a_segment(metric: str, lower: bool) -> None:
    named = "case_sensitive" if metric == "TER" else "lowercase"
    mine, his = pair(metric, **{named: lower})
    for text in ("The dog, 3.5 m tall. ", "ÄÖ \u00a0x\t", ""):
        assert mine._preprocess_segment(text) == his._preprocess_segment(text)


def test_a_tokenizer_that_returns_no_text() -> None:
    metric = ours.BLEU()
    no_text: Any = lambda _: 3  # noqa: E731  a function that mypy does not look into
    metric.tokenizer = no_text
    with pytest.raises(InputError, match=r"segment 1: .* is of type int"):
        metric.corpus_score(["a"], [["a"]])


def test_references_in_the_constructor() -> None:
    for metric in ("BLEU", "CHRF", "TER"):
        both = pair(metric, references=STREAMS)
        assert str(both[0].get_signature()) == str(both[1].get_signature())
        for system in (SYSTEM, SYSTEM[::-1]):
            mine, his = (side.corpus_score(system, None) for side in both)
            assert_same(mine, his)
            assert_same_printed(mine, his, both)


def test_settings_may_be_changed_between_calls() -> None:
    both = pair("BLEU")
    for side in both:
        side.lowercase, side.smooth_method, side.max_ngram_order = True, "add-k", 3
        side.test_set, side.langpair = "wmt22", "en-de"
    mine, his = (side.corpus_score(SYSTEM, STREAMS) for side in both)
    assert_same(mine, his)
    assert_same_printed(mine, his, both)


def test_a_custom_tokenizer() -> None:
    both = pair("BLEU")
    for side in both:
        side.tokenizer = lambda line: line.replace("a", " ")
    mine, his = (side.corpus_score(["bab bab babab b"], [["bab b babab b"]]) for side in both)
    assert mine.sys_len == 8
    assert_same(mine, his)


def test_metrics_and_scores_can_be_pickled() -> None:
    for name in ("BLEU", "CHRF", "TER"):
        metric = getattr(ours, name)()
        score = metric.corpus_score(SYSTEM, STREAMS)
        metric, score = pickle.loads(pickle.dumps((metric, score)))
        assert_same(metric.corpus_score(SYSTEM, STREAMS), score)


@pytest.mark.parametrize(
    "call",
    [
        lambda side: side.BLEU().sentence_score("a b", ["a b"]),
        lambda side: side.BLEU(trg_lang="zh", tokenize="13a"),
        lambda side: side.BLEU(trg_lang="ja", tokenize="char"),
        lambda side: side.BLEU(trg_lang="ko", tokenize="none"),
        lambda side: side.BLEU(trg_lang="zh", tokenize="zh"),
        lambda side: side.corpus_bleu(["a b ."] * 100, [["a b."] * 100]),
        lambda side: side.corpus_bleu(["a b ."] * 99, [["a b."] * 99]),
        lambda side: side.corpus_bleu(["a b ."] * 100, [["a b."] * 100], force=True),
        lambda side: side.corpus_chrf(["a b ."] * 100, [["a b."] * 100]),
    ],
)
def test_warnings(call: Any, caplog: pytest.LogCaptureFixture) -> None:
    messages = []
    for side in SIDES:
        caplog.clear()
        with caplog.at_level(logging.WARNING, logger="sacrebleu"):
            call(side)
        messages.append([(record.name, record.getMessage()) for record in caplog.records])
    assert messages[0] == messages[1]


@pytest.mark.parametrize(
    "call",
    [
        lambda side: side.BLEU(smooth_method="exponential"),
        lambda side: side.BLEU(tokenize="14a"),
        lambda side: side.BLEU().get_signature(),
        lambda side: side.BLEU.compute_bleu(["x"], [1], 1, 1, max_ngram_order=1),
        lambda side: side.BLEU.compute_bleu([1], [1, 1, 1, 1], 1, 1),
        lambda side: side.BLEU.compute_bleu([1, 1, 1, 1], [1], 1, 1),
        lambda side: side.corpus_bleu([], [[]]),
        lambda side: side.corpus_bleu(["a"], []),
        lambda side: side.corpus_bleu(["a"], [[]]),
        lambda side: side.corpus_bleu("", [["a"]], **is_lenient(side)),
        lambda side: side.corpus_bleu(None, [["a"]]),
        lambda side: side.corpus_bleu([None], [["a"]]),
        lambda side: side.corpus_bleu([1], [["a"]]),
        lambda side: side.corpus_bleu([["a"]], [["a"]]),
        lambda side: side.corpus_bleu(["a", None], [["a", "b"]]),
        lambda side: side.corpus_bleu(["a", 1], [["a", "b"]]),
        lambda side: side.corpus_bleu(["a", "b"], [["a", 1]]),
        lambda side: side.corpus_bleu(["a"], 1),
        lambda side: side.corpus_bleu(["a"], [1]),
        lambda side: side.corpus_bleu(["a"], [[1]]),
        lambda side: side.corpus_bleu((text for text in "ab"), [["a", "b"]]),
        lambda side: side.corpus_bleu(["a"], [[None]]),
        lambda side: side.corpus_chrf(["a"], [[None]]),
        lambda side: side.corpus_ter(["a"], [[None]]),
        lambda side: side.BLEU().corpus_score(["a"], None),
        lambda side: side.TER().corpus_score(["a"], None),
        lambda side: side.BLEU()._extract_corpus_statistics(["a", None], [["a", "b"]]),
        lambda side: side.sentence_bleu(["a"], ["a"]),
        lambda side: side.sentence_bleu("a", "a"),
        lambda side: side.sentence_bleu("a", []),
        lambda side: side.sentence_bleu("a", [["a"]]),
        lambda side: side.sentence_bleu("a", ["a", 1]),
        lambda side: side.sentence_bleu("a", [None]),
        lambda side: side.sentence_chrf("a", {"a"}),
        lambda side: side.sentence_ter(None, ["a"]),
    ],
)
def test_errors_have_sacrebleus_class_too(call: Any) -> None:
    mine, his = (outcome(lambda side=side: call(side)) for side in SIDES)
    assert isinstance(his, Exception)
    assert isinstance(mine, type(his)), (mine, his)
    assert type(mine).__module__.startswith("truebleu.")
    assert len(str(mine)) > 20


def test_short_texts_give_no_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mine, his = (side.corpus_bleu(["a b"], [["a b"]]) for side in SIDES)
    assert str(mine) == str(his)


def is_lenient(side: Any) -> dict[str, bool]:
    return {"strict": False} if side is ours else {}


@pytest.mark.parametrize(
    "call",
    [
        lambda side, more: side.corpus_bleu(["a b", "c", "d"], [["a b", "c"]], **more),
        lambda side, more: side.corpus_bleu(["a b"], [["a b", "c"], ["a", "c"]], **more),
        lambda side, more: side.corpus_chrf(["a b", "c"], [["a b", "c"], ["a"]], **more),
        lambda side, more: side.corpus_ter(["a b", "c"], [["a b", "x"], ["a"]], **more),
        lambda side, more: side.corpus_bleu("a b c", ["a b d"], **more),
        lambda side, more: side.corpus_bleu("a b c", "abc", **more),
        lambda side, more: side.corpus_bleu(["a b", "c"], "ab", **more),
        lambda side, more: side.corpus_chrf(["a b", "c"], ["ab"], **more),
    ],
)
def test_input_that_sacrebleu_truncates_is_an_error(
    call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match="strict=False"):
        call(ours, {})
    his = call(theirs, {})
    assert_same(call(ours, {"strict": False}), his)
    monkeypatch.setattr(ours, "STRICT", False)
    assert_same(call(ours, {}), his)
    with pytest.raises(InputError):
        call(ours, {"strict": True})


def test_truncated_references_count_in_the_signature() -> None:
    streams: list[list[str | None]] = [["a", "b", "c"], ["a", "b", None]]
    mine, his = ours.BLEU(strict=False), theirs.BLEU()
    assert_same(mine.corpus_score(["a"], streams), his.corpus_score(["a"], streams))
    assert str(mine.get_signature()) == str(his.get_signature())


def test_a_lone_surrogate_is_an_error() -> None:
    with pytest.raises(InputError, match="segment 2"):
        ours.corpus_bleu(["a", "\ud800"], [["a", "b"]])
