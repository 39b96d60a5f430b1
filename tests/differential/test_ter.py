"""TER, compared with sacreBLEU: edits, lengths and tokens of every segment, and scores."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.differential import peer, wmt
from tests.differential.code_points import batches
from tests.differential.test_every_code_point import characters
from tests.generators import Corpus, corpora, moves, tally
from tests.profiles import PROFILE, examples
from tests.requirements import require_module
from tests.unicode_age import comparable_corpus, unknown
from truebleu import TER, References, _native
from truebleu.metrics.base.layout import AVERAGE_PARTS

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.peer
ter: Any = require_module("sacrebleu.metrics.ter", "sacrebleu")

Settings = dict[str, bool]
NAMES = ("normalized", "no_punct", "asian_support", "case_sensitive")
EVERY = [dict(zip(NAMES, each, strict=True)) for each in itertools.product((False, True), repeat=4)]
PLACES = ("{0}", "a{0}b", "1{0}2", "{0}.", ".{0}", "1-{0}", "{0}'s", "'s{0}", "\u4e00{0}\u3042")
# sacreBLEU needs a millisecond or more for each segment.
STEP = {"fast": 90, "ci": 9, "fuzz": 1}[PROFILE]
ROUNDS = {"fast": 1, "ci": 2, "fuzz": 100}[PROFILE]
CODE_POINT_STEP = {"fast": 1, "ci": 16, "fuzz": 1}[PROFILE]


def in_short(settings: Settings) -> str:
    return "-".join(name for name, value in settings.items() if value) or "usual"


def check(hypotheses: list[str], streams: peer.Streams, settings: Settings) -> None:
    """Compare edits, length and score of every segment, and the corpus score."""
    tally.count("truebleu against sacreBLEU, TER", len(hypotheses))
    theirs = ter.TER(**settings)
    expected = theirs._extract_corpus_statistics(hypotheses, streams)
    ours = TER(**settings)
    references = References.streams(streams)
    for index, (edits, length) in enumerate(ours.statistics(hypotheses, references).tolist()):
        segment = (settings, hypotheses[index], [stream[index] for stream in streams])
        assert edits == expected[index][0], segment
        assert math.isclose(length / AVERAGE_PARTS, expected[index][1], rel_tol=1e-15), segment
    at_most_two = len(streams) <= 2
    score = ours.corpus_score(hypotheses, references)
    their = theirs._aggregate_and_compute(expected)
    assert same(score.value, their.score, to_the_bit=at_most_two)
    assert score.edits == their.num_edits
    assert str(score) == str(their) or not at_most_two
    values = ours.segment_scores(hypotheses, references).tolist()
    for value, row in zip(values, expected, strict=True):
        assert same(value, theirs._compute_score_from_stats(row).score, to_the_bit=at_most_two)


def same(ours: float, theirs: float, *, to_the_bit: bool) -> bool:
    return ours == theirs if to_the_bit else math.isclose(ours, theirs, rel_tol=1e-12)


@pytest.mark.data
@pytest.mark.parametrize(("name", "system"), wmt.SETS, ids=[name for name, _ in wmt.SETS])
@pytest.mark.parametrize("settings", [EVERY[0], EVERY[11], EVERY[12]], ids=in_short)
def test_real_text(name: str, system: str, settings: Settings) -> None:
    """All references are used; the last settings have one reference and other segments."""
    texts = wmt.read(name, system)
    bare = settings["no_punct"]
    some = wmt.Texts(texts.hypotheses[bare * 7 :], [s[bare * 7 :] for s in texts.streams])
    some = some.every(STEP)
    check(some.hypotheses, some.streams[:1] if bare else some.streams, settings)


def test_repeated_and_moved_words() -> None:
    hypotheses, references = moves.pairs(5, 500 * ROUNDS)
    check(hypotheses, [references], {})


def test_several_references() -> None:
    hypotheses, first = moves.pairs(6, 200 * ROUNDS, longest=30)
    _, second = moves.pairs(7, len(first), longest=30)
    _, third = moves.pairs(8, len(first), longest=30)
    check(hypotheses, [first, second], {})
    check(hypotheses, [second, first, third], {})


@pytest.mark.parametrize("length", [40, 100])
def test_shuffled_words(length: int) -> None:
    """The longer text reaches the limit of a thousand candidates."""
    made = [moves.shuffled(seed, length) for seed in range(2 * ROUNDS)]
    check([hypothesis for hypothesis, _ in made], [[reference for _, reference in made]], {})


def test_long_texts_with_blocks_far_from_their_place() -> None:
    """For them, the band of the edit distance matters."""
    words = [f"w{number}" for number in range(90)]
    hypotheses = [" ".join(words[:5] + words[5 + by :] + words[5 : 5 + by]) for by in (20, 26)]
    hypotheses += [" ".join(words[by:]) for by in (24, 60)] + [" ".join(words[:3])]
    check(hypotheses, [[" ".join(words)] * len(hypotheses)], {})
    check([" ".join(words)] * len(hypotheses), [hypotheses], {})


@examples(0.1)
@given(corpora(300), st.sampled_from(EVERY))
def test_generated_text(corpus: Corpus, settings: Settings) -> None:
    texts = comparable_corpus(corpus, tokenizer="none", lowercase=not settings["case_sensitive"])
    hypotheses, streams = texts.hypotheses, texts.streams()
    expected = ter.TER(**settings)._extract_corpus_statistics(hypotheses, streams)
    rows = TER(**settings).statistics(hypotheses, References.streams(streams)).tolist()
    for index, (edits, length) in enumerate(rows):
        segment = (hypotheses[index], [stream[index] for stream in streams])
        assert edits == expected[index][0], segment
        assert math.isclose(length / AVERAGE_PARTS, expected[index][1], rel_tol=1e-15), segment


# Tokens


def tokens(settings: Settings, text: str) -> list[str]:
    """Return the tokens that sacreBLEU counts, without using its cache."""
    tokenizer = ter.TercomTokenizer(**settings)
    call: Any = ter.TercomTokenizer.__call__
    return str(call.__wrapped__(tokenizer, text.rstrip())).split()


def differing(texts: Sequence[str], settings: Settings) -> list[str]:
    return [
        ascii(text)
        for text in texts
        if _native.tokenize_ter(text, **settings) != tokens(settings, text)
    ]


@pytest.mark.parametrize("settings", EVERY, ids=in_short)
def test_every_code_point(settings: Settings) -> None:
    left_out = unknown("none", not settings["case_sensitive"])
    compared = [c for c in characters()[::CODE_POINT_STEP] if c not in left_out]
    texts = [
        " ".join(place.format(c) for c in batch for place in PLACES) for batch in batches(compared)
    ]
    assert differing(texts, settings) == []


@pytest.mark.parametrize("settings", EVERY, ids=in_short)
def test_every_short_text_of_the_characters_in_rules(settings: Settings) -> None:
    alphabet = "a1.,-'s \n" if PROFILE == "fast" else "a1.,-'s \n(\u3042\u4e00\u3002"
    texts = map("".join, itertools.product(alphabet, repeat=4))
    assert (
        differing(
            [*texts, "&AMP;lt;\n-x", "&amp;quot;'s\t", "\n-\n-\x1f", "\u3042\u3042"], settings
        )
        == []
    )


@pytest.mark.parametrize("settings", [each for each in EVERY if each["normalized"]], ids=in_short)
def test_references_are_tokenized_twice(settings: Settings) -> None:
    texts = ["".join(each) for each in itertools.product("a1.,'s ", repeat=4)]
    theirs = ter.TER(**settings)
    expected = [
        len(theirs._preprocess_segment(theirs._preprocess_segment(t)).split()) for t in texts
    ]
    rows = TER(**settings).statistics([""] * len(texts), texts)
    assert (rows[:, 1] / AVERAGE_PARTS).tolist() == expected
    assert rows[:, 0].tolist() == expected
