"""The flags of sacreBLEU 2.6, with the same names, types, choices and defaults.

As in sacreBLEU, `argparse` parses the flags. Abbreviated flags and error messages are therefore
also those of sacreBLEU.
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
sacreBLEU's command with identical flags and output, computed by truebleu.

  truebleu sacrebleu reference.txt -i system.txt
  truebleu sacrebleu reference.txt -i base.txt new.txt -m bleu chrf --paired-ar -f text
  truebleu sacrebleu -t wmt22 -l en-de -i system.txt"""


def parse(arguments: Sequence[str]) -> Namespace:
    """Return the parsed command line.

    The environment variable SACREBLEU_FORMAT overrides `--format`.

    Raises:
        SystemExit: the code is 2 for an invalid command line, and 0 after printing the help or the
            version.
    """
    args = _parser().parse_args(arguments)
    output_format = os.environ.get("SACREBLEU_FORMAT", "").lower()
    if output_format in FORMATS:
        args.format = output_format
    return args


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
    add("--list", action="store_true", help="list the test sets, or the fields of one")
    add("--test-set", "-t", help="use these test sets (comma-separated)")
    add("--language-pair", "-l", dest="langpair", help="source and target language, such as en-de")
    add("--origlang", "-ol", help="only segments with this original language (non-XX: all others)")
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
        help="tab-separated references per line (default: %(default)s)",
    )
    add("--encoding", "-e", default="utf-8", help="encoding of all files (default: %(default)s)")
    add(
        "--metrics",
        "-m",
        nargs="+",
        choices=[name.lower() for name in METRICS],
        default=["bleu"],
        help="metrics (default: bleu)",
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
        help="smoothing of zero matches (default: %(default)s)",
    )
    add(
        "--smooth-value",
        "-sv",
        dest="bleu_smooth_value",
        type=float,
        help="value of floor (default: 0.1) and add-k (default: 1)",
    )
    add(
        "--tokenize",
        "-tok",
        dest="bleu_tokenize",
        choices=BLEU.TOKENIZERS,
        help="tokenizer (default: 13a, or that of a Chinese, Japanese or Korean target)",
    )
    add("--lowercase", "-lc", dest="bleu_lowercase", action="store_true", help="ignore case")
    add(
        "--force",
        dest="bleu_force",
        action="store_true",
        help="do not warn about text that looks tokenized",
    )


def _add_chrf(parser: ArgumentParser) -> None:
    add = parser.add_argument_group("chrF").add_argument
    numbers = (
        (("--chrf-char-order", "-cc"), CHRF.CHAR_ORDER, "maximum character n-gram order"),
        (("--chrf-word-order", "-cw"), CHRF.WORD_ORDER, "maximum word n-gram order; 2 is chrF++"),
        (("--chrf-beta",), CHRF.BETA, "weight of recall"),
    )
    for names, default, description in numbers:
        add(*names, type=int, default=default, help=f"{description} (default: %(default)s)")
    add("--chrf-whitespace", action="store_true", help="count whitespace")
    add("--chrf-lowercase", action="store_true", help="ignore case")
    add("--chrf-eps-smoothing", action="store_true", help="smooth like chrF++.py and NLTK")


def _add_ter(parser: ArgumentParser) -> None:
    add = parser.add_argument_group("TER").add_argument
    add("--ter-case-sensitive", action="store_true", help="case-sensitive")
    add("--ter-asian-support", action="store_true", help="separate Chinese and Japanese characters")
    add("--ter-no-punct", action="store_true", help="delete punctuation")
    add("--ter-normalized", action="store_true", help="separate punctuation from words")


def _add_tests(parser: ArgumentParser) -> None:
    group = parser.add_argument_group("intervals and paired tests")
    add = group.add_argument
    add("--confidence", "-ci", action="store_true", help="bootstrap confidence interval")
    add("--confidence-n", "-cin", type=int, default=1000, help="number of resamples (%(default)s)")
    either = group.add_mutually_exclusive_group().add_argument
    either("--paired-ar", "-par", action="store_true", help="approximate randomization")
    either("--paired-bs", "-pbs", action="store_true", help="paired bootstrap")
    add("--paired-ar-n", "-parn", type=int, default=10000, help="trials of -par (%(default)s)")
    add("--paired-bs-n", "-pbsn", type=int, default=1000, help="resamples of -pbs (%(default)s)")
    add("--paired-jobs", "-j", type=int, default=1, help="accepted and ignored")


def _add_output(parser: ArgumentParser) -> None:
    add = parser.add_argument_group("output").add_argument
    add("--quiet", "-q", action="store_true", help="print less to standard error")
    add("--short", "-sh", action="store_true", help="short signature")
    add("--score-only", "-b", action="store_true", help="print only the score")
    add("--width", "-w", type=int, default=1, help="decimals (default: %(default)s)")
    add("--detail", "-d", action="store_true", help="also scores of the parts of a test set")
    add("--no-color", "-nc", action="store_true", help="no colors")
    add(
        "--format",
        "-f",
        choices=list(FORMATS),
        default="json",
        help="output format, overridden by SACREBLEU_FORMAT (default: %(default)s)",
    )
