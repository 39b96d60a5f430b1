"""The flags of sacreBLEU 2.6: the same names, kinds, choices and defaults.

`argparse` reads them, as sacreBLEU's are, so that abbreviations, lists of values and what is
refused are the same.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence

from truebleu import _native
from truebleu.compat.sacrebleu import __version__
from truebleu.compat.sacrebleu.metrics import BLEU, CHRF, METRICS

FORMATS = ("json", "text", "latex")

ABOUT = """\
sacreBLEU's command with truebleu's counting: the same flags, the same output.

  truebleu sacrebleu reference.txt -i system.txt
  truebleu sacrebleu reference.txt -i base.txt new.txt -m bleu chrf --paired-ar -f text
  truebleu sacrebleu -t wmt22 -l en-de -i system.txt"""


def parse(arguments: Sequence[str]) -> Namespace:
    """Read a command line; the environment's SACREBLEU_FORMAT goes before `--format`.

    Raises:
        SystemExit: with 2 for a wrong line, with 0 after help or the version was printed.
    """
    typed = _parser().parse_args(arguments)
    wanted = os.environ.get("SACREBLEU_FORMAT", "").lower()
    if wanted in FORMATS:
        typed.format = wanted
    return typed


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        "truebleu sacrebleu", description=ABOUT, formatter_class=RawDescriptionHelpFormatter
    )
    _add_test_sets(parser)
    _add_files(parser)
    _add_bleu(parser)
    _add_chrf(parser)
    _add_ter(parser)
    _add_tests(parser)
    _add_output(parser)
    version = f"truebleu {_native.__version__} (reproduces sacreBLEU {__version__})"
    parser.add_argument("--version", "-V", action="version", version=version)
    return parser


def _add_test_sets(parser: ArgumentParser) -> None:
    add = parser.add_argument_group("test sets (extra: testsets)").add_argument
    add("--citation", "--cite", action="store_true", help="print how to cite a test set")
    add("--list", action="store_true", help="list the test sets, or what one of them has")
    add("--test-set", "-t", help="score against these test sets (commas between them)")
    add("--language-pair", "-l", dest="langpair", help="source and target, such as en-de")
    add("--origlang", "-ol", help="only segments first written in this language (non-XX: not)")
    add("--subset", help="only documents whose annotation matches this regular expression")
    add("--download", help="download a test set")
    add("--echo", nargs="+", help="print fields of a test set: src, ref, docid, ..., or all")


def _add_files(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("--input", "-i", nargs="*", help="systems' outputs (default: standard input)")
    add("refs", nargs="*", default=[], help="references, before -i")
    add(
        "--num-refs",
        "-nr",
        type=int,
        default=1,
        help="references on each line, with tabs between them (default: %(default)s)",
    )
    add("--encoding", "-e", default="utf-8", help="of all files (default: %(default)s)")
    add(
        "--metrics",
        "-m",
        nargs="+",
        choices=[name.lower() for name in METRICS],
        default=["bleu"],
        help="what to compute (default: bleu)",
    )
    add("--sentence-level", "-sl", action="store_true", help="score each segment")


def _add_bleu(parser: ArgumentParser) -> None:
    add = parser.add_argument_group("BLEU").add_argument
    add(
        "--smooth-method",
        "-s",
        dest="bleu_smooth_method",
        choices=BLEU.SMOOTH_DEFAULTS.keys(),
        default="exp",
        help="for orders without a match (default: %(default)s)",
    )
    add(
        "--smooth-value",
        "-sv",
        dest="bleu_smooth_value",
        type=float,
        help="of floor (default: 0.1) and add-k (default: 1)",
    )
    add(
        "--tokenize",
        "-tok",
        dest="bleu_tokenize",
        choices=BLEU.TOKENIZERS,
        help="the tokenizer (default: 13a, or what suits a Chinese, Japanese or Korean target)",
    )
    add("--lowercase", "-lc", dest="bleu_lowercase", action="store_true", help="ignore case")
    add(
        "--force",
        dest="bleu_force",
        action="store_true",
        help="do not warn of text that looks tokenized",
    )


def _add_chrf(parser: ArgumentParser) -> None:
    add = parser.add_argument_group("chrF").add_argument
    numbers = (
        (("--chrf-char-order", "-cc"), CHRF.CHAR_ORDER, "longest n-gram of characters"),
        (("--chrf-word-order", "-cw"), CHRF.WORD_ORDER, "longest n-gram of words; 2 is chrF++"),
        (("--chrf-beta",), CHRF.BETA, "weight of recall"),
    )
    for names, default, what in numbers:
        add(*names, type=int, default=default, help=f"{what} (default: %(default)s)")
    add("--chrf-whitespace", action="store_true", help="count white space too")
    add("--chrf-lowercase", action="store_true", help="ignore case")
    add("--chrf-eps-smoothing", action="store_true", help="smooth as chrF++.py and NLTK do")


def _add_ter(parser: ArgumentParser) -> None:
    add = parser.add_argument_group("TER").add_argument
    add("--ter-case-sensitive", action="store_true", help="heed case")
    add("--ter-asian-support", action="store_true", help="part Chinese and Japanese characters")
    add("--ter-no-punct", action="store_true", help="delete punctuation")
    add("--ter-normalized", action="store_true", help="part punctuation from words")


def _add_tests(parser: ArgumentParser) -> None:
    group = parser.add_argument_group("intervals and paired tests")
    add = group.add_argument
    add("--confidence", "-ci", action="store_true", help="an interval, by the bootstrap")
    add("--confidence-n", "-cin", type=int, default=1000, help="its resamples (%(default)s)")
    either = group.add_mutually_exclusive_group().add_argument
    either("--paired-ar", "-par", action="store_true", help="approximate randomization")
    either("--paired-bs", "-pbs", action="store_true", help="paired bootstrap")
    add("--paired-ar-n", "-parn", type=int, default=10000, help="trials of -par (%(default)s)")
    add("--paired-bs-n", "-pbsn", type=int, default=1000, help="resamples of -pbs (%(default)s)")
    add("--paired-jobs", "-j", type=int, default=1, help="accepted; the result is the same")


def _add_output(parser: ArgumentParser) -> None:
    add = parser.add_argument_group("output").add_argument
    add("--quiet", "-q", action="store_true", help="say less on standard error")
    add("--short", "-sh", action="store_true", help="a shorter signature")
    add("--score-only", "-b", action="store_true", help="nothing but the score")
    add("--width", "-w", type=int, default=1, help="decimals (default: %(default)s)")
    add("--detail", "-d", action="store_true", help="scores of a test set's parts as well")
    add("--no-color", "-nc", action="store_true", help="no colours")
    add(
        "--format",
        "-f",
        choices=list(FORMATS),
        default="json",
        help="of the output; SACREBLEU_FORMAT goes before it (default: %(default)s)",
    )
