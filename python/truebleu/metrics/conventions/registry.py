"""All conventions, in the order in which they are printed.

Each convention was determined by reading and running the reproduced tool. The scores of the tools
are recorded in testdata/golden/tools. tests/cases/test_golden_conventions.py compares them with
truebleu's scores.
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
LIN = "Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries, \
https://aclanthology.org/W04-1013"
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

# Settings of most tools; each entry has only the settings that differ from these.
USUAL: dict[str, object] = {
    "tokenizer": "none",
    "lowercase": False,
    "smoothing": "none",
    "smoothing_value": None,  # the default of the smoothing method
    "max_ngram_order": 4,
    "weights": None,  # uniform
    "reference_length": "closest",
    "effective_order": False,
    "scale": 1,
    "average": "micro",
}

# NIST score that mteval prints next to BLEU, computed from the same tokens.
MTEVAL_NIST: dict[str, dict[str, object]] = {"NIST": {"max_ngram_order": 5}}
MTEVAL_RULES = {"zero_score": "never", "missing": "one", "finish": "as-is"}
MTEVAL_UNSMOOTHED = (({"smoothing": "none"}, {"missing": "zero", "joining": "exponent"}),)
NLTK_RULES = {
    "totals": "at-least-one",
    "zero_precisions": "drop",
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
# Rules of the script in TensorFlow's NMT tutorial, which other tools have copied.
TENSORFLOW_RULES = {"zero_score": "never", "brevity": "ratio", "mean": "terms", "finish": "as-is"}
PROMPTFOO_RULES = {
    "zero_score": "empty-side",
    "mean": "terms",
    "finish": "as-is",
    "references": "one",
}
PROMPTFOO_SMOOTHINGS = {"none": "least-1e-7"}
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
    other_metrics: dict[str, dict[str, object]] | None = None,
    **fields: Any,
) -> Convention:
    settings = {"BLEU": {**USUAL, **differing}, **(other_metrics or {})}
    return Convention(name=name, source=source, own_settings=settings, summary=summary, **fields)


def _mteval(name: str, source: str, summary: str, tokenizer: str = "mteval-13a") -> Convention:
    """Create the convention for an mteval version of 2009 or later.

    These versions differ only in the tokenizer.
    """
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


def _one_hot(name: str, source: str, summary: str, **rules: str) -> Convention:
    """Create the convention for a tool that calls NLTK with the weights (0, 0, 0, 1)."""
    return _of(
        name,
        source,
        summary,
        {"tokenizer": "word_tokenize", "weights": (0.0, 0.0, 0.0, 1.0), "average": "macro"},
        own_rules={**NLTK_RULES, **rules},
        smoothings=NLTK_SMOOTHINGS,
        weights_as_given=True,
        last_order_alone=True,
    )


def _rouge(name: str, source: str, summary: str, **differing: object) -> Convention:
    settings: dict[str, object] = {"tokenizer": "none", "lowercase": False, "stem": False}
    return Convention(
        name=name,
        source=source,
        own_settings={"ROUGE": {**settings, **differing, "scale": 1}},
        summary=summary,
        citation=LIN,
    )


_ALL = (
    _of(
        "sacrebleu",
        "sacreBLEU 2.6.0, https://github.com/mjpost/sacrebleu",
        "The standard in MT papers: 13a tokens, exponential smoothing, the closest reference "
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
        "The definition: given tokens, lowercased, no smoothing, the closest reference length.",
        {"lowercase": True},
        citation=PAPINENI,
    ),
    _mteval(
        "mteval-v13a",
        "NIST's mteval-v13a.pl, as Moses carries it",
        "13a tokens, ASCII lowercasing; orders without matches count 1/2, 1/4, ... match, orders "
        "without n-grams have precision 1.",
    ),
    _mteval(
        "mteval-v14",
        "NIST's mteval-v14.pl",
        "Like mteval-v13a. For international tokens use tokenizer mteval-intl with lowercase True "
        "(in mteval-v13a, mteval-intl-13a).",
    ),
    _mteval(
        "mteval-v14c",
        "NIST's mteval-v14c.pl",
        "Like mteval-v14, but a web address is one token.",
        tokenizer="mteval-14c",
    ),
    _of(
        "mteval-v12",
        "NIST's mteval before version 13 (2009), as documented in later versions",
        "The shortest reference length, no smoothing, international tokens, lowercased.",
        {"tokenizer": "mteval-intl", "lowercase": True, "reference_length": "shortest"},
        MTEVAL_NIST,
        citation=PAPINENI,
        own_rules={"finish": "as-is"},
        decimals=4,
    ),
    _of(
        "multi-bleu",
        "Moses' multi-bleu.perl",
        "Tokens separated by ASCII whitespace, no smoothing: the score depends on the tokenization "
        "of the text.",
        {"tokenizer": "whitespace-ascii", "scale": 100},
        citation=KOEHN,
        own_rules={"scaling": "last", "finish": "as-is"},
        decimals=2,
    ),
    _of(
        "multi-bleu-detok",
        "Moses' multi-bleu-detok.perl",
        "Like multi-bleu, with mteval's 13a tokens. Its -lc is lowercase references-after.",
        {"tokenizer": "mteval-13a", "scale": 100},
        citation=KOEHN,
        own_rules={"scaling": "last", "finish": "as-is"},
        decimals=2,
    ),
    _of(
        "moses-sentence",
        "Moses' sentence-bleu",
        "Adds 1 to the matches and totals of all orders, in single precision; a corpus score is "
        "the mean of sentence scores.",
        {"tokenizer": "space", "smoothing": "laplace", "average": "macro"},
        citation=KOEHN,
        own_rules={
            "zero_score": "never",
            "joining": "exponent",
            "arithmetic": "single",
            "finish": "as-is",
        },
        decimals=4,
    ),
    _of(
        "nltk",
        "NLTK 3.10.4, nltk.translate.bleu_score",
        "Every sentence counts at least one n-gram of each order; without smoothing, zero "
        "precisions are 2.2e-308; weights are not normalized; methods 4 to 7 are NLTK's own.",
        {},
        citation=CHEN_CHERRY,
        own_rules=NLTK_RULES,
        smoothings=NLTK_SMOOTHINGS,
        weights_as_given=True,
    ),
    _of(
        "lin-och",
        "the paper, section 4.1: BLEU+1",
        "Adds 1 to the matches and totals of all orders except the first; a corpus score is the "
        "mean of sentence scores.",
        {"smoothing": "add-k", "average": "macro"},
        citation=LIN_OCH,
    ),
    _of(
        "huggingface",
        "Hugging Face evaluate 0.4.6, metric bleu",
        "13a tokens, the shortest reference length, no smoothing; its smooth=True is smoothing "
        "laplace. The score is 0 where it divides by zero.",
        {"tokenizer": "13a-untrimmed", "reference_length": "shortest"},
        own_rules=TENSORFLOW_RULES,
    ),
    _of(
        "torchmetrics",
        "torchmetrics 1.9.0, BLEUScore",
        "Given tokens, the first of the closest references, single precision; an order without a "
        "match gives 0, even with smoothing; weights are not normalized. Its smooth=True is "
        "smoothing add-k.",
        {"reference_length": "closest-first"},
        own_rules={
            "zero_score": "any-order",
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
        "Like torchmetrics, with 13a tokens; its lowercase=True is lowercase after.",
        {"tokenizer": "13a-untrimmed", "reference_length": "closest-first"},
        own_rules={
            "zero_score": "any-order",
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
        "A corpus score is the mean of sentence scores, no smoothing. Its smooth1 is smoothing "
        "floor, its smooth2 add-k; average micro sums the counts.",
        {"average": "macro"},
        own_rules=IGNITE_RULES,
        exceptions=IGNITE_UNSMOOTHED,
    ),
    _of(
        "ignite-nltk",
        "PyTorch-Ignite 0.5.5, Bleu(smooth='nltk_smooth2')",
        "Like ignite, with smoothing add-k and totals of at least 1.",
        {"average": "macro", "smoothing": "add-k"},
        own_rules={**IGNITE_RULES, "missing": "one-ngram"},
    ),
    _of(
        "keras-hub",
        "KerasHub 0.32.0, Bleu",
        "13a tokens, but a period after a number stays; the shortest reference length, "
        "single precision; its smooth=True is smoothing laplace.",
        {"tokenizer": "keras-hub", "reference_length": "shortest"},
        own_rules={**TENSORFLOW_RULES, "arithmetic": "single-quotients"},
    ),
    _of(
        "coco",
        "pycocoevalcap 1.2, Bleu",
        "Given tokens; adds 1e-15 to matches and 1e-9 to totals, so no score is 0 and a perfect "
        "score is slightly below 1.",
        {"smoothing": "pseudocounts"},
        own_rules={"zero_score": "never", "brevity": "guarded", "mean": "root", "finish": "as-is"},
    ),
    _of(
        "fairseq",
        "fairseq at 3d262bb, fairseq-score",
        "One reference; an empty line counts as one token; no smoothing. Its --sentence-bleu is "
        "smoothing add-k. Special tokens in a text (<unk>, </s>) count as words.",
        {"tokenizer": "fairseq", "scale": 100},
        citation=OTT,
        own_rules={"scaling": "last", "finish": "as-is", "references": "one"},
        decimals=2,
    ),
    _of(
        "bleuscore",
        "bleuscore 0.2.0 (Rust)",
        "13a tokens, the shortest reference length, no smoothing; its smooth=True is smoothing "
        "laplace. Precisions of 0/0 are defined.",
        {"tokenizer": "mteval-13a", "reference_length": "shortest"},
        own_rules={**TENSORFLOW_RULES, "mean": "reciprocal"},
    ),
    _of(
        "jbleu",
        "MultEval at bd93ed1, jBLEU",
        "Given tokens, including empty ones; mteval's smoothing; 0 to 100.",
        {"tokenizer": "guava", "smoothing": "exp", "scale": 100},
        citation=CLARK,
        own_rules={
            "zero_score": "never",
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
        "Given tokens, no smoothing; a corpus score is the mean of documents. The score is 0 where "
        "MATLAB's is NaN (both sides empty).",
        {"average": "macro"},
        citation=PAPINENI,
        own_rules={"finish": "as-is", "mean": "terms"},
    ),
    _of(
        "futureagi",
        "Future AGI's SDK at a13cd0d, bleu_score",
        "NLTK's sentence score with method1, tokens separated by whitespace; a corpus score is the "
        "mean of sentence scores.",
        {"smoothing": "floor", "average": "macro"},
        own_rules=NLTK_RULES,
        smoothings=NLTK_SMOOTHINGS,
        weights_as_given=True,
    ),
    _of(
        "futureagi-function",
        "Future AGI's platform at 5dc9ff2, the function",
        "Like futureagi, with method4 and one reference.",
        {"smoothing": "method4", "average": "macro"},
        own_rules={**NLTK_RULES, "references": "one"},
        smoothings=NLTK_SMOOTHINGS,
        weights_as_given=True,
    ),
    _of(
        "futureagi-yaml",
        "Future AGI's platform at 5dc9ff2, evaluation 101",
        "One reference; adds 1 to the matches and totals of all orders; an order without n-grams "
        "counts 1e-9; a corpus score is the mean of sentence scores.",
        {"smoothing": "laplace", "average": "macro"},
        own_rules={
            "zero_score": "empty-side",
            "missing": "1e-9",
            "finish": "clamp",
            "references": "one",
        },
    ),
    _of(
        "futureagi-catalog",
        "Future AGI's platform at 5dc9ff2, the catalog's code",
        "Unigram precision with brevity penalty, of lowercased text, to four decimals; one "
        "reference; a corpus score is the mean of sentence scores.",
        {"lowercase": True, "max_ngram_order": 1, "average": "macro"},
        own_rules={"finish": "decimals-4", "references": "one"},
    ),
    _of(
        "futureagi-typescript",
        "Future AGI's SDK for TypeScript at a13cd0d, bleuScore",
        "Lowercased ASCII letters and digits only; orders without a match are left out; one "
        "reference; a corpus score is the mean of sentence scores.",
        {"tokenizer": "alphanumeric", "lowercase": True, "average": "macro"},
        own_rules={"zero_precisions": "renormalise", "finish": "as-is", "references": "one"},
    ),
    _one_hot(
        "deepeval",
        "DeepEval 4.3.1, Scorer.sentence_bleu_score",
        "NLTK's sentence score with all weight on the highest order: its bleu1 is max_ngram_order "
        "1. Tokens of NLTK's word_tokenize; a corpus score is the mean of sentence scores.",
    ),
    _one_hot(
        "helm",
        "HELM 0.5.16, bleu_1 and bleu_4",
        "Like deepeval, with one reference; bleu_1 is max_ngram_order 1.",
        references="one",
    ),
    _one_hot(
        "lighteval",
        "lighteval 0.13.0, bleu_1 and bleu_4",
        "Like deepeval; bleu_1 is max_ngram_order 1. Its metric bleu is sacrebleu with the first "
        "reference.",
    ),
    _of(
        "opik",
        "Opik 2.2.122, SentenceBLEU and CorpusBLEU",
        "NLTK with method1 for lowercased text, split at whitespace, without orders that are "
        "longer than the text. The mean of sentence scores; its CorpusBLEU is average micro.",
        {"lowercase": True, "smoothing": "floor", "effective_order": True, "average": "macro"},
        own_rules={**NLTK_RULES, "effective": "longest"},
        smoothings=NLTK_SMOOTHINGS,
    ),
    _of(
        "azure",
        "Azure AI evaluation 1.18.10, BleuScoreEvaluator",
        "NLTK's sentence score with method4 and one reference; the tokenizer depends on whether "
        "the text is ASCII; a corpus score is the mean of sentence scores.",
        {"tokenizer": "azure", "smoothing": "method4", "average": "macro"},
        own_rules={**NLTK_RULES, "references": "one"},
        smoothings=NLTK_SMOOTHINGS,
        weights_as_given=True,
    ),
    _of(
        "mlflow",
        "MLflow 3.17.2, mlflow.metrics.bleu",
        "The mean of huggingface's scores of single rows, against the first reference.",
        {"tokenizer": "13a-untrimmed", "reference_length": "shortest", "average": "macro"},
        own_rules={**TENSORFLOW_RULES, "references": "one"},
    ),
    _of(
        "promptfoo",
        "promptfoo since June 2026, bleu, from its documentation",
        "Lowercased text, split at whitespace, without orders that are longer than the text; a "
        "precision of 0 counts 1e-7; the mean of sentence scores. With one reference; not compared "
        "with recorded numbers.",
        {"lowercase": True, "effective_order": True, "average": "macro"},
        own_rules=PROMPTFOO_RULES,
        smoothings=PROMPTFOO_SMOOTHINGS,
    ),
    _of(
        "promptfoo-2026-05",
        "promptfoo until May 2026, bleu, from its documentation",
        "Like promptfoo, but the brevity penalty is inverted, so that short text is rewarded and "
        "can score above 1, and orders without n-grams count 1e-7. Not compared with recorded "
        "numbers.",
        {"lowercase": True, "average": "macro"},
        own_rules={**PROMPTFOO_RULES, "brevity": "inverted", "missing": "1e-7"},
        smoothings=PROMPTFOO_SMOOTHINGS,
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
        summary="GLEU: the minimum of precision and recall of all n-grams, against the best of "
        "several references; 13a tokens.",
        citation=WU,
    ),
    _rouge(
        "rouge-score",
        "rouge-score 0.1.2 (Google), RougeScorer",
        "ROUGE: lowercased ASCII letters and digits, the reference with the best F1, the mean over "
        "the texts; rougeLsum splits at line breaks. Its use_stemmer=True is stem.",
        tokenizer="rouge",
        lowercase=True,
    ),
    _rouge(
        "rouge-pltrdy",
        "rouge 1.0.1 (pltrdy), Rouge",
        "ROUGE with distinct n-grams and words only, of text cut at every full stop and split at "
        "whitespace; F1 is slightly below 1 for identical texts. With one reference, and text on "
        "both sides.",
    ),
    _rouge(
        "rouge-pltrdy-repeats",
        "rouge 1.0.1 (pltrdy), Rouge(exclusive=False)",
        "Like rouge-pltrdy, but repeated n-grams and words count; its rouge-l can exceed 1.",
    ),
)

CONVENTIONS: dict[str, Convention] = {convention.name: convention for convention in _ALL}
