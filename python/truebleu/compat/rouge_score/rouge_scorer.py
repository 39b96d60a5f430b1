"""A drop-in for `rouge_score.rouge_scorer` of rouge-score 0.1.2."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any

from truebleu.compat.hints import hinted
from truebleu.compat.rouge_score import scoring
from truebleu.compat.rouge_score.errors import (
    InvalidRougeType,
    MissingData,
    NoTargets,
    UnequalLengths,
)
from truebleu.compat.rouge_score.tokenize import decoded, no_text
from truebleu.compat.rouge_score.tokenizers import DefaultTokenizer
from truebleu.errors import MissingDependency
from truebleu.inputs.references import References
from truebleu.metrics.rouge import PREFIX, ROUGE, VARIANTS
from truebleu.metrics.rouge_joint import JointROUGE, joined
from truebleu.metrics.rouge_sentences import LINE_END, SPLITTERS
from truebleu.wording import count

KINDS = {PREFIX + variant: variant for variant in VARIANTS}
"""Names of the variants of `ROUGE`, by rouge-score's names for them."""
SUMMARY = "rougeLsum"
Counts = list[list[int]]
"""For each prediction: matches, n-grams of the hypothesis, and n-grams of the reference."""
ZERO = scoring.Score(0, 0, 0)
"""ROUGE-L of an empty text. As in rouge-score, its values are integers."""


class RougeScorer(scoring.BaseScorer):
    """Scorer that computes ROUGE-1 to ROUGE-9, ROUGE-L and ROUGE-Lsum.

    >>> scorer = RougeScorer(["rouge1", "rougeL"], use_stemmer=True)
    >>> scores = scorer.score("The quick brown fox jumps", "The quick brown dog jumped")
    >>> round(scores["rouge1"].fmeasure, 4), round(scores["rougeL"].fmeasure, 4)
    (0.8, 0.8)
    """

    def __init__(
        self,
        rouge_types: Sequence[str],
        use_stemmer: bool = False,
        split_summaries: bool = False,
        tokenizer: Any = None,
    ) -> None:
        """Set the ROUGE types, and how texts are tokenized.

        Args:
            rouge_types: `"rouge1"` to `"rouge9"`, `"rougeL"`, `"rougeLsum"`. As in rouge-score, an
                unknown type is an error only when a text is scored.
            use_stemmer: whether to stem English words of more than three characters. No effect if
                `tokenizer` is set.
            split_summaries: how rougeLsum splits a text into sentences. True: by NLTK's Punkt.
                False: at line ends.
            tokenizer: an object with a method `tokenize(text)`; None: `DefaultTokenizer`.
        """
        self.rouge_types = rouge_types
        self._tokenizer = tokenizer or DefaultTokenizer(use_stemmer)
        self._split_summaries = split_summaries

    def score(self, target: str | bytes, prediction: str | bytes) -> dict[str, scoring.Score]:
        """Return a dict with precision, recall and F1 for each ROUGE type.

        `target` is the reference, and `prediction` is the hypothesis.

        Raises:
            ValueError: a ROUGE type is unknown.
            AttributeError: a text is neither a str nor bytes.
        """
        return self._scores([[target]], [prediction])[0]

    def score_multi(
        self, targets: Iterable[str | bytes], prediction: str | bytes
    ) -> dict[str, scoring.Score]:
        """Return for each ROUGE type the score with the best reference.

        The best reference for a ROUGE type is the first one with the highest F1 of this type.
        `targets` are the references, and `prediction` is the hypothesis.

        Raises:
            ValueError: a ROUGE type is unknown, or there are no targets.
            AttributeError: a text is neither a str nor bytes.
        """
        return self._scores([list(targets)], [prediction])[0]

    def score_batch(
        self, targets: Sequence[Any], predictions: Sequence[str | bytes]
    ) -> list[dict[str, scoring.Score]]:
        """Return a dict for each prediction, with the score for each ROUGE type.

        The package rouge-score has no such method.

        >>> scorer = RougeScorer(["rouge1"])
        >>> scorer.score_batch(["a b", ["c", "d e"]], ["a b", "d"])[1]
        {'rouge1': Score(precision=1.0, recall=0.5, fmeasure=0.6666666666666666)}

        Args:
            targets: for each prediction, a reference text or a list of reference texts.
            predictions: the hypothesis texts.

        Raises:
            ValueError: the numbers of targets and predictions differ, a ROUGE type is unknown, or a
                prediction has no targets.
            AttributeError: a text is neither a str nor bytes.
        """
        if len(targets) != len(predictions):
            raise UnequalLengths(
                f"got {count(len(predictions), 'prediction')} and {count(len(targets), 'target')}. "
                "Pass a target, or a list of targets, per prediction.",
                hypotheses=len(predictions),
                references=len(targets),
            )
        if not len(predictions):
            return []
        return self._scores([_target_list(target) for target in targets], predictions)

    def _scores(
        self, targets: list[list[Any]], predictions: Sequence[Any]
    ) -> list[dict[str, scoring.Score]]:
        texts = _Texts(self._tokenizer, self._split_summaries, targets, predictions)
        kinds = list(self.rouge_types)
        if kinds and not all(targets):
            raise hinted(
                NoTargets("attempt to get argmax of an empty sequence"),
                "Pass at least one target per prediction.",
            )
        if kinds != [SUMMARY]:
            texts.check()
        by_kind = texts.scores(list(map(_checked, kinds)))
        if not by_kind:
            return [{} for _ in predictions]
        return [dict(zip(by_kind, row, strict=True)) for row in zip(*by_kind.values(), strict=True)]


class _Texts:
    """Predictions and targets, with methods that count their n-grams and compute ROUGE."""

    def __init__(
        self,
        tokenizer: Any,
        by_punkt: bool,
        targets: list[list[Any]],
        predictions: Sequence[Any],
    ) -> None:
        self._tokenizer = tokenizer
        self._targets = targets
        self._predictions = predictions
        self._sentences = "punkt" if by_punkt else "lines"
        self._in_core = type(tokenizer) is DefaultTokenizer and all(
            type(text) is str for texts in (predictions, *targets) for text in texts
        )

    def check(self) -> None:
        """Raise `NoText` for the first text that is neither a str nor bytes.

        With a custom tokenizer, nothing is checked.
        """
        if self._in_core or type(self._tokenizer) is not DefaultTokenizer:
            return
        for targets, prediction in zip(self._targets, self._predictions, strict=True):
            for text in (*targets, prediction):
                if not isinstance(text, (str, bytes)):
                    raise no_text(text)

    def scores(self, kinds: list[str]) -> dict[str, list[scoring.Score]]:
        """Return for each ROUGE type the scores of all predictions with their best targets."""
        return {
            kind: [
                ZERO if kind.startswith("rougeL") and not (hypothesis and reference)
                else _rates(matches, hypothesis, reference)
                for matches, hypothesis, reference in counts
            ]
            for kind, counts in self._counts(kinds).items()
        }  # fmt: skip

    def _counts(self, kinds: list[str]) -> dict[str, Counts]:
        """Return the n-gram counts of each prediction for each ROUGE type.

        The counts are the number of matches, of hypothesis n-grams and of reference n-grams.
        """
        if not self._in_core:
            return {kind: self._counts_of_tokens(kind) for kind in kinds}
        counts: dict[str, Counts] = {}
        references = References.per_segment(self._targets)
        try:
            for joint in _joined(
                tuple(dict.fromkeys(kinds)), self._tokenizer.stems, self._sentences
            ):
                rows = joint.statistics(self._predictions, references)
                parts = zip(joint.metrics, joint.split_columns(rows), strict=True)
                counts.update(
                    {PREFIX + metric.variant: part[:, :3].tolist() for metric, part in parts}
                )
        except MissingDependency as error:
            raise MissingData(str(error)) from error
        return {kind: counts[kind] for kind in kinds}

    def _counts_of_tokens(self, kind: str) -> Counts:
        """Return the n-gram counts of each prediction for one ROUGE type, using token lists."""
        predictions, targets = self._sentence_tokens() if kind == SUMMARY else self._tokens
        rows = _metric(kind, False, "lines").statistics(
            predictions, References.per_segment(targets)
        )
        counts: Counts = rows[:, :3].tolist()
        return counts

    @cached_property
    def _tokens(self) -> tuple[list[list[str]], list[list[list[str]]]]:
        return self._numbered(lambda text, numbered: numbered(self._tokenizer.tokenize(text)))

    def _sentence_tokens(self) -> tuple[list[list[str]], list[list[list[str]]]]:
        """Return the tokens of predictions and targets. A line feed follows each sentence."""
        split = SPLITTERS[self._sentences]
        tokenize = self._tokenizer.tokenize

        def read(text: Any, numbered: Callable[[Iterable[Any]], list[str]]) -> list[str]:
            whole = text if self._sentences == "punkt" else decoded(text)
            sentences = [numbered(tokenize(sentence)) for sentence in split(whole) if sentence]
            return [token for sentence in sentences for token in (*sentence, LINE_END)]

        return self._numbered(read)

    def _numbered(
        self, read: Callable[[Any, Callable[[Iterable[Any]], list[str]]], list[str]]
    ) -> tuple[list[list[str]], list[list[list[str]]]]:
        """Return the tokens of predictions and targets, with each token replaced by a str.

        Tokens may be any hashable objects. Equal tokens are replaced by equal str. `read(text,
        replace)` returns the tokens of a text as str. It calls `replace`, which turns a list of
        tokens into a list of str.
        """
        numbers: dict[Any, str] = {}

        def numbered(tokens: Iterable[Any]) -> list[str]:
            return [numbers.setdefault(token, str(len(numbers))) for token in tokens]

        targets = [[read(text, numbered) for text in texts] for texts in self._targets]
        return [read(text, numbered) for text in self._predictions], targets


def _target_list(target: Any) -> list[Any]:
    """Return the targets of a prediction as a list; raise `NoText` for None and numbers."""
    if isinstance(target, (str, bytes)):
        return [target]
    if not hasattr(target, "__iter__"):
        raise no_text(target)
    return list(target)


def _checked(kind: Any) -> str:
    """Return the ROUGE type `kind` as a str; raise `InvalidRougeType` if it is unknown."""
    if kind in KINDS:
        return str(kind)
    zero = decoded(kind) == "rouge0"
    message = "rougen requires positive n" if zero else "Invalid rouge type"
    raise hinted(
        InvalidRougeType(f"{message}: {kind}"), "Use rouge1 to rouge9, rougeL or rougeLsum."
    )


@lru_cache(maxsize=64)
def _metric(kind: str, stem: bool, sentences: str) -> ROUGE:
    return ROUGE(KINDS[kind], stem=stem, sentences=sentences if kind == SUMMARY else None)


@lru_cache(maxsize=64)
def _joined(kinds: tuple[str, ...], stem: bool, sentences: str) -> list[JointROUGE]:
    """Return truebleu metrics that together count all ROUGE types in `kinds`.

    One metric counts several types at once.
    """
    return joined([_metric(kind, stem, sentences) for kind in kinds])


def _rates(matches: int, hypothesis: int, reference: int) -> scoring.Score:
    """Return precision, recall and F1 from the number of matches and the numbers of n-grams."""
    precision, recall = matches / max(hypothesis, 1), matches / max(reference, 1)
    return scoring.Score(precision, recall, scoring.fmeasure(precision, recall))
