"""The verification stages, in the order of the log."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType

from proof.records import Record, Result


@dataclass(frozen=True)
class Stage:
    """Verification stage: its name on the command line, its texts in the log, and its peers.

    The module `proof.NAME` has `records(scale)`, which yields a `Record` for each trial. At scale
    1, trials have the size that the log describes; at a smaller scale, that share of it. The module
    is imported when the stage runs, so that missing tools of one stage do not stop another.

    A module may also have `resumed(scale, done)`, which yields the records that an interrupted run
    lacks (`done` maps the names of existing records to records), and `is_complete(names)`, which
    returns whether these names are those of all records of the stage.
    """

    name: str
    title: str
    about: str
    peers: tuple[str, ...] = ()  # packages whose versions are in the log

    @property
    def module(self) -> ModuleType:
        """Module that runs the stage."""
        return importlib.import_module(f"proof.{self.name}")

    def records(self, scale: float) -> Iterator[Record]:
        """Yield the records of a new run."""
        run: Callable[[float], Iterator[Record]] = self.module.records
        return run(scale)

    def resumed(self, scale: float, done: Mapping[str, Record]) -> Iterator[Record] | None:
        """Return the missing records of an interrupted run; None if the stage cannot resume."""
        resume: Callable[[float, Mapping[str, Record]], Iterator[Record]] | None
        resume = getattr(self.module, "resumed", None)
        return resume(scale, done) if resume else None

    def is_complete(self, result: Result) -> bool:
        """Return whether the result of a run that reached its end has all records of the stage."""
        complete: Callable[[Collection[str]], bool] | None
        complete = getattr(self.module, "is_complete", None)
        return complete is None or complete([record.name for record in result.records])


STAGES: tuple[Stage, ...] = (
    Stage(
        "differential",
        "Random corpora against sacreBLEU",
        "Each corpus has one to five segments and up to six reference streams; some references "
        "are missing, some are empty. The texts consist of fragments that once broke a tokenizer,"
        " and of random characters that both programs' Unicode versions have. The settings are "
        "random, too. Counts must be equal as integers, and scores bit-identical, with one "
        "exception: a perfect score is 100 here, but may be 100.00000000000004 in sacreBLEU. "
        "`python -m proof.differential NAME NUMBER` repeats a case that differs.",
        ("sacrebleu", "regex"),
    ),
    Stage(
        "sacrebleu",
        "Random corpora against sacreBLEU: drop-in, MeCab, chrF and TER",
        "Corpora as in the stage above: all attributes of the drop-in's scores, Japanese and "
        "Korean words, chrF and chrF++, and TER, with random settings. sacreBLEU rounds TER's "
        "mean length of three and more references, so these scores agree to 1e-12; numbers of "
        "edits are equal.",
        ("sacrebleu",),
    ),
    Stage(
        "others",
        "Random corpora against other programs",
        "NLTK, bleuscore, rouge-score, jiwer and fastchrf, compared with the preset or drop-in "
        "for each. Scores must be bit-identical, except METEOR, which must agree to 2^-59, the "
        "unit in which segment scores are stored. `python -m proof.others NAME NUMBER` repeats a "
        "case.",
        ("nltk", "bleuscore", "rouge-score", "jiwer", "fastchrf"),
    ),
    Stage(
        "codepoints",
        "Every code point through every tokenizer",
        "Each of the 1,112,064 Unicode scalar values alone, doubled, between letters, between "
        "digits and next to punctuation: tokens of truebleu against those of sacreBLEU. Code "
        "points that are new in one of the two programs' Unicode versions are left out.",
        ("sacrebleu", "regex"),
    ),
    Stage(
        "interfaces",
        "The same texts through every interface",
        "Real texts of nine test sets in seven languages, without tabs and carriage returns, "
        "which some file formats cannot contain. Twelve metrics count every segment: BLEU with "
        "five tokenizers, lowercased and with nine orders, chrF, chrF++, TER, ROUGE-L and GLEU. "
        "The statistics must equal those of lists of strings on one thread with the portable "
        "kernel.",
        ("pyarrow", "polars", "pandas"),
    ),
    Stage(
        "spark",
        "The same texts through Spark",
        "The texts of the stage above as a table with a list of references in each row, in three "
        "partitions on two executors in separate processes. The statistics must equal those of "
        "lists of strings.",
        ("pyspark", "pyarrow"),
    ),
    Stage(
        "calibration",
        "False positive rates of tests, and coverage of intervals",
        "Tests: pairs of systems under the null hypothesis (for each segment, each system gets one "
        "of two outputs with probability 0.5). A test at the level of 0.05 should report 5 of 100 "
        "pairs as significant; the target is at most 6, and at least 4 where ties are rare. "
        "Intervals: test sets drawn with replacement from 7,113 real segments of two systems "
        "(WMT, English to German, Czech and Russian), whose scores are known. The 95 % intervals "
        "of `compare` should contain them in 95 of 100 cases; from 300 segments on, the target is"
        " 93 to 97. `detectable` and `needed` use the normal interval from the standard error. "
        "Brackets contain the exact 95 % binomial interval of a share. A share outside the target"
        " has failed if its whole interval is outside, too; otherwise the trials are too few to "
        "decide. [CALIBRATION.md](../benchmarks/CALIBRATION.md), written by `make calibrate`, has"
        " results for 10,000 pairs of each kind.",
        ("sacrebleu", "numpy"),
    ),
    Stage(
        "mutation",
        "Mutants",
        "Small changes of the program, one at a time: an operator, a condition, a statement, a "
        "return value. At least one test must fail for each mutant. cargo-gamma makes the mutants"
        " of the core, which the core's own tests check; mutmut makes those of the Python "
        "package, which the test files in `proof/mutants_python.py` check, so the share of killed"
        " mutants is a lower bound. Mutants that only change the text of a message are not "
        "counted. Mutants that do not change the behavior are listed with reasons in "
        "`proof/equivalent.json`. Below full size, every n-th mutant is tried; since tests are "
        "written for the survivors, the share of all mutants may be slightly lower. `make "
        "mutants` runs this stage.",
    ),
    Stage(
        "coverage",
        "Lines that tests run",
        "Coverage of the Python package, including its processes and threads, by most of its "
        "tests; coverage of the core by its own tests and by those of the Python package. Lines "
        "for the type checker are not counted. Lines that no test runs are listed, with the "
        "reasons in `proof/uncovered.json`.",
    ),
    Stage(
        "fuzzing",
        "Fuzzing",
        "Each target runs for ten minutes at full size; inputs that reach new code are kept. In "
        "the core, every kernel is compared with the portable one and every fast algorithm with "
        "the one that defines the result, and all memory access is checked. The package's "
        "readers, its command line and its server must accept an input or reject it with a "
        "message; the answers of a running server must match its OpenAPI description. The tests "
        "replay all findings.",
    ),
    Stage(
        "sanitizers",
        "Memory errors",
        "The core's tests with the address and leak sanitizers; counting a corpus, and calls of "
        "the package, under valgrind's memcheck. Miri does not exist for this compiler.",
    ),
    Stage(
        "leaks",
        "Memory leaks",
        "A million calls of each function, or 20,000 calls of a slow one, may enlarge a process "
        "by at most 1 MB.",
    ),
    Stage(
        "faults",
        "Faults of machines and users",
        "Truncated files, full disks, closed pipes, Ctrl-C, unreadable files and files that "
        "change while they are read must cause no wrong score, no partial file and no traceback.",
    ),
    Stage(
        "processes",
        "Forks, pools and threads",
        "Repeated runs in one process: none may hang, and all must give the same counts. "
        "Free-threaded Python is tried if TRUEBLEU_FREE_THREADED names an interpreter that has "
        "truebleu.",
    ),
)


def chosen(only: str | None) -> list[Stage]:
    """Return the stages whose name contains `only`; all stages if it is None."""
    return [stage for stage in STAGES if only is None or only in stage.name]
