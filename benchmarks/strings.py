"""Figures from `list[str]` in Python: truebleu against each peer."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from benchmarks import peers, texts
from benchmarks.peers import fresh
from benchmarks.results import Figure, Least, ratio, told
from benchmarks.texts import Text
from benchmarks.timing import least, two_cores_of_work

TEXTS: dict[str, Callable[[], Text]] = {
    "non-ASCII": texts.not_ascii,
    "ASCII": texts.ascii_text,
}


def cold(metric: Any, text: Text, *, threads: int = 1, method: str = "corpus_score") -> Least:
    """Give truebleu's least seconds on new `str` objects."""
    call = getattr(metric, method)

    def prepare() -> tuple[list[str], Any]:
        hypotheses, references = fresh(text)
        return hypotheses, shape(references)

    return least(lambda given: call(*given, threads=threads), prepare)


def warm(metric: Any, text: Text, *, threads: int = 1, method: str = "corpus_score") -> Least:
    """Give truebleu's least seconds on the same `str` objects again."""
    call = getattr(metric, method)
    hypotheses, references = fresh(text)
    given = (hypotheses, shape(references))
    call(*given)
    return least(lambda material: call(*material, threads=threads), lambda: given)


def shape(references: list[list[str]]) -> Any:
    from truebleu import References

    return References.streams(references) if len(references) > 1 else references[0]


def from_bytes(metric: Any, text: Text) -> Least:
    """Give the border's least seconds on blocks of bytes, as the command line hands them over."""
    from truebleu._native import Lines

    native = metric.of_text  # the compiled metric: what the command line calls
    blocks = [b"\n".join(lines) + b"\n" for lines in (text.hypotheses, text.references[0])]

    def call(_: None) -> object:
        queues = [Lines("text") for _ in blocks]
        for queue, block in zip(queues, blocks, strict=True):
            queue.push(block)
            queue.finish()
        return native.sum_lines(queues[:1], queues[1:], len(text), 1)

    return least(call, lambda: None)


def corpus() -> list[Figure]:
    """Measure the default, corpus BLEU with 13a, against each peer."""
    from truebleu import BLEU, _native

    section = f"Corpus BLEU with 13a, from list[str] ({_native.active_kernel()} kernel)"
    bleu = BLEU()
    other, plain = TEXTS["non-ASCII"](), TEXTS["ASCII"]()
    ours = {"cold": cold(bleu, other), "warm": warm(bleu, other), "ASCII": cold(bleu, plain)}
    sacre = {"cold": peers.sacrebleu_corpus(other), "ASCII": peers.sacrebleu_corpus(plain)}
    sacre["warm"] = sacre["cold"]
    native = {"cold": peers.bleuscore_corpus("non-ASCII"), "ASCII": peers.bleuscore_corpus("ASCII")}
    native["warm"] = native["cold"]
    targets = {"cold": (120, 180), "warm": (200, 300), "ASCII": (200, 300)}
    kinds = {"cold": "cold non-ASCII strings", "warm": "warm strings", "ASCII": "ASCII strings"}
    figures = [
        ratio(
            section, f"sacreBLEU, {kinds[kind]}", ours[kind], sacre[kind],
            target=targets[kind][0], goal=targets[kind][1],
            headline="corpus BLEU, 13a, Python strings" if kind == "warm" else "",
        )
        for kind in ours
    ]  # fmt: skip
    figures += [
        ratio(
            section, "sacreBLEU, bytes in memory", from_bytes(bleu, other), sacre["cold"],
            target=200, goal=300,
        ),
        ratio(
            section, "sacreBLEU with its own caches warm, warm strings", ours["warm"],
            peers.sacrebleu_corpus(other, warm=True),
        ),
    ]  # fmt: skip
    figures += [
        ratio(
            section, f"bleuscore, {kinds[kind]}", ours[kind], native[kind], target=20, goal=40,
        )
        for kind in ours
    ]  # fmt: skip
    nltk = peers.nltk_corpus(other)
    looks = 2 * len(other)
    return [
        *figures,
        ratio(section, "NLTK (its tokenizing not counted), cold", ours["cold"], nltk),
        Figure(
            section,
            "the first look at a string (cold less warm)",
            (ours["cold"] - ours["warm"]) / looks * 1e9,
            "ns",
        ),
        Figure(section, "warm, per pair", ours["warm"] / len(other) * 1e9, "ns"),
    ]


def kernel() -> list[Figure]:
    """Measure the kernel that the environment forces against sacreBLEU."""
    from truebleu import BLEU, _native

    name = _native.active_kernel()
    targets = (60, 60, 60) if name == "portable" else (120, 200, 200)
    bleu = BLEU()
    other, plain = TEXTS["non-ASCII"](), TEXTS["ASCII"]()
    theirs = peers.sacrebleu_corpus(other)
    times = [
        ("cold non-ASCII strings", cold(bleu, other), theirs),
        ("warm strings", warm(bleu, other), theirs),
        ("ASCII strings", cold(bleu, plain), peers.sacrebleu_corpus(plain)),
    ]
    return [
        ratio("Kernels, against sacreBLEU", f"{name}, {kind}", ours, sacre, target=target)
        for (kind, ours, sacre), target in zip(times, targets, strict=True)
    ]


def settings() -> list[Figure]:
    """Measure the other tokenizers, lower-casing and two references against sacreBLEU."""
    from truebleu import BLEU

    german, chinese = texts.english_german(), texts.english_chinese()
    japanese, two = texts.english_japanese(), texts.two_references()
    cases: list[tuple[str, Text, dict[str, Any], dict[str, Any], float | None]] = [
        ("intl", german, {"tokenizer": "intl"}, {"tokenize": "intl"}, 100),
        ("zh", chinese, {"tokenizer": "zh"}, {"tokenize": "zh"}, 100),
        ("char", japanese, {"tokenizer": "char"}, {"tokenize": "char"}, 100),
        ("none", german, {"tokenizer": "none"}, {"tokenize": "none"}, 100),
        ("13a, lower-cased", german, {"lowercase": True}, {"lowercase": True}, None),
        ("13a, two references", two, {}, {}, None),
    ]
    figures = []
    for name, text, ours, theirs, target in cases:
        sacre = peers.sacrebleu_corpus(text, **theirs)
        for kind, measure in (("cold", cold), ("warm", warm)):
            seconds = measure(BLEU(**ours), text)
            what = f"{name}, {kind}"
            figures.append(
                ratio("Other settings, against sacreBLEU", what, seconds, sacre, target=target)
            )
    return figures


def sentences() -> list[Figure]:
    """Measure all sentence scores at once, and one alone."""
    from truebleu import BLEU

    section = "Sentences"
    bleu, text = BLEU(), texts.english_german()
    corpus_time = warm(bleu, text)
    all_at_once = warm(bleu, text, method="segment_scores")
    hypothesis, reference = pair_of(25, text)
    one = least(
        lambda _: [bleu.sentence_score(hypothesis, reference) for _ in range(100)],
        lambda: None,
    )
    theirs = peers.sacrebleu_sentence(hypothesis, [reference])
    return [
        Figure(
            section, "segment_scores: time of corpus_score", all_at_once / corpus_time,
            target=1.25, less_is_better=True,
            detail=f"{told(all_at_once)} against {told(corpus_time)}",
        ),
        Figure(
            section, "one sentence_score call, 25 words", one / 100 * 1e6, "µs",
            target=5, less_is_better=True,
            detail=f"a hundred calls {told(one)}; sacreBLEU: one {told(theirs)}",
        ),
    ]  # fmt: skip


def pair_of(words: int, text: Text) -> tuple[str, str]:
    """Find a pair whose sides both have this many words, or nearly so."""

    def distance(at: int) -> int:
        sides = (text.hypotheses[at], text.references[0][at])
        return sum(abs(len(side.split()) - words) for side in sides)

    at = min(range(len(text)), key=distance)
    return text.hypotheses[at].decode(), text.references[0][at].decode()


def threads() -> list[Figure]:
    """Measure two threads against one, by the clock on the wall."""
    from truebleu import BLEU

    section = "Two cores against one"
    bleu, text = BLEU(), larger(texts.english_german(), 60_000)
    hypotheses, references = fresh(text)
    given = (hypotheses, references[0])
    bleu.corpus_score(*given)

    def prepare() -> tuple[list[str], list[str]]:
        again, streams = fresh(text)
        return again, streams[0]

    figures = []
    for kind, make, target in (("warm", lambda: given, 1.8), ("cold", prepare, 1.3)):
        one, two = (scoring(bleu, make, number) for number in (1, 2))
        figures.append(
            ratio(section, f"{kind} strings, {len(text)} pairs", two, one, target=target)
        )
    return [*figures, two_cores_of_work(section)]


def scoring(metric: Any, prepare: Callable[[], Any], threads: int) -> Least:
    """Give the least seconds of a corpus score by the clock on the wall."""

    def call(material: tuple[list[str], list[str]]) -> object:
        return metric.corpus_score(*material, threads=threads)

    return least(call, prepare, seconds=4.0, repetitions=50, clock=time.perf_counter_ns)


def larger(text: Text, lines: int) -> Text:
    """Pair the text's segments with others' references too, up to so many lines.

    Each pair is there once; a line occurs several times. For thread counts and files, where the
    time of one pass must be long enough to measure.
    """
    order = random.Random(12345)
    rows = list(zip(text.hypotheses, text.references[0], strict=True))
    grown: list[tuple[bytes, bytes]] = []
    while len(grown) < lines:
        order.shuffle(rows)
        grown += rows
    hypotheses, references = zip(*grown[:lines], strict=True)
    return Text(f"{text.name}, shuffled", list(hypotheses), [list(references)])
