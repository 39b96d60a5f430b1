"""Command-line options for metrics and their settings."""

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
    "metrics to compute, separated by spaces or commas; options such as --tokenize affect only "
    "the metrics that have them"
)
SEVERAL_WITH_LEARNED = (
    f"{SEVERAL}. Learned metrics are comet:MODEL, bertscore:MODEL and metricx:MODEL, where MODEL "
    "is the folder of a model, or the name of one that is already downloaded from Hugging Face"
)

SEVERAL_BY_SEGMENT = SEVERAL.replace(
    "metrics to compute", "metrics to compute (not nist; cider with --cider-frequencies)", 1
)


def all_metrics() -> Sequence[str]:
    """Return the names of all metrics."""
    from truebleu.metrics.registry import METRICS

    return tuple(METRICS)


def metrics_by_segment() -> Sequence[str]:
    """Return the names of the metrics that score each segment independently of other segments."""
    from truebleu.metrics.registry import BY_CORPUS, METRICS

    return tuple(name for name in METRICS if name not in BY_CORPUS)


def tokenizers() -> Sequence[str]:
    """Return the names of all tokenizers."""
    from truebleu.tokenizers import names

    return names()


def conventions() -> Sequence[str]:
    """Return the names of all conventions (presets that reproduce another tool)."""
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


def case(text: str) -> bool | str:
    """Return the metric setting `lowercase` for a value of `--case`.

    Raise `ValueError` for an unknown value.
    """
    if text in CASES:
        return CASES[text]
    raise ValueError(allowed("case", text, CASES))


LOWERCASE = Flag(
    "--lowercase",
    category="metric",
    sets="lowercase",
    help="ignore case (TER always does unless --ter-case-sensitive is set)",
)
CASE = Flag(
    "--case",
    metavar="CASE",
    parse=case,
    category="bleu",
    target="lowercase",
    sets="lowercase",
    default="set by the convention",
    help="when to lowercase: mixed = never; lower = before tokenization; ascii = before "
    "tokenization, only A-Z; after = after tokenization; references-after = lowercase "
    "hypotheses before tokenization, but references after it. --lowercase is the same as --case "
    "lower",
)


def flags(
    metrics: Callable[[], Sequence[str]] = all_metrics,
    *,
    help: str = SEVERAL_WITH_LEARNED,  # noqa: A002  argparse's word
    signature: bool = False,
    bleu_alone: bool = False,
) -> list[Flag]:
    """Return the options of a command that computes metrics.

    Args:
        metrics: a function that returns the metric names in the help of `--metric`.
        help: the help text of `--metric`.
        signature: whether to include `--signature`.
        bleu_alone: whether to leave out the settings of metrics other than BLEU.
    """
    name = Flag(
        "-m", "--metric",
        metavar="METRIC",
        choices=metrics,
        parse=metric_names,  # accepts all metrics: the command rejects those it does not support
        category="metric",
        listed=True,
        default="bleu",
        help=help,
    )  # fmt: skip
    signature_flag = Flag(
        "--signature",
        metavar="SIGNATURE",
        category="metric",
        help="take all settings from this signature of truebleu or sacreBLEU",
    )
    return [
        name,
        *tokenizing(),
        LOWERCASE,
        *([signature_flag] if signature else []),
        *bleu(),
        *([] if bleu_alone else [CASE, *chrf(), *rouge(), *cider(), *ter()]),
    ]


def learned() -> Flag:
    """Return the option for the cache of learned metrics."""
    return Flag(
        "--model-cache",
        metavar="FOLDER",
        category="metric",
        help="folder that stores the scores of learned metrics, so that later runs reuse them",
    )


def tokenizing() -> list[Flag]:
    """Return the options that choose the tokenizer."""
    return [
        Flag(
            "-t", "--tokenize",
            metavar="NAME",
            choices=tokenizers,
            category="metric",
            sets="tokenizer",
            default="13a",
            help="tokenizer of BLEU. If this option is passed, ROUGE, NIST, METEOR and others use "
            "it, too",
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
    """Return the options for the settings of BLEU."""
    return [
        Flag(
            "--convention",
            metavar="NAME",
            choices=conventions,
            category="bleu",
            sets="convention",
            default="sacrebleu",
            help="preset that reproduces another tool (rouge-*: for ROUGE); other "
            "options override its settings",
        ),
        Flag(
            "--smoothing",
            metavar="NAME",
            choices=_smoothings,
            category="bleu",
            sets="smoothing",
            default="exp",
            help="smoothing of n-gram orders with zero matches",
        ),
        Flag(
            "--smoothing-value",
            metavar="X",
            parse=number,
            category="bleu",
            sets="smoothing_value",
            default="0.1 for floor, 1 for add-k",
            help="parameter of the smoothing",
        ),
        Flag(
            "--max-ngram-order",
            metavar="N",
            parse=positive_count,
            category="bleu",
            sets="max_ngram_order",
            default="4",
            help="maximum n-gram order",
        ),
        Flag(
            "--weights",
            metavar="W,W,...",
            parse=numbers,
            category="bleu",
            sets="weights",
            default="all equal",
            help="weights of the n-gram orders, comma-separated; they are normalized to sum to 1",
        ),
        Flag(
            "--reference-length",
            metavar="RULE",
            choices=_reference_lengths,
            category="bleu",
            sets="reference_length",
            default="closest",
            help="which reference's length the brevity penalty uses if a segment has several "
            "references: closest = the closest to the hypothesis, or the shorter of two equally "
            "close ones; closest-first = the closest, or the first of two equally close ones",
        ),
        Flag(
            "--effective-order",
            category="bleu",
            sets="effective_order",
            help="leave out n-gram orders for which the hypotheses have no n-grams (default: yes "
            "for segment scores, no for corpus scores)",
        ),
        Flag(
            "--no-effective-order",
            category="bleu",
            target="effective_order",
            value=False,
            help="keep all n-gram orders",
        ),
        Flag(
            "--scale",
            metavar="S",
            parse=number,
            category="bleu",
            sets="scale",
            default="100",
            help="maximum score: 100 or 1",
        ),
        Flag(
            "--average",
            metavar="NAME",
            choices=_averages,
            category="bleu",
            sets="average",
            default="micro",
            help="corpus score: micro = computed from the summed counts, macro = mean of the "
            "segment scores (not corpus BLEU)",
        ),
    ]


def chrf() -> list[Flag]:
    """Return the options for the settings of chrF."""
    return [
        Flag(
            "--chrf-char-order",
            metavar="N",
            parse=count,
            category="chrf",
            sets="char_order",
            default="6",
            help="maximum order of character n-grams",
        ),
        Flag(
            "--chrf-word-order",
            metavar="N",
            parse=count,
            category="chrf",
            sets="word_order",
            default="0 for chrf, 2 for chrf++",
            help="maximum order of word n-grams",
        ),
        Flag(
            "--chrf-beta",
            metavar="X",
            parse=number,
            category="chrf",
            sets="beta",
            default="2",
            help="weight of recall relative to precision",
        ),
        Flag(
            "--chrf-whitespace",
            category="chrf",
            sets="whitespace",
            help="include whitespace in character n-grams",
        ),
        Flag(
            "--chrf-eps-smoothing",
            category="chrf",
            sets="eps_smoothing",
            help="average the F-scores of the n-gram orders, with an epsilon for orders without "
            "matches, as chrF++.py, NLTK and Moses do (default: compute F from the average "
            "precision and recall)",
        ),
    ]


def rouge() -> list[Flag]:
    """Return the options for the settings of ROUGE."""
    return [
        Flag(
            "--rouge-stem",
            category="rouge",
            sets="stem",
            help="stem English words with the Porter stemmer (NLTK, rouge-score)",
        ),
        Flag(
            "--rouge-sentences",
            metavar="RULE",
            choices=_splitters,
            category="rouge",
            sets="sentences",
            default="lines",
            help="how rouge-lsum splits a segment into sentences: lines = at line breaks inside "
            "the segment (possible in JSON Lines), punkt = NLTK's Punkt (English)",
        ),
    ]


def cider() -> list[Flag]:
    """Return the options for the settings of CIDEr."""
    return [
        Flag(
            "--cider-plain",
            category="cider",
            sets="plain",
            help="plain CIDEr instead of CIDEr-D: no clipping and no length penalty",
        ),
        Flag(
            "--cider-frequencies",
            metavar="FILE",
            category="cider",
            sets="document_frequencies",
            default="frequencies in the references",
            help="document frequencies of another corpus: the JSON file that "
            "DocumentFrequencies.write creates in Python",
        ),
    ]


def ter() -> list[Flag]:
    """Return the options for the settings of TER."""
    return [
        Flag(
            "--ter-normalized",
            category="ter",
            sets="normalized",
            help="decode XML entities such as &quot; and separate punctuation from words",
        ),
        Flag(
            "--ter-no-punct",
            category="ter",
            sets="no_punct",
            help="remove punctuation",
        ),
        Flag(
            "--ter-asian-support",
            category="ter",
            sets="asian_support",
            help="with --ter-normalized, separate Chinese and Japanese characters; with "
            "--ter-no-punct, remove their punctuation as well",
        ),
        Flag(
            "--ter-case-sensitive",
            category="ter",
            sets="case_sensitive",
            help="keep case; TER ignores it by default",
        ),
    ]
