"""Evaluator on which the adapters to LLM evaluation platforms are built.

A platform scores one sample at a time, from 0 to 1, and shows the mean. `Evaluator` returns this
score with its reason. It also returns the sample's sufficient statistics. Their sum over the
samples gives the exact corpus score. Each adapter is a thin class or function with the platform's
interface:

    autoevals, azure_ai, deepeval, haystack, inspect_ai, langfuse, langsmith, mlflow, opik,
    promptfoo, pydantic_evals, ragas, weave
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import fsum
from typing import Any

from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, nearest
from truebleu.inputs.arguments import check_number
from truebleu.inputs.references import References
from truebleu.inputs.sequences import as_list
from truebleu.integrations.rewards.answers import RewardFunction
from truebleu.integrations.rewards.reward import aligned
from truebleu.metrics.base.accumulator import Accumulator
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import Score, printed
from truebleu.metrics.bleu_score import BLEUScore
from truebleu.results import Data
from truebleu.wording import count


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgment(Data):
    """Score of a sample or of a corpus, in the form that evaluation platforms expect.

    Attributes:
        name: the name of the score.
        value: the score from 0 to 1.
        passed: whether the value reaches the threshold; None without a threshold.
        reason: the explanation of the score.
        score: the score on the metric's scale, with its components.
        statistics: the sufficient statistics as JSON-serializable data, for
            `Evaluator.judge_statistics`.
    """

    name: str
    value: float
    passed: bool | None
    reason: str
    score: Score
    statistics: dict[str, Any]

    @property
    def signature(self) -> str:
        """Signature of the score."""
        return str(self.score.signature)


class Evaluator:
    """Evaluator that scores samples and corpora from 0 to 1, and explains the scores.

    The value is the score divided by the metric's scale, limited to the range 0 to 1. For a
    lower-is-better metric, 0 is perfect.

    >>> evaluator = Evaluator(threshold=0.4)
    >>> judgment = evaluator.judge("The cat sat on a mat.", ["The cat sat on the mat."])
    >>> round(judgment.value, 4), judgment.passed
    (0.4889, True)
    >>> judgment.reason
    'Sentence BLEU 48.89: of the 51.11 points lost, 24.75 go to 4-grams (1 of 4 matched).'
    >>> other = evaluator.judge("It rained.", "It rained all day.")
    >>> evaluator.judge_statistics([judgment.statistics, other.statistics]).value
    0.3809...

    Args:
        metric: any metric except NIST and `ScoreColumn`; None means `BLEU()`.
        output: if outputs are mappings, the key of the text.
        references: if references are mappings, the key of the text or of the list of texts.
        extract: function that returns the answer in the text of an output.
        name: name of the score; None means the name of the metric in lowercase.
        threshold: the minimum value, 0 to 1, for a sample to pass. For a lower-is-better metric,
            the maximum value.

    Raises:
        ConfigurationError: a setting is invalid, or the metric's statistics are not additive.
    """

    def __init__(
        self,
        metric: Metric[Any] | None = None,
        *,
        output: str | None = None,
        references: str | None = None,
        extract: Callable[[str], str] | None = None,
        name: str | None = None,
        threshold: float | None = None,
    ) -> None:
        self._output, self._references = output, references
        self._function = RewardFunction(metric, extract=extract, name=name)
        self.metric: Metric[Any] = self._function.reward.metric
        if not all(column.adds for column in self.metric.layout):
            raise ConfigurationError(
                f"{self.metric!r} depends on the last segment, so samples cannot be summed. Use "
                "another smoothing."
            )
        self.name = self._function.__name__
        self.threshold = _check_threshold(threshold, self.metric)

    @property
    def corpus_name(self) -> str:
        """Name of the corpus score."""
        return f"corpus_{self.name}"

    def judge(self, output: Any, references: Any) -> Judgment:
        """Return the judgment of one sample.

        Args:
            output: a text, a list of messages, or a mapping. In a list of messages, the last
                assistant message is scored. In a mapping, the evaluator's argument `output` is the
                key of the text.
            references: a text, a list of texts, `References` of one segment, or a mapping. In a
                mapping, the evaluator's argument `references` is the key of the text or of the
                list.

        Raises:
            InputError: the output or a reference is not text, or there is no reference.
        """
        text = self._function.text(_chosen(output, self._output, "output"), "output")
        references = _chosen(references, self._references, "references")
        if references is None:
            raise InputError("the sample has no reference. Pass a text or a list of texts.")
        if not isinstance(references, (str, References)):
            references = as_list(references, "references")
        score = self.metric.sentence_score(text, references)
        if not isinstance(references, References):
            references = References.per_segment(
                [[references] if isinstance(references, str) else references]
            )
        statistics = self.metric.accumulator()
        statistics.update([text], references, threads=1)
        return self._judgment(self.name, score, _sentence_reason(score), statistics)

    def judge_corpus(self, outputs: Iterable[Any], references: Iterable[Any]) -> Judgment:
        """Return the judgment of a corpus. Outputs and references have one item per sample.

        The items have the forms that `judge` accepts. Raises the same errors as `judge`, with the
        number of the sample. Raises `LengthMismatch` if the numbers of outputs and references
        differ.
        """
        outputs = as_list(outputs, "outputs")
        groups = aligned(outputs, references, "references", of="outputs")
        parts = []
        try:
            for output, group in zip(outputs, groups, strict=True):
                parts.append(self.judge(output, group).statistics)
        except InputError as error:
            number = len(parts) + 1
            raise type(error)(f"sample {number}: {error}", segment=number) from error
        return self.judge_statistics(parts)

    def judge_statistics(self, statistics: Iterable[Mapping[str, Any]]) -> Judgment:
        """Return the judgment of a corpus, computed from the statistics of its samples.

        `statistics` has the attribute `statistics` of each sample's judgment.

        The `reason` of the judgment states the corpus score. If the mean of the sentence scores
        differs from the corpus score, it states the mean, too.

        Raises:
            EmptyCorpus: there are no samples.
            InputError: the statistics come from another metric or version of truebleu, or are not
                statistics.
        """
        corpus = self.metric.accumulator()
        values = []
        for i, part in enumerate(as_list(statistics, "statistics"), 1):
            data = dict(part) if isinstance(part, Mapping) else part
            sample = Accumulator.from_dict(data, self.metric, f"sample {i}")
            corpus.merge(sample)
            values.append(self._sentence_score(sample))
        if not values:
            raise EmptyCorpus("nothing to score: there are no samples.")
        score = corpus.compute()
        mean = fsum(values) / len(values)
        return self._judgment(
            self.corpus_name, score, _corpus_reason(score, mean, len(values)), corpus
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.metric!r}, name={self.name!r})"

    def _sentence_score(self, sample: Accumulator[Any]) -> float:
        effective = self.metric.uses_effective_order(sentence=True)
        return self.metric.of_tokens.score(tuple(sample.sum().tolist()), effective)[0]

    def _value(self, score: float) -> float:
        scale = self.metric.scale
        assert scale is not None, "every metric that scores a segment by itself has a scale"
        return min(1.0, max(0.0, score / scale))

    def _judgment(
        self, name: str, score: Score, reason: str, statistics: Accumulator[Any]
    ) -> Judgment:
        value = self._value(score.value)
        return Judgment(
            name=name,
            value=value,
            passed=self.passes(value),
            reason=reason,
            score=score,
            statistics=statistics.to_dict(),
        )

    def passes(self, value: float) -> bool | None:
        """Return whether a value reaches the threshold; None without a threshold."""
        if self.threshold is None:
            return None
        better = self.metric.higher_is_better
        return value >= self.threshold if better else value <= self.threshold


def field_of(record: Any, name: str, owner: str = "a sample") -> Any:
    """Return the field `name` of a sample.

    `record` is the sample: a mapping, or an object with attributes. `owner` is a noun for the
    sample in messages. Raises `InputError` if the field is missing or None.
    """
    value = record.get(name) if isinstance(record, Mapping) else getattr(record, name, None)
    if value is None:
        names = [str(key) for key in record] if isinstance(record, Mapping) else []
        if name in names or (not isinstance(record, Mapping) and hasattr(record, name)):
            raise InputError(f"the field {name!r} of {owner} is None. Pass a text.")
        close = nearest(name, names)
        hint = f". Did you mean {close!r}?" if close else "."
        raise InputError(
            f"{owner} has no field {name!r}{hint} It has {', '.join(names) or 'none'}."
        )
    return value


def _chosen(value: Any, name: str | None, argument: str) -> Any:
    if not isinstance(value, Mapping):
        return value
    if name is None:
        fields = ", ".join(map(str, value)) or "none"
        raise InputError(
            f"{argument} is a mapping with the fields {fields}. Pass {argument}=, the name of one."
        )
    return field_of(value, name, argument)


def _check_threshold(threshold: Any, metric: Metric[Any]) -> float | None:
    if threshold is None:
        return None
    share = check_number("threshold", threshold, zero=True, largest=1)
    if share == 1 and not metric.higher_is_better:
        raise ConfigurationError(
            f"threshold=1 is invalid for {metric.name}, because rates above 1 are shown as 1. Use "
            "a number below 1."
        )
    return share


def _sentence_reason(score: Score) -> str:
    if isinstance(score, BLEUScore):
        return f"Sentence {score.explain().reason}"
    return f"Sentence {_with_details(score)}."


def _corpus_reason(score: Score, mean: float, samples: int) -> str:
    signature = f"Signature: {score.signature}"
    text = f"Corpus {_with_details(score)} of {count(samples, 'sample')}"
    if printed(mean, score) == printed(score.value, score):
        return f"{text}. {signature}"
    return (
        f"{text}; the mean of the sentence scores, {printed(mean, score)}, is not corpus "
        f"{score.metric} and must not be reported as such. {signature}"
    )


def _with_details(score: Score) -> str:
    return f"{score.metric} {printed(score.value, score)} {score.details()}".rstrip()
