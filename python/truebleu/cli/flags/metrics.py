"""Flags that say which metric, and how."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from truebleu.cli.command import Flag
from truebleu.cli.values import count, metric_names, number, numbers, positive_count
from truebleu.errors import allowed

CASES: dict[str, bool | str] = {
    "mixed": False,
    "lower": True,
    "ascii": "ascii",
    "after": "after",
    "references-after": "references-after",
}
SEVERAL = (
    "what to compute: one or more names, separated by spaces or commas; an option "
    "applies to the metrics that have it"
)


def all_metrics() -> Sequence[str]:
    """Return the names of all metrics."""
    from truebleu.metrics.registry import METRICS

    return tuple(METRICS)


def metrics_by_segment() -> Sequence[str]:
    """Return the names of the metrics that do not weigh by the whole corpus."""
    from truebleu.metrics.registry import BY_CORPUS, METRICS

    return tuple(name for name in METRICS if name not in BY_CORPUS)


def tokenizers() -> Sequence[str]:
    """Return the names of all tokenizers."""
    from truebleu.tokenizers import names

    return names()


def conventions() -> Sequence[str]:
    """Return the names of all conventions."""
    from truebleu.metrics.conventions import CONVENTIONS

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


def _splitters() -> Sequence[str]:
    from truebleu.metrics.rouge_sentences import SPLITTERS

    return tuple(SPLITTERS)


def case(given: str) -> bool | str:
    """Return a way to treat case. Raises `ValueError` with those there are."""
    if given in CASES:
        return CASES[given]
    raise ValueError(allowed("case", given, CASES))


LOWERCASE = Flag(
    "--lowercase",
    category="metric",
    sets="lowercase",
    help="ignore case in BLEU and chrF (TER does so unless --ter-case-sensitive is given)",
)
CASE = Flag(
    "--case",
    metavar="HOW",
    parse=case,
    category="bleu",
    target="lowercase",
    sets="lowercase",
    default="as the convention has it",
    help="mixed: case counts; lower: it does not; ascii: it does not for A to Z; after: tokens "
    "are lower-cased, not the text; references-after: in references, the text in hypotheses. "
    "--lowercase is --case lower",
)


def flags(
    metrics: Callable[[], Sequence[str]] = all_metrics,
    *,
    what: str = SEVERAL,
    signature: bool = False,
    bleu_alone: bool = False,
) -> list[Flag]:
    """Return the flags of a command that takes metrics.

    `metrics` are those that its help names, and `what` is said of them. `signature`: they may be
    given by a signature. `bleu_alone`: no other metric has settings.
    """
    name = Flag(
        "-m", "--metric",
        metavar="METRIC",
        choices=metrics,
        parse=metric_names,  # a command says itself why it refuses one
        category="metric",
        listed=True,
        default="bleu",
        help=what,
    )  # fmt: skip
    given = Flag(
        "--signature",
        metavar="SIGNATURE",
        category="metric",
        help="score as this signature says (from truebleu's or sacreBLEU's output)",
    )
    return [
        name,
        *tokenizing(),
        LOWERCASE,
        *([given] if signature else []),
        *bleu(),
        *([] if bleu_alone else [CASE, *chrf(), *rouge(), *ter()]),
    ]


def tokenizing() -> list[Flag]:
    """Return the flags that choose a tokenizer."""
    return [
        Flag(
            "-t", "--tokenize",
            metavar="NAME",
            choices=tokenizers,
            category="metric",
            sets="tokenizer",
            default="13a",
            help="how BLEU makes tokens of text; other metrics than chrF and TER, too, where it is "
            "given",
        ),
        Flag(
            "--spm-model",
            metavar="FILE",
            category="metric",
            help="tokenize with this SentencePiece model",
        ),
        Flag(
            "--hf-tokenizer",
            metavar="FILE",
            category="metric",
            help="tokenize with this Hugging Face tokenizers file (tokenizer.json)",
        ),
    ]  # fmt: skip


def bleu() -> list[Flag]:
    """Return the flags of BLEU alone."""
    return [
        Flag(
            "--convention",
            metavar="NAME",
            choices=conventions,
            category="bleu",
            sets="convention",
            default="sacrebleu",
            help="whose rules to follow; the options below change parts of it",
        ),
        Flag(
            "--smoothing",
            metavar="NAME",
            choices=_smoothings,
            category="bleu",
            sets="smoothing",
            default="exp",
            help="what to do about orders without a match",
        ),
        Flag(
            "--smoothing-value",
            metavar="X",
            parse=number,
            category="bleu",
            sets="smoothing_value",
            default="0.1 for floor, 1 for add-k",
            help="the smoothing's own number",
        ),
        Flag(
            "--max-ngram-order",
            metavar="N",
            parse=positive_count,
            category="bleu",
            sets="max_ngram_order",
            default="4",
            help="the longest n-grams",
        ),
        Flag(
            "--weights",
            metavar="W,W,...",
            parse=numbers,
            category="bleu",
            sets="weights",
            default="all equal",
            help="a weight for each n-gram order, with commas; they are made to sum to 1",
        ),
        Flag(
            "--reference-length",
            metavar="RULE",
            choices=_reference_lengths,
            category="bleu",
            sets="reference_length",
            default="closest",
            help="which of several references' lengths counts for the brevity penalty",
        ),
        Flag(
            "--effective-order",
            category="bleu",
            sets="effective_order",
            help="leave out orders for which the hypotheses have no n-grams (default: only for "
            "single segments)",
        ),
        Flag(
            "--no-effective-order",
            category="bleu",
            target="effective_order",
            value=False,
            help="never leave out an order",
        ),
        Flag(
            "--scale",
            metavar="S",
            parse=number,
            category="bleu",
            sets="scale",
            default="100",
            help="what a perfect score is: 100 or 1",
        ),
        Flag(
            "--average",
            metavar="NAME",
            choices=_averages,
            category="bleu",
            sets="average",
            default="micro",
            help="a corpus's score: micro, of the summed counts; macro, the mean of its segments'",
        ),
    ]


def chrf() -> list[Flag]:
    """Return the flags of chrF alone."""
    return [
        Flag(
            "--chrf-char-order",
            metavar="N",
            parse=count,
            category="chrf",
            sets="char_order",
            default="6",
            help="the longest n-grams of characters",
        ),
        Flag(
            "--chrf-word-order",
            metavar="N",
            parse=count,
            category="chrf",
            sets="word_order",
            default="0, and 2 in chrf++",
            help="the longest n-grams of words",
        ),
        Flag(
            "--chrf-beta",
            metavar="X",
            parse=number,
            category="chrf",
            sets="beta",
            default="2",
            help="how many times recall weighs as much as precision",
        ),
        Flag(
            "--chrf-whitespace",
            category="chrf",
            sets="whitespace",
            help="count white space among the characters",
        ),
        Flag(
            "--chrf-eps-smoothing",
            category="chrf",
            sets="eps_smoothing",
            help="average the F-scores of all orders, as chrF++.py, NLTK and Moses do, in place of "
            "precisions and recalls of the orders that both texts have",
        ),
    ]


def rouge() -> list[Flag]:
    """Return the flags of ROUGE alone."""
    return [
        Flag(
            "--rouge-stem",
            category="rouge",
            sets="stem",
            help="stem English words by Porter's algorithm, as NLTK and rouge-score do",
        ),
        Flag(
            "--rouge-sentences",
            metavar="HOW",
            choices=_splitters,
            category="rouge",
            sets="sentences",
            default="lines",
            help="what a sentence is to rouge-lsum: a line of a segment (which JSON lines can "
            "hold), or what NLTK's Punkt finds in an English text",
        ),
    ]


def ter() -> list[Flag]:
    """Return the flags of TER alone."""
    return [
        Flag(
            "--ter-normalized",
            category="ter",
            sets="normalized",
            help="decode entities, and part punctuation from words",
        ),
        Flag(
            "--ter-no-punct",
            category="ter",
            sets="no_punct",
            help="delete punctuation marks",
        ),
        Flag(
            "--ter-asian-support",
            category="ter",
            sets="asian_support",
            help="with --ter-normalized, part Chinese and Japanese characters; with "
            "--ter-no-punct, delete Chinese and Japanese punctuation as well",
        ),
        Flag(
            "--ter-case-sensitive",
            category="ter",
            sets="case_sensitive",
            help="leave the case as it is; TER ignores it otherwise",
        ),
    ]
