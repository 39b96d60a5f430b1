"""The flags of BLEU alone."""

from __future__ import annotations

from truebleu.cli.flag import METRIC, Flag
from truebleu.cli.values import number, numbers, positive_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["BLEU_FLAGS"]


def _conventions() -> Sequence[str]:
    from truebleu.conventions import CONVENTIONS

    return tuple(CONVENTIONS)


def _smoothings() -> Sequence[str]:
    from truebleu.metrics.bleu import SMOOTHINGS

    return tuple(SMOOTHINGS)


def _reference_lengths() -> Sequence[str]:
    from truebleu.metrics.bleu import REFERENCE_LENGTHS

    return tuple(REFERENCE_LENGTHS)


def _averages() -> Sequence[str]:
    from truebleu.metrics.bleu import AVERAGES

    return tuple(AVERAGES)


BLEU_FLAGS: tuple[Flag, ...] = (
    Flag(
        "--convention",
        metavar="NAME",
        choices=_conventions,
        commands=METRIC,
        category="bleu",
        sets="convention",
        default="sacrebleu",
        help="whose rules to follow; the options below change parts of it",
    ),
    Flag(
        "--smoothing",
        metavar="NAME",
        choices=_smoothings,
        commands=METRIC,
        category="bleu",
        sets="smoothing",
        default="exp",
        help="what to do about orders without a match",
    ),
    Flag(
        "--smoothing-value",
        metavar="X",
        parse=number,
        commands=METRIC,
        category="bleu",
        sets="smoothing_value",
        default="0.1 for floor, 1 for add-k",
        help="the smoothing's own number",
    ),
    Flag(
        "--max-ngram-order",
        metavar="N",
        parse=positive_count,
        commands=METRIC,
        category="bleu",
        sets="max_ngram_order",
        default="4",
        help="the longest n-grams",
    ),
    Flag(
        "--weights",
        metavar="W,W,...",
        parse=numbers,
        commands=METRIC,
        category="bleu",
        sets="weights",
        default="all equal",
        help="a weight for each n-gram order, with commas; they are made to sum to 1",
    ),
    Flag(
        "--reference-length",
        metavar="RULE",
        choices=_reference_lengths,
        commands=METRIC,
        category="bleu",
        sets="reference_length",
        default="closest",
        help="which of several references' lengths counts for the brevity penalty",
    ),
    Flag(
        "--effective-order",
        commands=METRIC,
        category="bleu",
        sets="effective_order",
        help="leave out orders for which the hypotheses have no n-grams (default: only for single "
        "segments)",
    ),
    Flag(
        "--no-effective-order",
        commands=METRIC,
        category="bleu",
        target="effective_order",
        value=False,
        help="never leave out an order",
    ),
    Flag(
        "--scale",
        metavar="S",
        parse=number,
        commands=METRIC,
        category="bleu",
        sets="scale",
        default="100",
        help="what a perfect score is: 100 or 1",
    ),
    Flag(
        "--average",
        metavar="NAME",
        choices=_averages,
        commands=METRIC,
        category="bleu",
        sets="average",
        default="micro",
        help="a corpus's score: micro, of the summed counts; macro, the mean of its segments'",
    ),
)  # fmt: skip
