"""Metrics compared with the programs that first computed them, on random corpora."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any

import fastchrf
import jiwer
from nltk.translate import bleu_score, gleu_score

import truebleu.compat.nltk as drop_in
from proof.cases import Text, corpus, pool, tokens
from proof.trials import Trial, all_records, describe_difference, try_again
from tests.compat.test_nltk import same
from tests.differential import test_bleuscore, test_rouge
from tests.differential.test_meteor import of_nltk
from tests.differential.test_nltk import theirs as of_nltks_bleu
from tests.outcomes import outcome
from tests.small_wordnet import SYNONYMS
from truebleu import BLEU, CER, CHRF, GLEU, METEOR, ROUGE, WER, InputError, References
from truebleu.metrics.rouge import VARIANTS

Corpus = list[tuple[list[str], list[list[str]]]]
WEIGHTS = (
    None,
    None,
    (0.5, 0.5),
    (1 / 3, 1 / 3, 1 / 3),
    (0.1, 0.2, 0.3, 0.4),
    (1, 1, 1),
    (0.2,) * 5,
)
SEVERAL = [(0.5, 0.5), (1 / 3, 1 / 3, 1 / 3), (0.2, 0.2, 0.2, 0.2, 0.2)]
NO_SEPARATORS = dict.fromkeys(range(0x1C, 0x20))
WORDS = ("the", "cat", "cats", "Cat", "running", "runs", "run", "quick", "fast", "speedy", "a", ".")


def sides(texts: Corpus) -> tuple[list[list[str]], list[list[list[str]]]]:
    return [hypothesis for hypothesis, _ in texts], [references for _, references in texts]


@cache
def nltks(method: int, weights: Any, reweight: bool) -> BLEU:
    return BLEU(
        convention="nltk", smoothing=f"method{method}", weights=weights, effective_order=reweight
    )


def score_or_none(call: Callable[[], float]) -> float | None:
    """Return a score; None if truebleu reports that there is no score."""
    try:
        return call()
    except (InputError, ValueError) as error:
        if "no score" not in str(error):
            raise
        return None


def by_the_convention(random: Random, case_counts: Counter[str]) -> str | None:
    """Compare a corpus score and a sentence score; if NLTK raises an error, truebleu must too."""
    texts, method, weights = tokens(random), random.randint(0, 7), random.choice(WEIGHTS)
    reweight = weights is None and random.random() < 0.3  # NLTK reweights only its default weights
    metric = nltks(method, weights, reweight)
    hypotheses, references = sides(texts)
    reference_lists = References.per_segment(references)
    expected = of_nltks_bleu(texts, method, weights, reweight)
    score = score_or_none(lambda: metric.corpus_score(hypotheses, reference_lists).value)
    case_counts[f"by method{method}"] += 1
    case_counts["without a score in either"] += expected is None
    if score != expected:
        return describe_difference((method, weights, reweight), texts, score, expected)
    expected_sentence = of_nltks_bleu(texts[:1], method, weights, reweight)
    score = score_or_none(lambda: metric.sentence_score(hypotheses[0], references[0]).value)
    if expected_sentence is not None and score != expected_sentence:
        return describe_difference((method, weights, reweight), texts[0], score, expected_sentence)
    return None


def through_the_drop_in(random: Random, case_counts: Counter[str]) -> str | None:
    """Compare the same call of both modules: its value, list of values or error."""
    texts, method = tokens(random), random.randint(-1, 7)
    weights = random.choice((*WEIGHTS[2:], (0.25,) * 4, (1, 0, 0, 0), SEVERAL))
    reweight, hypotheses, references = random.random() < 0.3, *sides(texts)

    def call(module: Any) -> Any:
        smoothing = module.SmoothingFunction(0.2, 4, 6)
        smooth = None if method < 0 else getattr(smoothing, f"method{method}")
        return module.corpus_bleu(references, hypotheses, weights, smooth, auto_reweigh=reweight)

    our, their = outcome(lambda: call(drop_in)), outcome(lambda: call(bleu_score))
    case_counts["that raise in both"] += isinstance(their, Exception)
    if same(our, their):
        return None
    return describe_difference((method, weights, reweight), texts, repr(our), repr(their))


def gleu(random: Random, case_counts: Counter[str]) -> str | None:
    texts, shortest = tokens(random), random.randint(1, 3)
    orders = (shortest, shortest + random.randint(0, 3))
    hypotheses, references = sides(texts)
    metric = GLEU(tokenizer="none", min_order=orders[0], max_order=orders[1])
    score = metric.corpus_score(hypotheses, References.per_segment(references)).value
    expected = gleu_score.corpus_gleu(references, hypotheses, *orders)
    case_counts["above 0"] += score > 0
    return None if score == expected else describe_difference(orders, texts, score, expected)


def meteor(random: Random, case_counts: Counter[str]) -> str | None:
    def text() -> list[str]:
        return random.choices(WORDS, k=random.randint(0, 12))

    hypothesis, references = text(), [text() for _ in range(random.randint(1, 3))]
    alpha, beta, gamma = 0.9, 3.0, 0.5
    if random.random() < 0.5:
        alpha, beta, gamma = random.random(), 5 * random.random(), random.random()
    settings: dict[str, Any] = {"alpha": alpha, "beta": beta, "gamma": gamma}
    metric = METEOR(synonyms=SYNONYMS, **settings)
    score = metric.sentence_score(hypothesis, references).value
    expected = of_nltk(hypothesis, references, **settings)
    case_counts["above 0"] += score > 0
    # The score of a segment is stored in units of 2^-60.
    close = abs(score - expected) <= 2.0**-59 + 1e-15 * abs(expected)
    return (
        None if close else describe_difference(settings, (hypothesis, references), score, expected)
    )


def texts_of(random: Random) -> tuple[list[str], list[list[str]]]:
    """Draw hypotheses with unusual characters, and the list of references of each."""
    texts = corpus(random, pool("words", lowercase=True), most_references=3, longest=60)
    return texts.hypotheses, [present(references) for references in texts.per_segment]


def present(references: list[Text]) -> list[str]:
    return [text for text in references if text is not None]


def of_bleuscore(random: Random, case_counts: Counter[str]) -> str | None:
    hypotheses, references = texts_of(random)
    order, smooth = random.randint(1, 5), random.random() < 0.5
    rule = random.choice(("shortest", "closest"))
    score, expected = test_bleuscore.both(hypotheses, references, order, smooth, rule)
    case_counts["above 0"] += score[0] > 0
    if score == expected:
        return None
    return describe_difference((order, smooth, rule), (hypotheses, references), score, expected)


def of_rouge_score(random: Random, case_counts: Counter[str]) -> str | None:
    """Compare precision, recall and F of each segment for every variant, also with stems."""
    hypotheses, references = texts_of(random)
    stem = random.random() < 0.5
    scorer = test_rouge.scorer(stem=stem)
    expected = [scorer.score_multi(r, h) for h, r in zip(hypotheses, references, strict=True)]
    reference_lists = References.per_segment(references)
    for variant, kind in zip(VARIANTS, test_rouge.TYPES, strict=True):
        metric = rouge(variant, stem)
        rows = metric.statistics(hypotheses, reference_lists)
        for row, score in zip(rows, expected, strict=True):
            ours, theirs = metric.score(row), score[kind]
            case_counts["with a match"] += ours.value > 0
            if (ours.precision, ours.recall, ours.value) != tuple(theirs):
                return describe_difference((variant, stem), (hypotheses, references), ours, theirs)
    return None


@cache
def rouge(variant: str, stem: bool) -> ROUGE:
    return ROUGE(variant, stem=stem)


def of_jiwer(random: Random, case_counts: Counter[str]) -> str | None:
    hypotheses, several = texts_of(random)
    references = [texts[0] for texts in several]
    words = WER().corpus_score(hypotheses, references)
    theirs = jiwer.process_words(references, hypotheses)
    ours = (words.value, words.substitutions, words.deletions, words.insertions)
    expected = (theirs.wer, theirs.substitutions, theirs.deletions, theirs.insertions)
    case_counts["with edits"] += any(expected)
    if ours != expected:
        return describe_difference("words", (hypotheses, references), ours, expected)
    rate, cer = CER().corpus_score(hypotheses, references).value, jiwer.cer(references, hypotheses)
    if rate == cer:
        return None
    return describe_difference("characters", (hypotheses, references), rate, cer)


def of_fastchrf(random: Random, case_counts: Counter[str]) -> str | None:
    """Compare the chrF of all pairs of hypotheses and references.

    U+001C to U+001F are left out: they are whitespace in Python and sacreBLEU, but not in fastchrf.
    """
    hypotheses, several = texts_of(random)
    hypotheses = [text.translate(NO_SEPARATORS) for text in hypotheses]
    references = [texts[0].translate(NO_SEPARATORS) for texts in several]
    theirs = fastchrf.pairwise_chrf([hypotheses], [references])[0]
    metric = CHRF()
    for hypothesis, row in zip(hypotheses, theirs, strict=True):
        for reference, their in zip(references, row, strict=True):
            ours = metric.sentence_score(hypothesis, [reference]).value
            case_counts["above 0"] += ours > 0
            if ours != their:
                return describe_difference("chrF", (hypothesis, reference), ours, their)
    return None


def quietly(check: Callable[[Random, Counter[str]], str | None]) -> Any:
    """Return the check without NLTK's warnings about scores of 0."""

    def checked(random: Random, case_counts: Counter[str]) -> str | None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return check(random, case_counts)

    return checked


TRIALS = (
    Trial("BLEU by the convention nltk, against NLTK", 100_000, quietly(by_the_convention)),
    Trial("BLEU through the drop-in, against NLTK", 100_000, quietly(through_the_drop_in)),
    Trial("GLEU, against NLTK", 100_000, gleu),
    Trial("METEOR, against NLTK", 100_000, meteor, "segments"),
    Trial("BLEU by the convention bleuscore, against bleuscore", 100_000, of_bleuscore),
    Trial("ROUGE of every variant, against rouge-score", 100_000, of_rouge_score),
    Trial("word and character error rates, against jiwer", 100_000, of_jiwer),
    Trial("chrF, against fastchrf", 100_000, of_fastchrf),
)


records = resumed = partial(all_records, TRIALS)

if __name__ == "__main__":
    try_again(TRIALS)
