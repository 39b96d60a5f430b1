"""Ctrl-C while ten million segments are counted: the call ends without a result."""

from __future__ import annotations

import os

import pytest

from tests.processes.interrupting import interrupted

# The list has ten million elements, but only one hundred different texts, so it is small.
SCRIPT = """
import signal, sys
import numpy, pyarrow  # whose imports, when they are interrupted, say that they failed
from truebleu import BLEU, TER, pairwise, resegment, self_bleu
signal.signal(signal.SIGINT, signal.default_int_handler)
texts = [" ".join(f"word{(i * j) % 97}" for j in range(60)) for i in range(100)]
hypotheses = list(texts[i % 100] for i in range(10_000_000))
references = list(texts[(i * 7 + 1) % 100] for i in range(10_000_000))
column = pyarrow.DictionaryArray.from_arrays(numpy.arange(10_000_000) % 100, texts)
metric = BLEU()
call = {call}
print("counting", flush=True)
try:
    found = call()
except KeyboardInterrupt:
    print("interrupted", flush=True)
    print(metric.sentence_score("a b", "a b").value)
    sys.exit(130)
print("finished")
"""
CALLS = {
    "corpus": "lambda: metric.corpus_score(hypotheses, references, threads=1)",
    "corpus in threads": "lambda: metric.corpus_score(hypotheses, references, threads=2)",
    "rows": "lambda: metric.statistics(hypotheses, references)",
    "segments": "lambda: metric.segment_scores(hypotheses, references)",
    "columns": "lambda: metric.corpus_score(column, column)",
    "iterator": "lambda: metric.corpus_score(iter(hypotheses), iter(references))",
    "self-BLEU": "lambda: self_bleu(hypotheses)",
    "re-segmenting": "lambda: resegment(' '.join(texts * 150), texts * 150)",
    "columns of pairs": "lambda: pairwise(texts[:1], hypotheses[:3_000_000], metric=TER())",
    "all pairs": "lambda: pairwise(hypotheses[:9000], references[:9000], threads=2)",
}


@pytest.mark.skipif(os.name != "posix", reason="SIGINT is sent as on POSIX")
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_ctrl_c_ends_the_call(call: str) -> None:
    assert interrupted(SCRIPT.replace("{call}", call)) == "counting\ninterrupted\n100.0\n"
