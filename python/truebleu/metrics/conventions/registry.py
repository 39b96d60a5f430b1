"""All conventions, in the order in which they are listed.

The settings come from running and reading each program. The golden cases under
testdata/golden/tools have its scores; tests/cases/test_golden_conventions.py compares these entries
with them.
"""

from __future__ import annotations

from typing import Any

from truebleu.metrics.conventions.convention import Convention

PAPINENI = "Papineni, Roukos, Ward and Zhu (2002), BLEU: a Method for Automatic Evaluation of \
Machine Translation, ACL, https://aclanthology.org/P02-1040"
POST = "Post (2018), A Call for Clarity in Reporting BLEU Scores, WMT, \
https://aclanthology.org/W18-6319"
LIN_OCH = "Lin and Och (2004), ORANGE: a Method for Evaluating Automatic Evaluation Metrics for \
Machine Translation, COLING, https://aclanthology.org/C04-1072"
CHEN_CHERRY = "Chen and Cherry (2014), A Systematic Comparison of Smoothing Techniques for \
Sentence-Level BLEU, WMT, https://aclanthology.org/W14-3346"
CLARK = "Clark, Dyer, Lavie and Smith (2011), Better Hypothesis Testing for Statistical Machine \
Translation, ACL, https://aclanthology.org/P11-2031"
KOEHN = "Koehn et al. (2007), Moses: Open Source Toolkit for Statistical Machine Translation, \
ACL, https://aclanthology.org/P07-2045"
OTT = "Ott et al. (2019), fairseq: A Fast, Extensible Toolkit for Sequence Modeling, NAACL, \
https://aclanthology.org/N19-4009"
WU = "Wu et al. (2016), Google's Neural Machine Translation System: Bridging the Gap between Human \
and Machine Translation, https://arxiv.org/abs/1609.08144"

# What most programs agree on; each entry says where it differs.
USUAL: dict[str, object] = {
    "tokenizer": "none",
    "lowercase": False,
    "smoothing": "none",
    "smoothing_value": None,  # as the method has it
    "max_ngram_order": 4,
    "weights": None,  # uniform
    "reference_length": "closest",
    "effective_order": False,
    "scale": 1,
    "average": "micro",
}

# What mteval prints beside BLEU, of the same tokens.
MTEVAL_NIST: dict[str, dict[str, object]] = {"NIST": {"max_ngram_order": 5}}
MTEVAL_RULES = {"hopeless": "never", "missing": "one", "finish": "as-is"}
MTEVAL_UNSMOOTHED = (({"smoothing": "none"}, {"missing": "zero", "joining": "exponent"}),)
NLTK_RULES = {
    "totals": "at-least-one",
    "zeros": "drop",
    "mean": "exact-terms",
    "finish": "as-is",
}
NLTK_SMOOTHINGS = {
    "none": "least",
    "method4": "nltk-method4",
    "method5": "nltk-method5",
    "method6": "nltk-method6",
    "method7": "nltk-method7",
}
# TensorFlow's NMT tutorial wrote it first; others copied it.
TENSORFLOW_RULES = {"hopeless": "never", "brevity": "ratio", "mean": "terms", "finish": "as-is"}
IGNITE_RULES = {"mean": "exact-terms", "finish": "as-is"}
IGNITE_UNSMOOTHED = (
    ({"smoothing": "none"}, {"arithmetic": "reciprocal"}),
    ({"smoothing": "none", "average": "macro"}, {"arithmetic": "single-reciprocal"}),
    ({"smoothing": "floor"}, {"missing": "one-ngram"}),
)


def _of(
    name: str,
    source: str,
    summary: str,
    differing: dict[str, object],
    beside: dict[str, dict[str, object]] | None = None,
    **more: Any,
) -> Convention:
    settings = {"BLEU": {**USUAL, **differing}, **(beside or {})}
    return Convention(name=name, source=source, own_settings=settings, summary=summary, **more)


def _mteval(name: str, source: str, summary: str, tokenizer: str = "mteval-13a") -> Convention:
    """Make one of NIST's programs since 2009: they differ in their tokens alone."""
    differing: dict[str, object] = {
        "tokenizer": tokenizer,
        "lowercase": "ascii",
        "smoothing": "exp",
    }
    return _of(
        name,
        source,
        summary,
        differing,
        MTEVAL_NIST,
        citation=PAPINENI,
        own_rules=MTEVAL_RULES,
        exceptions=MTEVAL_UNSMOOTHED,
        decimals=4,
    )


_ALL = (
    _of(
        "sacrebleu",
        "sacreBLEU 2.6.0, https://github.com/mjpost/sacrebleu",
        "What the field publishes: 13a tokens, exponential smoothing, the closest reference "
        "length; 0 to 100.",
        {
            "tokenizer": "13a",
            "smoothing": "exp",
            "effective_order": None,  # on for sentences, off for corpora
            "scale": 100,
        },
        citation=POST,
        decimals=2,
    ),
    _of(
        "papineni",
        "the paper, sections 2.1 to 2.3",
        "The definition: tokens as given, case folded, no smoothing, the best match length.",
        {"lowercase": True},
        citation=PAPINENI,
    ),
    _mteval(
        "mteval-v13a",
        "NIST's mteval-v13a.pl, as Moses carries it",
        "13a tokens, ASCII case ignored; an order without matches counts as 1/2, 1/4, ... of one, "
        "an order without n-grams as perfect.",
    ),
    _mteval(
        "mteval-v14",
        "NIST's mteval-v14.pl",
        "As mteval-v13a. International tokens are tokenizer mteval-intl with lowercase True (in "
        "mteval-v13a, mteval-intl-13a).",
    ),
    _mteval(
        "mteval-v14c",
        "NIST's mteval-v14c.pl",
        "As mteval-v14, but a web address stays one token.",
        tokenizer="mteval-14c",
    ),
    _of(
        "mteval-v12",
        "NIST's mteval before version 13 (2009), from what later versions say of it",
        "The shortest reference length, no smoothing, international tokens, case ignored.",
        {"tokenizer": "mteval-intl", "lowercase": True, "reference_length": "shortest"},
        MTEVAL_NIST,
        citation=PAPINENI,
        own_rules={"finish": "as-is"},
        decimals=4,
    ),
    _of(
        "multi-bleu",
        "Moses' multi-bleu.perl",
        "Tokens are what ASCII whitespace separates, no smoothing: the number depends on who "
        "tokenized the text.",
        {"tokenizer": "whitespace-ascii", "scale": 100},
        citation=KOEHN,
        own_rules={"scaling": "last", "finish": "as-is"},
        decimals=2,
    ),
    _of(
        "multi-bleu-detok",
        "Moses' multi-bleu-detok.perl",
        "As multi-bleu, of 13a tokens, as mteval makes them. Its -lc is lowercase "
        "references-after.",
        {"tokenizer": "mteval-13a", "scale": 100},
        citation=KOEHN,
        own_rules={"scaling": "last", "finish": "as-is"},
        decimals=2,
    ),
    _of(
        "moses-sentence",
        "Moses' sentence-bleu",
        "Of one sentence: one is added to the matches and totals of all orders, in single "
        "precision; of a corpus, the mean.",
        {"tokenizer": "space", "smoothing": "laplace", "average": "macro"},
        citation=KOEHN,
        own_rules={
            "hopeless": "never",
            "joining": "exponent",
            "arithmetic": "single",
            "finish": "as-is",
        },
        decimals=4,
    ),
    _of(
        "nltk",
        "NLTK 3.10.4, nltk.translate.bleu_score",
        "Every sentence counts at least one n-gram of each order; without smoothing a zero counts "
        "as 2.2e-308; weights as they are given; methods 4 to 7 are NLTK's own.",
        {},
        citation=CHEN_CHERRY,
        own_rules=NLTK_RULES,
        smoothings=NLTK_SMOOTHINGS,
        weights_as_given=True,
    ),
    _of(
        "lin-och",
        "the paper, section 4.1: BLEU+1",
        "Of one sentence: one is added to the matches and totals of all orders but the first; of "
        "a corpus, the mean.",
        {"smoothing": "add-k", "average": "macro"},
        citation=LIN_OCH,
    ),
    _of(
        "huggingface",
        "Hugging Face evaluate 0.4.6, metric bleu",
        "13a tokens, the shortest reference length, no smoothing; its smooth=True is smoothing "
        "laplace. Where it divides by zero, the score here is 0.",
        {"tokenizer": "13a-untrimmed", "reference_length": "shortest"},
        own_rules=TENSORFLOW_RULES,
    ),
    _of(
        "torchmetrics",
        "torchmetrics 1.9.0, BLEUScore",
        "Tokens as given, the first of the closest references, single precision; any order "
        "without a match gives 0, smoothed or not; weights as they are given. Its smooth=True is "
        "smoothing add-k.",
        {"reference_length": "closest-first"},
        own_rules={
            "hopeless": "any-order",
            "arithmetic": "single",
            "mean": "terms",
            "finish": "as-is",
        },
        weights_as_given=True,
        decimals=4,
    ),
    _of(
        "torchmetrics-sacre",
        "torchmetrics 1.9.0, SacreBLEUScore",
        "As torchmetrics, of 13a tokens; its lowercase=True is lowercase after.",
        {"tokenizer": "13a-untrimmed", "reference_length": "closest-first"},
        own_rules={
            "hopeless": "any-order",
            "arithmetic": "single",
            "mean": "terms",
            "finish": "as-is",
        },
        weights_as_given=True,
        decimals=4,
    ),
    _of(
        "ignite",
        "PyTorch-Ignite 0.5.5, Bleu",
        "Of a corpus, the mean of sentence scores, no smoothing. Its smooth1 is smoothing floor, "
        "its smooth2 add-k; average micro pools the counts.",
        {"average": "macro"},
        own_rules=IGNITE_RULES,
        exceptions=IGNITE_UNSMOOTHED,
    ),
    _of(
        "ignite-nltk",
        "PyTorch-Ignite 0.5.5, Bleu(smooth='nltk_smooth2')",
        "As ignite, with smoothing add-k where a total is at least one.",
        {"average": "macro", "smoothing": "add-k"},
        own_rules={**IGNITE_RULES, "missing": "one-ngram"},
    ),
    _of(
        "keras-hub",
        "KerasHub 0.32.0, Bleu",
        "13a-like tokens that leave a number's final period, the shortest reference length, "
        "single precision; its smooth=True is smoothing laplace.",
        {"tokenizer": "keras-hub", "reference_length": "shortest"},
        own_rules={**TENSORFLOW_RULES, "arithmetic": "single-quotients"},
    ),
    _of(
        "coco",
        "pycocoevalcap 1.2, Bleu",
        "Tokens as given; 1e-15 is added to matches and 1e-9 to totals, so nothing is 0 and a "
        "perfect score a little below 1.",
        {"smoothing": "pseudocounts"},
        own_rules={"hopeless": "never", "brevity": "guarded", "mean": "root", "finish": "as-is"},
    ),
    _of(
        "fairseq",
        "fairseq at 3d262bb, fairseq-score",
        "One reference; an empty line counts as one token; no smoothing. Its --sentence-bleu is "
        "smoothing add-k. Its dictionary's own words in a text (<unk>, </s>) are words here.",
        {"tokenizer": "fairseq", "scale": 100},
        citation=OTT,
        own_rules={"scaling": "last", "finish": "as-is", "references": "one"},
        decimals=2,
    ),
    _of(
        "bleuscore",
        "bleuscore 0.2.0 (Rust)",
        "13a tokens, the shortest reference length, no smoothing; its smooth=True is smoothing "
        "laplace. What is 0/0 elsewhere has a number.",
        {"tokenizer": "mteval-13a", "reference_length": "shortest"},
        own_rules={**TENSORFLOW_RULES, "mean": "reciprocal"},
    ),
    _of(
        "jbleu",
        "MultEval at bd93ed1, jBLEU",
        "Tokens as given, empty ones too; mteval's smoothing; 0 to 100.",
        {"tokenizer": "guava", "smoothing": "exp", "scale": 100},
        citation=CLARK,
        own_rules={
            "hopeless": "never",
            "missing": "one",
            "mean": "terms",
            "scaling": "last",
            "finish": "clamp",
        },
        decimals=2,
    ),
    _of(
        "matlab",
        "MATLAB Text Analytics Toolbox, bleuEvaluationScore, from its documentation",
        "Of one document: tokens as given, no smoothing; of a corpus, the mean. Where its answer "
        "is NaN (both sides empty), the score here is 0.",
        {"average": "macro"},
        citation=PAPINENI,
        own_rules={"finish": "as-is", "mean": "terms"},
    ),
    _of(
        "futureagi",
        "Future AGI's SDK at a13cd0d, bleu_score",
        "NLTK's sentence score of what whitespace separates, method1; of a corpus, the mean.",
        {"smoothing": "floor", "average": "macro"},
        own_rules=NLTK_RULES,
        smoothings=NLTK_SMOOTHINGS,
        weights_as_given=True,
    ),
    _of(
        "futureagi-function",
        "Future AGI's platform at 5dc9ff2, the function",
        "As futureagi, with method4 and one reference.",
        {"smoothing": "method4", "average": "macro"},
        own_rules={**NLTK_RULES, "references": "one"},
        smoothings=NLTK_SMOOTHINGS,
        weights_as_given=True,
    ),
    _of(
        "futureagi-yaml",
        "Future AGI's platform at 5dc9ff2, evaluation 101",
        "Of one sentence and one reference: one is added to the matches and totals of all orders, "
        "an order without n-grams counts 1e-9; of a corpus, the mean.",
        {"smoothing": "laplace", "average": "macro"},
        own_rules={
            "hopeless": "empty-side",
            "missing": "1e-9",
            "finish": "clamp",
            "references": "one",
        },
    ),
    _of(
        "futureagi-catalog",
        "Future AGI's platform at 5dc9ff2, the catalog's code",
        "The unigram precision and the brevity penalty of lowercased text, at four decimals; one "
        "reference; of a corpus, the mean.",
        {"lowercase": True, "max_ngram_order": 1, "average": "macro"},
        own_rules={"finish": "decimals-4", "references": "one"},
    ),
    _of(
        "futureagi-typescript",
        "Future AGI's SDK for TypeScript at a13cd0d, bleuScore",
        "Lowercased ASCII letters and digits only; orders without a match are left out; one "
        "reference; of a corpus, the mean.",
        {"tokenizer": "alphanumeric", "lowercase": True, "average": "macro"},
        own_rules={"zeros": "renormalise", "finish": "as-is", "references": "one"},
    ),
    Convention(
        name="google-bleu",
        source="Hugging Face evaluate 0.4.6, metric google_bleu",
        own_settings={
            "GLEU": {
                "tokenizer": "13a",
                "lowercase": False,
                "min_order": 1,
                "max_order": 4,
                "scale": 1,
            }
        },
        summary="GLEU, a formula of its own: the smaller of precision and recall of all n-grams "
        "together, of several references that of the best; 13a tokens.",
        citation=WU,
    ),
)

CONVENTIONS: dict[str, Convention] = {each.name: each for each in _ALL}
