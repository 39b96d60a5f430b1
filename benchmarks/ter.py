"""Speed of TER from `list[str]`, compared with sacreBLEU."""

from __future__ import annotations

import random

from benchmarks import texts
from benchmarks.peers import SECONDS, fresh
from benchmarks.results import Figure, MinTime, ratio
from benchmarks.strings import cold, warm
from benchmarks.texts import Text
from benchmarks.timing import min_time

SEGMENTS = 1500
SHUFFLED_WORDS = 300
DRIFTING_WORDS = (512, 1000)


def some(text: Text, segments: int) -> Text:
    """Return evenly spaced segments of a text; sacreBLEU's TER takes a millisecond for each."""
    step = max(1, len(text) // segments)
    every = slice(0, step * segments, step)
    return Text(text.name, text.hypotheses[every], [stream[every] for stream in text.references])


def shuffled(words: int) -> Text:
    """Return one pair with the same words in a different order, which makes TER's search long."""
    order = random.Random(12345)
    reference = [f"word{number}" for number in range(words)]
    hypothesis = order.sample(reference, words)
    return Text("shuffled", [" ".join(hypothesis).encode()], [[" ".join(reference).encode()]])


def drifting(words: int, by: int = 22) -> Text:
    """Return one pair with moved blocks; `by` words are missing early, and `by` are added late.

    Between these two places, the best alignment runs along the edge of the beam that limits the
    edit distance.
    """
    random_numbers = random.Random(12345)
    names = [f"word{number}" for number in range(3000)]
    weights = [1 / (rank + 1) for rank in range(len(names))]
    reference = random_numbers.choices(names, weights, k=words)
    hypothesis = [
        word if random_numbers.random() < 0.9 else random_numbers.choice(names)
        for word in reference
    ]
    for start in random_numbers.sample(range(words - 8), words // 60):
        block = hypothesis[start : start + 4]
        del hypothesis[start : start + 4]
        target = max(0, start + random_numbers.randrange(-40, 40))
        hypothesis[target:target] = block
    del hypothesis[words // 6 : words // 6 + by]
    hypothesis[-words // 6 : -words // 6] = random_numbers.choices(names, weights, k=by)
    return Text("drifting", [" ".join(hypothesis).encode()], [[" ".join(reference).encode()]])


def sacrebleu_ter(text: Text, *, min_repetitions: int = 3) -> MinTime:
    """Return sacreBLEU's shortest time for the corpus score with an empty tokenizer cache."""
    from sacrebleu.metrics import TER
    from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

    metric = TER()
    clear = getattr(TercomTokenizer.__call__, "cache_clear", lambda: None)

    def prepare() -> tuple[list[str], list[list[str]]]:
        clear()
        return fresh(text)

    def call(pair: tuple[list[str], list[list[str]]]) -> object:
        return metric.corpus_score(*pair)

    return min_time(call, prepare, seconds=SECONDS, min_repetitions=min_repetitions)


def figures() -> list[Figure]:
    from truebleu import TER

    section = "Corpus TER, from list[str], against sacreBLEU"
    metric = TER()
    text, pair = some(texts.english_german(), SEGMENTS), shuffled(SHUFFLED_WORDS)
    theirs = sacrebleu_ter(text)
    return [
        ratio(section, f"{len(text):,} segments, cold strings", cold(metric, text), theirs),
        ratio(
            section, f"{len(text):,} segments, warm strings", warm(metric, text), theirs,
            target=200, goal=400,
            headline=f"corpus TER, {len(text):,} segments",
        ),
        ratio(
            section, f"one pair of {SHUFFLED_WORDS} words, shuffled", warm(metric, pair),
            sacrebleu_ter(pair), target=200, goal=400,
        ),
        *(
            ratio(
                section, f"one pair of {words} words, drifting",
                warm(metric, drifting(words)), sacrebleu_ter(drifting(words), min_repetitions=1),
                target=200, goal=400,
            )
            for words in DRIFTING_WORDS
        ),
    ]  # fmt: skip
