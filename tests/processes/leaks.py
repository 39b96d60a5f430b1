"""Growth of a process during many calls of each entry point.

    python -m tests.processes.leaks [CALLS]

The limit is 1 MB for any number of calls, because an allocator always keeps some hundred kilobytes.
The smallest possible leak is a Python object of about 50 bytes, so a leak in every call exceeds the
limit after 20,000 calls.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from typing import Any

HYPOTHESES = ["The cat sat on a mat.", "It rained — all day.", ""]
REFERENCES = ["The cat sat on the mat.", "It rained all day.", "Something"]
# Exit code if an entry point leaks; 1 is the exit code of an exception.
LEAKS = 3
MEGABYTE = 1 << 20


def entry_points() -> dict[str, Callable[[], Any]]:
    """Return calls of entry points that take at most a millisecond, by name."""
    from truebleu import BLEU, CHRF, GLEU, TER, Accumulator, References, Reward, pairwise

    bleu, nltk, split = BLEU(), BLEU(convention="nltk"), BLEU(tokenizer=str.split)
    references = References.per_segment([[text, "mat"] for text in REFERENCES])
    rewards = [Reward(dict(enumerate(REFERENCES)), metric) for metric in (bleu, CHRF(), split)]
    bounded = Reward(memory=20_000)
    turn = iter(range(1 << 60))

    def accumulated() -> Any:
        part = bleu.accumulator()
        part.update(HYPOTHESES, references)
        return Accumulator.from_bytes((part + part).to_bytes()).compute()

    return {
        "corpus_score": lambda: bleu.corpus_score(HYPOTHESES, references),
        "sentence_score": lambda: bleu.sentence_score(HYPOTHESES[0], REFERENCES),
        "segment_scores": lambda: bleu.segment_scores(HYPOTHESES, REFERENCES),
        "statistics": lambda: bleu.statistics(HYPOTHESES, REFERENCES),
        "score of a row": lambda: bleu.score([6, 7, 5, 3, 2, 1, 6, 5, 4, 3]),
        "tokens": lambda: bleu.corpus_score([["a", "b"], ["c"]], [["a"], ["c"]]),
        "a tokenizer in Python": lambda: split.corpus_score(HYPOTHESES, REFERENCES),
        "a convention": lambda: nltk.corpus_score(HYPOTHESES, REFERENCES),
        "chrF": lambda: CHRF().corpus_score(HYPOTHESES, references),
        "TER": lambda: TER().segment_scores(HYPOTHESES, references),
        "GLEU": lambda: GLEU().segment_scores(HYPOTHESES, references),
        "accumulator": accumulated,
        "pairwise": lambda: pairwise(HYPOTHESES, REFERENCES),
        "Reward": lambda: [reward(HYPOTHESES, prompts=range(3)) for reward in rewards],
        "Reward, other references": lambda: bounded(["a b"], [f"reference {next(turn)}"]),
        **_many_against_many(),
        "an error": lambda: _refused(lambda: bleu.corpus_score(["a", None], ["a", "b"])),
        "an error of a Reward": lambda: _refused(lambda: rewards[0]([None], prompts=[0])),
    }


def _many_against_many() -> dict[str, Callable[[], Any]]:
    import pyarrow as pa

    from truebleu import BLEU, NIST, ROUGE, best_of, from_columns, mbr, self_bleu

    table = pa.table({"mt": HYPOTHESES, "ref": REFERENCES})
    bleu, rouge = BLEU(), ROUGE("Lsum", stem=True)
    return {
        "ROUGE": lambda: rouge.corpus_score(HYPOTHESES, REFERENCES),
        "NIST": lambda: NIST().corpus_score(HYPOTHESES, REFERENCES),
        "mbr": lambda: mbr(HYPOTHESES),
        "best_of": lambda: best_of(HYPOTHESES, REFERENCES),
        "self_bleu": lambda: self_bleu(HYPOTHESES),
        "columns": lambda: bleu.corpus_score(table["mt"], table["ref"]),
        "from_columns": lambda: from_columns(table, hypothesis="mt", references="ref").score(bleu),
    }


def slow_entry_points() -> dict[str, Callable[[], Any]]:
    """Return calls of entry points that take several milliseconds, by name."""
    from truebleu import BLEU, compare

    systems = {"a": HYPOTHESES * 4, "b": REFERENCES * 4}
    return {
        "compare": lambda: compare(systems, REFERENCES * 4, [BLEU()], trials=1000, resamples=1000),
    }


def _refused(call: Callable[[], Any]) -> None:
    from truebleu import InputError

    try:
        call()
    except InputError:
        return
    raise AssertionError("the call was not refused")


def growth(call: Callable[[], Any], calls: int) -> int:
    """Return the growth of the process in bytes during `calls` calls, after a warm-up."""
    for _ in range(max(calls // 10, 200)):
        call()
    before = _used()
    for _ in range(calls):
        call()
    return _used() - before


def _used() -> int:
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
        pages = int(file.read().split()[1])
    return pages * 4096


def main(calls: int) -> int:
    """Print the growth for each entry point; return `LEAKS` if one is above a megabyte, else 0."""
    worst = 0
    for points, times in ((entry_points(), calls), (slow_entry_points(), calls // 50)):
        for name, call in points.items():
            grown = growth(call, times)
            worst = max(worst, grown)
            print(f"{grown / MEGABYTE:7.2f} MB  {times:>9,} calls  {name}", flush=True)  # noqa: T201
    return LEAKS if worst > MEGABYTE else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000))
