"""The metrics of other programs against those programs, on made-up corpora."""

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
from proof.trials import Trial, all_records, told, try_again
from tests.compat.test_nltk import outcome, same
from tests.differential import test_bleuscore, test_rouge
from tests.differential.test_meteor import SYNONYMS, of_nltk
from tests.differential.test_nltk import theirs as of_nltks_bleu
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
def nltks(method: int, weights: Any, reweigh: bool) -> BLEU:
    return BLEU(
        convention="nltk", smoothing=f"method{method}", weights=weights, effective_order=reweigh
    )


def score_or_none(call: Callable[[], float]) -> float | None:
    """Give a score; None where truebleu says that there is none."""
    try:
        return call()
    except (InputError, ValueError) as error:
        if "no score" not in str(error):
            raise
        return None


def by_the_convention(random: Random, drawn: Counter[str]) -> str | None:
    """NLTK's corpus score, and a sentence score; where it stops, truebleu says so, too."""
    texts, method, weights = tokens(random), random.randint(0, 7), random.choice(WEIGHTS)
    reweigh = weights is None and random.random() < 0.3  # NLTK reweighs its own weights alone
    metric = nltks(method, weights, reweigh)
    hypotheses, references = sides(texts)
    given = References.per_segment(references)
    expected = of_nltks_bleu(texts, method, weights, reweigh)
    found = score_or_none(lambda: metric.corpus_score(hypotheses, given).value)
    drawn[f"by method{method}"] += 1
    drawn["without a score in either"] += expected is None
    if found != expected:
        return told((method, weights, reweigh), texts, found, expected)
    alone = of_nltks_bleu(texts[:1], method, weights, reweigh)
    found = score_or_none(lambda: metric.sentence_score(hypotheses[0], references[0]).value)
    if alone is not None and found != alone:
        return told((method, weights, reweigh), texts[0], found, alone)
    return None


def through_the_drop_in(random: Random, drawn: Counter[str]) -> str | None:
    """The same call of both modules: values, lists of them, and errors of NLTK's kind."""
    texts, method = tokens(random), random.randint(-1, 7)
    weights = random.choice((*WEIGHTS[2:], (0.25,) * 4, (1, 0, 0, 0), SEVERAL))
    reweigh, hypotheses, references = random.random() < 0.3, *sides(texts)

    def call(module: Any) -> Any:
        smoothing = module.SmoothingFunction(0.2, 4, 6)
        smooth = None if method < 0 else getattr(smoothing, f"method{method}")
        return module.corpus_bleu(references, hypotheses, weights, smooth, auto_reweigh=reweigh)

    our, their = outcome(lambda: call(drop_in)), outcome(lambda: call(bleu_score))
    drawn["that raise in both"] += isinstance(their, Exception)
    if same(our, their):
        return None
    return told((method, weights, reweigh), texts, repr(our), repr(their))


def gleu(random: Random, drawn: Counter[str]) -> str | None:
    texts, shortest = tokens(random), random.randint(1, 3)
    orders = (shortest, shortest + random.randint(0, 3))
    hypotheses, references = sides(texts)
    metric = GLEU(tokenizer="none", min_order=orders[0], max_order=orders[1])
    found = metric.corpus_score(hypotheses, References.per_segment(references)).value
    expected = gleu_score.corpus_gleu(references, hypotheses, *orders)
    drawn["above 0"] += found > 0
    return None if found == expected else told(orders, texts, found, expected)


def meteor(random: Random, drawn: Counter[str]) -> str | None:
    def text() -> list[str]:
        return random.choices(WORDS, k=random.randint(0, 12))

    hypothesis, references = text(), [text() for _ in range(random.randint(1, 3))]
    alpha, beta, gamma = 0.9, 3.0, 0.5
    if random.random() < 0.5:
        alpha, beta, gamma = random.random(), 5 * random.random(), random.random()
    settings: dict[str, Any] = {"alpha": alpha, "beta": beta, "gamma": gamma}
    metric = METEOR(synonyms=SYNONYMS, **settings)
    found = metric.sentence_score(hypothesis, references).value
    expected = of_nltk(hypothesis, references, **settings)
    drawn["above 0"] += found > 0
    # A number for a segment is kept in parts of 2^-60.
    close = abs(found - expected) <= 2.0**-59 + 1e-15 * abs(expected)
    return None if close else told(settings, (hypothesis, references), found, expected)


def texts_of(random: Random) -> tuple[list[str], list[list[str]]]:
    """Draw texts of hostile pieces: hypotheses, and for each the references that it has."""
    texts = corpus(random, pool("words", lowercase=True), most_references=3, longest=60)
    return texts.hypotheses, [present(each) for each in texts.per_segment]


def present(references: list[Text]) -> list[str]:
    return [text for text in references if text is not None]


def of_bleuscore(random: Random, drawn: Counter[str]) -> str | None:
    hypotheses, references = texts_of(random)
    order, smooth = random.randint(1, 5), random.random() < 0.5
    rule = random.choice(("shortest", "closest"))
    found, expected = test_bleuscore.both(hypotheses, references, order, smooth, rule)
    drawn["above 0"] += found[0] > 0
    given = (hypotheses, references)
    return None if found == expected else told((order, smooth, rule), given, found, expected)


def of_rouge_score(random: Random, drawn: Counter[str]) -> str | None:
    """Precision, recall and F of each segment, by every variant and with stems."""
    hypotheses, references = texts_of(random)
    stem = random.random() < 0.5
    scorer = test_rouge.scorer(stem=stem)
    found = [scorer.score_multi(r, h) for h, r in zip(hypotheses, references, strict=True)]
    given = References.per_segment(references)
    for variant, kind in zip(VARIANTS, test_rouge.TYPES, strict=True):
        metric = rouge(variant, stem)
        for row, score in zip(metric.statistics(hypotheses, given), found, strict=True):
            ours, theirs = metric.score(row), score[kind]
            drawn["with a match"] += ours.value > 0
            if (ours.precision, ours.recall, ours.value) != tuple(theirs):
                return told((variant, stem), (hypotheses, references), ours, theirs)
    return None


@cache
def rouge(variant: str, stem: bool) -> ROUGE:
    return ROUGE(variant, stem=stem)


def of_jiwer(random: Random, drawn: Counter[str]) -> str | None:
    hypotheses, several = texts_of(random)
    references = [each[0] for each in several]
    words = WER().corpus_score(hypotheses, references)
    theirs = jiwer.process_words(references, hypotheses)
    ours = (words.value, words.substitutions, words.deletions, words.insertions)
    expected = (theirs.wer, theirs.substitutions, theirs.deletions, theirs.insertions)
    drawn["with edits"] += any(expected)
    if ours != expected:
        return told("words", (hypotheses, references), ours, expected)
    found, cer = CER().corpus_score(hypotheses, references).value, jiwer.cer(references, hypotheses)
    return None if found == cer else told("characters", (hypotheses, references), found, cer)


def of_fastchrf(random: Random, drawn: Counter[str]) -> str | None:
    """Its chrF of all pairs.

    U+001C to U+001F are white space to Python and sacreBLEU, and characters to it: there are none.
    """
    hypotheses, several = texts_of(random)
    hypotheses = [text.translate(NO_SEPARATORS) for text in hypotheses]
    references = [each[0].translate(NO_SEPARATORS) for each in several]
    theirs = fastchrf.pairwise_chrf([hypotheses], [references])[0]
    metric = CHRF()
    for hypothesis, row in zip(hypotheses, theirs, strict=True):
        for reference, their in zip(references, row, strict=True):
            ours = metric.sentence_score(hypothesis, [reference]).value
            drawn["above 0"] += ours > 0
            if ours != their:
                return told("chrF", (hypothesis, reference), ours, their)
    return None


def quietly(check: Callable[[Random, Counter[str]], str | None]) -> Any:
    """NLTK warns where a score is 0."""

    def checked(random: Random, drawn: Counter[str]) -> str | None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return check(random, drawn)

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
