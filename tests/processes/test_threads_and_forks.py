"""Metrics in threads, in forked processes and in pickles."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import random
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from tests.generators import Corpus
from tests.generators.plain import hostile_corpus, news
from tests.paths import ROOT
from truebleu import BLEU, CHRF, TER, BLEUScore, References, TrueBleuError

FORKS = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
# Python 3.12 and later warn about a fork with threads, which is what these tests do.
MAY_FORK = "ignore:.*multi-threaded.*:DeprecationWarning"
CORPUS = news(seed=3, segments=3000)


def score(metric: BLEU, corpus: Corpus = CORPUS, threads: int | None = None) -> BLEUScore:
    references = References.per_segment(corpus.references)
    return metric.corpus_score(corpus.hypotheses, references, threads=threads)


def score_with_two_threads(metric: BLEU) -> BLEUScore:
    return score(metric, threads=2)


def test_eight_threads_share_a_metric() -> None:
    metric = BLEU()
    corpora = [hostile_corpus(seed) for seed in range(24)] + [CORPUS] * 8
    expected = [score(metric, corpus, threads=1) for corpus in corpora]
    for threads in (1, 2, None):
        with ThreadPoolExecutor(8) as pool:
            result = pool.map(lambda corpus: score(metric, corpus, threads), corpora)  # noqa: B023
            assert list(result) == expected


def test_eight_threads_each_with_every_call() -> None:
    def everything(seed: int) -> list[bytes]:
        metric = BLEU(tokenizer=("13a", "intl", "zh", "char")[seed % 4])
        corpus = hostile_corpus(seed)
        references = References.per_segment(corpus.references)
        rows = metric.statistics(corpus.hypotheses, references)
        scores = metric.segment_scores(corpus.hypotheses, references)
        sentence = metric.sentence_score("the cat", ["a cat"])
        return [rows.tobytes(), scores.tobytes(), pickle.dumps(sentence)]

    with ThreadPoolExecutor(8) as pool:
        at_once = list(pool.map(everything, range(40)))
    assert at_once == [everything(seed) for seed in range(40)]


@FORKS
@pytest.mark.filterwarnings(MAY_FORK)
@pytest.mark.parametrize("threads", [1, 2, 8])
def test_forked_after_use(threads: int) -> None:
    """Threads do not exist in the child, which must not wait for them."""
    metric = BLEU()
    expected = score(metric, threads=threads)
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.write(send, pickle.dumps(score(metric, threads=threads)))
            status = 0
        finally:
            os._exit(status)
    os.close(send)
    with os.fdopen(receive, "rb") as pipe:
        batch = pipe.read()
    assert os.waitpid(child, 0)[1] == 0
    assert pickle.loads(batch) == expected
    assert score(metric, threads=threads) == expected


@FORKS
@pytest.mark.filterwarnings(MAY_FORK)
def test_forked_while_other_threads_count() -> None:
    """Locks that other threads hold during the fork stay locked in the child."""
    metric = BLEU()
    expected = score(metric)
    done = threading.Event()

    def count_on() -> None:
        while not done.is_set():
            score(metric, threads=2)

    with ThreadPoolExecutor(3) as pool:
        counting = [pool.submit(count_on) for _ in range(3)]
        try:
            statuses = [status_of_child(metric, expected) for _ in range(10)]
        finally:
            done.set()
    assert statuses == [0] * 10
    assert [each.result() for each in counting] == [None] * 3


def status_of_child(metric: BLEU, expected: BLEUScore) -> int:
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = 0 if score(metric, threads=2) == expected else 2
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_lists_that_change_while_they_are_counted() -> None:
    """The result is a score or an error that names the change, and Python does not crash."""
    texts = [f"the cát sat on mat {number}" for number in range(20_000)]
    refs = [[f"the cat ñ {number}"] for number in range(20_000)]
    changing = list(texts)
    done = threading.Event()

    def change() -> None:
        while not done.is_set():
            changing[:] = [f"new ü {number}" for number in range(20_000)]
            for inner in refs[::100]:
                inner[:] = ["y é", "z"]
            changing.clear()
            changing.extend(texts)

    with ThreadPoolExecutor(1) as pool:
        changes = pool.submit(change)
        try:
            for threads in (1, 2) * 10:
                with contextlib.suppress(TrueBleuError):
                    BLEU().corpus_score(changing, References.per_segment(refs), threads=threads)
        finally:
            done.set()
    changes.result()
    assert BLEU().corpus_score(texts, texts).value == 100


def test_eight_threads_change_what_they_all_count() -> None:
    """No thread waits for another; each gets a score or an error that names the change."""
    lists = [[f"the cát {number} \u4e2d{other}" for number in range(600)] for other in range(4)]
    refs = [["the cat ñ", f"cat {number}"] for number in range(600)]
    begun = threading.Barrier(8)

    def work(seed: int) -> int:
        mine, num_scores = random.Random(seed), 0
        begun.wait()
        for _ in range(20):
            texts = lists[mine.randrange(4)]
            if seed % 2:
                texts[mine.randrange(len(texts) or 1) :] = [
                    f"né {mine.random()}" for _ in range(400)
                ]
                refs[mine.randrange(600)][:] = [f"x {mine.random()}"] * mine.randrange(1, 4)
            else:
                with contextlib.suppress(TrueBleuError):
                    metric = (BLEU(), CHRF(), TER(), BLEU(tokenizer=str.split))[mine.randrange(4)]
                    references = texts if mine.random() < 0.5 else References.per_segment(refs)
                    num_scores += metric.corpus_score(texts, references, threads=2).value >= 0
        return num_scores

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(work, range(8))) > 0
    assert BLEU().corpus_score(lists[0], lists[0]).value == 100


MEANINGS = """
import threading, time
from truebleu import _native
texts = _native.MeteorTexts("13a", "lc", True)
words = [f"word{number}" for number in range(50)]
texts.add(words, [[word[::-1]] for word in words])
def meanings(stem):
    time.sleep(0.001)
    return ()
def score():
    texts.scores(meanings, alpha=0.9, beta=3.0, gamma=0.5)
threads = [threading.Thread(target=score) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_waiting_for_locked_texts_releases_the_interpreter() -> None:
    """A thread that looks up synonyms holds the lock of the texts, and needs the interpreter."""
    subprocess.run([sys.executable, "-c", MEANINGS], cwd=ROOT, check=True, timeout=60)


@pytest.mark.filterwarnings(MAY_FORK)
@pytest.mark.parametrize("method", sorted(set(multiprocessing.get_all_start_methods())))
def test_pool_of_processes(method: str) -> None:
    """Metrics and scores are pickled; a forked child can use threads again."""
    metrics = [BLEU(), BLEU(lowercase=True, tokenizer="intl"), BLEU(smoothing="method5")]
    expected = [score_with_two_threads(metric) for metric in metrics]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map_async(score_with_two_threads, metrics).get(timeout=100) == expected


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_unpickled_metrics_and_scores_are_equal(protocol: int) -> None:
    metric = BLEU(weights=[0.5, 0.25, 0.25], smoothing="floor", reference_length="average")
    result = score(metric)
    references = References.per_segment([["a", None], ["b"]])
    for value in (metric, result, result.signature, references, metric.layout):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value
        assert type(again) is type(value)
    again = pickle.loads(pickle.dumps(metric, protocol))
    assert hash(again) == hash(metric)
    assert score(again) == result


NO_THREADS = """
from tests.processes.test_threads_and_forks import CORPUS, score
from truebleu import BLEU
assert score(BLEU(), threads=8) == score(BLEU(), threads=1)
"""


def environment_without_threads() -> dict[str, str]:
    """Set a stack of 64 TiB for each thread that Rust starts, which no system can allocate."""
    return {**os.environ, "RUST_MIN_STACK": str(2**46)}


def test_counting_works_where_no_thread_can_be_started() -> None:
    done = subprocess.run(
        [sys.executable, "-c", NO_THREADS],
        env=environment_without_threads(),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_reading_files_works_where_no_thread_can_be_started(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("\n".join(CORPUS.hypotheses * 3), encoding="utf-8")
    command = [sys.executable, "-m", "truebleu", "score", str(path), "-r", str(path), "-b", "-q"]
    done = subprocess.run(
        [*command, "--threads", "4"],
        env=environment_without_threads(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "100.00\n", "")


def test_arrays_outlive_the_metric_and_the_texts() -> None:
    """The memory belongs to the array."""
    rows = BLEU().statistics(
        list(CORPUS.hypotheses), References.per_segment([list(r) for r in CORPUS.references])
    )
    copy = rows.copy()
    for _ in range(5):
        BLEU(lowercase=True).statistics(["x y"] * 1000, ["x z"] * 1000)
    assert np.array_equal(rows, copy)
