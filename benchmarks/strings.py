"""Speed of BLEU from `list[str]` in Python, compared with other tools."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from benchmarks import peers, texts
from benchmarks.peers import fresh
from benchmarks.results import Figure, MinTime, ratio, time_with_runs
from benchmarks.texts import Text
from benchmarks.timing import min_time, two_cores_of_work

TEXTS: dict[str, Callable[[], Text]] = {
    "non-ASCII": texts.not_ascii,
    "ASCII": texts.ascii_text,
}


def cold(metric: Any, text: Text, *, threads: int = 1, method: str = "corpus_score") -> MinTime:
    """Return truebleu's shortest time on new `str` objects."""
    call = getattr(metric, method)

    def prepare() -> tuple[list[str], Any]:
        hypotheses, references = fresh(text)
        return hypotheses, shape(references)

    return min_time(lambda pair: call(*pair, threads=threads), prepare)


def warm(metric: Any, text: Text, *, threads: int = 1, method: str = "corpus_score") -> MinTime:
    """Return truebleu's shortest time on `str` objects that it has scored before."""
    call = getattr(metric, method)
    hypotheses, references = fresh(text)
    arguments = (hypotheses, shape(references))
    call(*arguments)
    return min_time(lambda pair: call(*pair, threads=threads), lambda: arguments)


def shape(references: list[list[str]]) -> Any:
    from truebleu import References

    return References.streams(references) if len(references) > 1 else references[0]


def from_bytes(metric: Any, text: Text) -> MinTime:
    """Return the shortest time of counting blocks of bytes, as the command line does it."""
    from truebleu._native import Lines

    native = metric.of_text  # the Rust metric that the command line calls
    blocks = [b"\n".join(lines) + b"\n" for lines in (text.hypotheses, text.references[0])]

    def call(_: None) -> object:
        queues = [Lines("text") for _ in blocks]
        for queue, block in zip(queues, blocks, strict=True):
            queue.push(block)
            queue.finish()
        return native.sum_lines(queues[:1], queues[1:], len(text), 1)

    return min_time(call, lambda: None)


def corpus() -> list[Figure]:
    """Return the speedups of corpus BLEU with 13a over each peer."""
    from truebleu import BLEU, _native

    section = f"Corpus BLEU with 13a, from list[str] ({_native.active_kernel()} kernel)"
    bleu = BLEU()
    non_ascii, ascii_ = TEXTS["non-ASCII"](), TEXTS["ASCII"]()
    ours = {
        "cold": cold(bleu, non_ascii),
        "warm": warm(bleu, non_ascii),
        "ASCII": cold(bleu, ascii_),
    }
    sacre = {"cold": peers.sacrebleu_corpus(non_ascii), "ASCII": peers.sacrebleu_corpus(ascii_)}
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
            section, "sacreBLEU, bytes in memory", from_bytes(bleu, non_ascii), sacre["cold"],
            target=200, goal=300,
        ),
        ratio(
            section, "sacreBLEU with its own caches warm, warm strings", ours["warm"],
            peers.sacrebleu_corpus(non_ascii, warm=True),
        ),
    ]  # fmt: skip
    figures += [
        ratio(
            section, f"bleuscore, {kinds[kind]}", ours[kind], native[kind], target=20, goal=40,
        )
        for kind in ours
    ]  # fmt: skip
    nltk = peers.nltk_corpus(non_ascii)
    looks = 2 * len(non_ascii)
    return [
        *figures,
        ratio(section, "NLTK (its tokenizing not counted), cold", ours["cold"], nltk),
        Figure(
            section,
            "the first look at a string (cold less warm)",
            (ours["cold"] - ours["warm"]) / looks * 1e9,
            "ns",
        ),
        Figure(section, "warm, per pair", ours["warm"] / len(non_ascii) * 1e9, "ns"),
    ]


def kernel() -> list[Figure]:
    """Return the speedups over sacreBLEU with the kernel that TRUEBLEU_KERNEL names."""
    from truebleu import BLEU, _native

    name = _native.active_kernel()
    targets = (60, 60, 60) if name == "portable" else (120, 200, 200)
    bleu = BLEU()
    non_ascii, ascii_ = TEXTS["non-ASCII"](), TEXTS["ASCII"]()
    theirs = peers.sacrebleu_corpus(non_ascii)
    times = [
        ("cold non-ASCII strings", cold(bleu, non_ascii), theirs),
        ("warm strings", warm(bleu, non_ascii), theirs),
        ("ASCII strings", cold(bleu, ascii_), peers.sacrebleu_corpus(ascii_)),
    ]
    return [
        ratio("Kernels, against sacreBLEU", f"{name}, {kind}", ours, sacre, target=target)
        for (kind, ours, sacre), target in zip(times, targets, strict=True)
    ]


def settings() -> list[Figure]:
    """Return the speedups over sacreBLEU of tokenizers, lowercasing and two references."""
    from truebleu import BLEU

    german, chinese = texts.english_german(), texts.english_chinese()
    japanese, two = texts.english_japanese(), texts.two_references()
    cases: list[tuple[str, Text, dict[str, Any], dict[str, Any], float | None]] = [
        ("intl", german, {"tokenizer": "intl"}, {"tokenize": "intl"}, 100),
        ("zh", chinese, {"tokenizer": "zh"}, {"tokenize": "zh"}, 100),
        ("char", japanese, {"tokenizer": "char"}, {"tokenize": "char"}, 100),
        ("none", german, {"tokenizer": "none"}, {"tokenize": "none"}, 100),
        ("13a, lowercased", german, {"lowercase": True}, {"lowercase": True}, None),
        ("13a, two references", two, {}, {}, None),
    ]
    figures = []
    for name, text, ours, theirs, target in cases:
        sacre = peers.sacrebleu_corpus(text, **theirs)
        for kind, measure in (("cold", cold), ("warm", warm)):
            seconds = measure(BLEU(**ours), text)
            label = f"{name}, {kind}"
            figures.append(
                ratio("Other settings, against sacreBLEU", label, seconds, sacre, target=target)
            )
    return figures


def sentences() -> list[Figure]:
    """Return the times of `segment_scores` and of one `sentence_score`."""
    from truebleu import BLEU

    section = "Sentences"
    bleu, text = BLEU(), texts.english_german()
    corpus_time = warm(bleu, text)
    all_at_once = warm(bleu, text, method="segment_scores")
    hypothesis, reference = pair_of(25, text)
    hundred_calls = min_time(
        lambda _: [bleu.sentence_score(hypothesis, reference) for _ in range(100)],
        lambda: None,
    )
    theirs = peers.sacrebleu_sentence(hypothesis, [reference])
    return [
        Figure(
            section, "segment_scores: time of corpus_score", all_at_once / corpus_time,
            target=1.25, lower_is_better=True,
            detail=f"{time_with_runs(all_at_once)} against {time_with_runs(corpus_time)}",
        ),
        Figure(
            section, "one sentence_score call, 25 words", hundred_calls / 100 * 1e6, "µs",
            target=5, lower_is_better=True,
            detail=f"a hundred calls {time_with_runs(hundred_calls)}; "
            f"sacreBLEU: one {time_with_runs(theirs)}",
        ),
    ]  # fmt: skip


def pair_of(words: int, text: Text) -> tuple[str, str]:
    """Return the hypothesis and reference whose lengths are closest to this number of words."""

    def distance(index: int) -> int:
        sides = (text.hypotheses[index], text.references[0][index])
        return sum(abs(len(side.split()) - words) for side in sides)

    index = min(range(len(text)), key=distance)
    return text.hypotheses[index].decode(), text.references[0][index].decode()


def threads() -> list[Figure]:
    """Return the speedups of two threads over one, by wall-clock time."""
    from truebleu import BLEU

    section = "Two cores against one"
    bleu, text = BLEU(), larger(texts.english_german(), 60_000)
    hypotheses, references = fresh(text)
    pair = (hypotheses, references[0])
    bleu.corpus_score(*pair)

    def prepare() -> tuple[list[str], list[str]]:
        new_hypotheses, streams = fresh(text)
        return new_hypotheses, streams[0]

    figures = []
    for kind, make, target in (("warm", lambda: pair, 1.8), ("cold", prepare, 1.3)):
        on_one, on_two = (scoring(bleu, make, number) for number in (1, 2))
        figures.append(
            ratio(section, f"{kind} strings, {len(text)} pairs", on_two, on_one, target=target)
        )
    return [*figures, two_cores_of_work(section)]


def scoring(metric: Any, prepare: Callable[[], Any], threads: int) -> MinTime:
    """Return the shortest wall-clock time of a corpus score."""

    def call(pair: tuple[list[str], list[str]]) -> object:
        return metric.corpus_score(*pair, threads=threads)

    return min_time(call, prepare, seconds=4.0, repetitions=50, clock=time.perf_counter_ns)


def larger(text: Text, lines: int) -> Text:
    """Return `lines` segment pairs: the pairs of `text`, repeated in a new random order.

    Used where one pass must be long enough to measure: for threads and for files.
    """
    order = random.Random(12345)
    rows = list(zip(text.hypotheses, text.references[0], strict=True))
    grown: list[tuple[bytes, bytes]] = []
    while len(grown) < lines:
        order.shuffle(rows)
        grown += rows
    hypotheses, references = zip(*grown[:lines], strict=True)
    return Text(f"{text.name}, shuffled", list(hypotheses), [list(references)])
