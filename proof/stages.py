"""The stages of the proof, in the page's order."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType

from proof.records import Record, Result


@dataclass(frozen=True)
class Stage:
    """A name for the command, words for the page, and the module that tries.

    The module has `records(scale)`, which yields what it tried: at scale 1 as often as the page
    promises, below it a share of that. It is imported when the stage runs, so that a stage whose
    tools are missing stops no other. One that takes long may have `resumed(scale, done)`, which is
    given the records of a run that was cut, by their words. One that can run a part has
    `is_complete(whats)`; its result is finished when all parts have run.
    """

    name: str
    title: str
    about: str
    peers: tuple[str, ...] = ()  # packages whose versions the page tells

    @property
    def module(self) -> ModuleType:
        return importlib.import_module(f"proof.{self.name}")

    def records(self, scale: float) -> Iterator[Record]:
        run: Callable[[float], Iterator[Record]] = self.module.records
        return run(scale)

    def resumed(self, scale: float, done: Mapping[str, Record]) -> Iterator[Record] | None:
        """Give what is left to try; None where the stage can only begin anew."""
        go_on: Callable[[float, Mapping[str, Record]], Iterator[Record]] | None
        go_on = getattr(self.module, "resumed", None)
        return go_on(scale, done) if go_on else None

    def is_complete(self, result: Result) -> bool:
        """Return whether a run that reached its end has all records of the stage."""
        complete: Callable[[Collection[str]], bool] | None
        complete = getattr(self.module, "is_complete", None)
        return complete is None or complete([record.what for record in result.records])


STAGES: tuple[Stage, ...] = (
    Stage(
        "differential",
        "Made-up corpora against sacreBLEU",
        "Each corpus has one to five segments and up to six streams of references, of which some "
        "are missing and some empty; short texts of pieces that have misled a tokenizer, and of "
        "any characters that both programs' versions of Unicode know; settings are drawn with it. "
        "Counts must be equal as integers and scores to the bit. The one exception is a perfect "
        "score, which is 100 here and may be 100.00000000000004 there. A difference is told with "
        "its case: `python -m proof.differential NAME NUMBER` tries that again.",
        ("sacrebleu", "regex"),
    ),
    Stage(
        "sacrebleu",
        "Made-up corpora against sacreBLEU: drop-in, MeCab, chrF and TER",
        "Corpora of the same kind, through the drop-in every attribute of the score, perfect or "
        "not; Japanese and Korean words; chrF and chrF++, and TER, under settings that are drawn "
        "with each corpus. sacreBLEU rounds TER's mean length of three references and more, so "
        "there scores agree to 1e-12, and edits exactly.",
        ("sacrebleu",),
    ),
    Stage(
        "others",
        "Made-up corpora against other programs",
        "NLTK, bleuscore, rouge-score, jiwer and fastchrf, under the conventions and through the "
        "drop-in that bear their names. Scores must be equal to the bit, METEOR's to 2^-59, the "
        "unit that a segment's number is kept in. `python -m proof.others NAME NUMBER` tries a "
        "case again.",
        ("nltk", "bleuscore", "rouge-score", "jiwer", "fastchrf"),
    ),
    Stage(
        "codepoints",
        "Every code point through every tokenizer",
        "Each of the 1,112,064 scalar values of Unicode alone, doubled, between letters, between "
        "digits and beside marks: the tokens of truebleu against sacreBLEU's. Left out are code "
        "points that only one of the two programs' versions of Unicode knows.",
        ("sacrebleu", "regex"),
    ),
    Stage(
        "doors",
        "The same texts through every door",
        "Real texts of nine sets in seven languages (without tabs and carriage returns, which not "
        "every kind of file can hold), every row of statistics by each of twelve metrics: BLEU by "
        "five tokenizers, lower-cased and of nine orders, chrF, chrF++, TER, ROUGE-L and GLEU. The "
        "rows must be those of lists of strings on one thread, bit for bit; kernels are held "
        "against the plain one, which defines the result.",
        ("pyarrow", "polars", "pandas"),
    ),
    Stage(
        "spark",
        "The same texts through Spark",
        "The texts of the stage before as one table with a list of references in each row, in "
        "three partitions on two executors that are processes of their own; the rows of statistics "
        "must be those of lists of strings, bit for bit.",
        ("pyspark", "pyarrow"),
    ),
    Stage(
        "calibration",
        "Tests called by chance, and intervals that hold the truth",
        "Pairs of systems that are equally good by construction (of each segment's two outputs a "
        "coin decides which system has which): a test at the level of 0.05 should call 5 of 100 "
        "different; truebleu's promise is at most 6, and at least 4 where ties are rare. Then "
        "test sets drawn with replacement from 7,113 real segments of two systems (WMT, English to "
        "German, Czech and Russian), whose scores are known: the 95 % intervals of `compare` "
        "should hold them 95 times in 100; from 300 segments on the target is 93 to 97. The "
        "normal interval by the standard error is what `detectable` and `needed` rest on. "
        "In brackets the exact 95 % interval of a binomial share. A share inside the target is as "
        "it should be. One outside has failed if all of that interval is outside, too; otherwise "
        "it is undecided: so few trials cannot tell. "
        "[CALIBRATION.md](../benchmarks/CALIBRATION.md), which `make calibrate` writes, has the "
        "same of 10,000 pairs of each kind.",
        ("sacrebleu", "numpy"),
    ),
    Stage(
        "mutation",
        "Mutants",
        "Small changes of the program, one at a time: an operator, a condition, a statement, what "
        "a function gives back. A test must fail for each. Those of the core are made by "
        "cargo-gamma and judged by the core's own tests; those of the Python package by mutmut, "
        "judged by the few files of tests that `proof/mutants_python.py` names: a lower bound, as "
        "it says. What only changes the words of a message is not counted; a change that nobody "
        "can see is listed with its reason in `proof/equivalent.json`. Below full size an even "
        "share is tried; tests are written for what survives in it, so of all mutants somewhat "
        "fewer may be killed then. `make mutants` runs this stage.",
    ),
    Stage(
        "coverage",
        "Lines that tests run",
        "Of the Python package, its processes and threads included, by most of its tests; of the "
        "core, by its own tests and by those of the Python package. Lines that are for the type "
        "checker alone are not counted. What is not run is listed, with its reason where "
        "`proof/uncovered.json` has one.",
    ),
    Stage(
        "fuzzing",
        "Fuzzing",
        "Fuzzers hand anything to each target for ten minutes at full size, and keep what reaches "
        "code that nothing reached before. In the core every kernel is held against the plain one "
        "and every fast way against the one that defines the result, each access to memory "
        "checked; the package's readers, its command and its server must read what they are given "
        "or refuse it in words; a running server must answer as its description says (OpenAPI). "
        "What was found is replayed by the tests.",
    ),
    Stage(
        "sanitizers",
        "Memory, checked",
        "The core's tests with the address and leak sanitizers; a corpus counted, and calls of the "
        "package, under valgrind's memcheck. Miri was not to be had for this compiler.",
    ),
    Stage(
        "leaks",
        "Memory, after many calls",
        "A million calls of each entry point, a fiftieth as many of slow ones, may grow a process "
        "by 1 MB at most.",
    ),
    Stage(
        "faults",
        "Faults of machines and users",
        "Files that are cut, full disks, closed pipes, Ctrl-C, files that cannot be read or change "
        "while they are: no wrong score, no part of a file, no traceback.",
    ),
    Stage(
        "processes",
        "Forks, pools and threads",
        "Again and again in one process: none may hang, and all must count the same. Free-threaded "
        "Python is tried where TRUEBLEU_FREE_THREADED names an interpreter that has truebleu.",
    ),
)


def chosen(only: str | None) -> list[Stage]:
    """Give the stages whose name holds `only`; all without it."""
    return [stage for stage in STAGES if only is None or only in stage.name]
