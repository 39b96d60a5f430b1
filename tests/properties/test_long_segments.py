"""Segments whose lengths are at and around the limits of the counting algorithms."""

from __future__ import annotations

import random

import pytest

from tests import oracle
from tests.generators.plain import mutated, similar_tokens, tokens
from tests.in_one_test import in_one_test
from tests.oracle.tokenizers import tokenize
from truebleu import BLEU, References

# Small lengths, and those around each power of two.
LENGTHS = (0, 1, 2, 3, 4, *(2**power + step for power in range(3, 12) for step in (-1, 0, 1)), 5000)
VOCABULARIES = (1, 2, 7, 100, 100_000)


def check(hypotheses: list[list[str]], references: list[list[list[str]]], orders: int = 4) -> None:
    """Compare truebleu with the oracle, on texts and on lists of tokens."""
    metric = BLEU(max_ngram_order=orders, tokenizer="none")
    expected = []
    for hypothesis, refs in zip(hypotheses, references, strict=True):
        row = oracle.row(hypothesis, refs, orders, "closest")
        lengths = [row.hypothesis_length, int(row.reference_length)]
        expected.append([*lengths, *row.matches, *row.totals])
    by_tokens = metric.statistics(hypotheses, References.per_segment(references))
    assert by_tokens.tolist() == expected
    by_text = metric.statistics(
        [" ".join(text) for text in hypotheses],
        References.per_segment([[" ".join(text) for text in refs] for refs in references]),
    )
    assert by_text.tolist() == expected


@pytest.mark.parametrize("vocabulary", VOCABULARIES)
@in_one_test("length", LENGTHS)
def test_length(length: int, vocabulary: int) -> None:
    """Hypotheses and references have equal and unequal lengths; there are one or several."""
    generator = random.Random(length * 1000 + vocabulary)
    text = tokens(generator, length, vocabulary)
    near = mutated(generator, text, vocabulary)
    short = text[: length // 3]
    double = text + near
    second = tokens(generator, length, vocabulary)
    check(
        [text, text, text, near, short, double, text, text, []],
        [
            [text],
            [near],
            [second],
            [text, second],
            [double],
            [short],
            [[]],
            [short, double],
            [text],
        ],
    )


@pytest.mark.parametrize("length", LENGTHS)
def test_an_empty_text_against_any_length(length: int) -> None:
    """The metric is new, so that no earlier segment has enlarged its buffers."""
    text = ["a"] * length
    check([[]], [[text]])
    check([[]], [[text, text]])
    check([text], [[[]]])
    check([text], [[[], []]])


@pytest.mark.parametrize("count", [1, 2, 3, 15, 16, 17, 63, 64, 65, 130, 300])
def test_number_of_references(count: int) -> None:
    generator = random.Random(count)
    text = tokens(generator, 40, 12)
    refs = [tokens(generator, generator.randrange(60), 12) for _ in range(count)]
    check([text, text], [refs, [*refs, text]])


@pytest.mark.parametrize("orders", [1, 2, 3, 5, 6, 8, 16, 33, 64])
def test_order(orders: int) -> None:
    generator = random.Random(orders)
    text = tokens(generator, 90, 2)
    near = mutated(generator, text, 2)
    check([text, near, text[:7]], [[near], [text, near], [text]], orders)


def test_one_hypothesis_with_references_of_all_lengths() -> None:
    """Adjacent segments of a block must not share tokens."""
    generator = random.Random(7)
    texts = [tokens(generator, length % 131, 5) for length in range(500)]
    refs = [[mutated(generator, text, 5)] for text in texts]
    check(texts, refs)


@pytest.mark.parametrize("length", [1, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 1000, 70_000])
def test_tokens_that_differ_in_one_byte(length: int) -> None:
    """The differing byte is first, last or in the middle, and its values collide in weak hashes."""
    base = "x" * length
    tokens = [base]
    for index in {0, length // 2, length - 1}:
        tokens += [base[:index] + other + base[index + 1 :] for other in ("y", "z", "\x00", "\x7f")]
    tokens += [base + "x", base + "\x00", base[:-1] or "q"]
    hypotheses = [[token] for token in tokens for _ in tokens]
    references = [[[token]] for _ in tokens for token in tokens]
    check(hypotheses, references, orders=1)


@pytest.mark.parametrize("length", [16, 17, 24, 40])
def test_tokens_with_equal_weak_hashes(length: int) -> None:
    """Counts are exact, so two different tokens never count as equal."""
    base, *others = similar_tokens(length)
    assert len(others) > 2000
    hypotheses = [[base, other, base, base] for other in others]
    references = [[[other, base, other, other]] for other in others]
    check(hypotheses, references)
    check([[base] for _ in others], [[[other], [other, other]] for other in others], orders=2)


def test_long_tokens_with_equal_ends() -> None:
    generator = random.Random(3)
    words = [f"prefixes{middle:0{width}d}suffixes" for middle in range(9) for width in (1, 9, 40)]
    texts = [[generator.choice(words) for _ in range(60)] for _ in range(200)]
    refs = [[[generator.choice(words) for _ in range(60)] for _ in range(2)] for _ in texts]
    check(texts, refs)


BLANKS = ("", " ", "\t \n", "\u3000\xa0", "\x1c\x1d\x1e\x1f", "\u2028")
# Tokenizers of other tools find tokens in some of these, or none in a full stop.
WITHOUT_TOKENS = [
    (text, name)
    for name in oracle.TOKENIZERS
    for text in BLANKS
    if not tokenize(text, name) and len(tokenize(".", name)) == 1
]


@pytest.mark.parametrize("tokenizer", list(oracle.TOKENIZERS))
def test_each_tokenizer_on_blank_text(tokenizer: str) -> None:
    metric, chosen = BLEU(tokenizer=tokenizer), oracle.Settings(tokenizer=tokenizer)
    for text in BLANKS:
        for another in (*BLANKS, "word", "."):
            row = metric.statistics([text], [another])[0].tolist()
            theirs = oracle.segment_row(text, [another], chosen)
            lengths = [theirs.hypothesis_length, theirs.reference_length]
            assert row == [*lengths, *theirs.matches, *theirs.totals], (text, another)


def test_sacrebleus_tokenizers_find_no_tokens_in_blank_text() -> None:
    result = {
        name for name in oracle.TOKENIZERS for text in BLANKS if (text, name) in WITHOUT_TOKENS
    }
    assert {"13a", "intl", "zh", "zh-fixed", "char", "none"} <= result


@in_one_test(("text", "tokenizer"), WITHOUT_TOKENS)
def test_text_without_tokens(text: str, tokenizer: str) -> None:
    metric = BLEU(tokenizer=tokenizer)
    references = References.per_segment([["word"], [text], ["", "a b c d e f"], [text]])
    rows = metric.statistics([text, text, text, "."], references)
    words = metric.statistics(["word"], ["word"])[0, 0]
    assert rows[:3].tolist() == [[0, words, *[0] * 8], [0] * 10, [0] * 10]
    assert rows[3].tolist() == [1, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    score = metric.sentence_score(text, text)
    assert (score.value, score.brevity_penalty) == (0, 1)


def test_a_long_line_of_each_tokenizer() -> None:
    text = "It cost 1,000.50 (approx.) – “so” 公园 3-4. " * 3000
    for tokenizer in oracle.TOKENIZERS:
        row = BLEU(tokenizer=tokenizer).statistics([text], [text[5:]])[0].tolist()
        chosen = oracle.Settings(tokenizer=tokenizer)
        theirs = oracle.segment_row(text, [text[5:]], chosen)
        assert row[:2] == [theirs.hypothesis_length, theirs.reference_length]
        assert row[2:] == [*theirs.matches, *theirs.totals]
