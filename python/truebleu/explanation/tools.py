"""Scores of a corpus as each tool computes them, with the causes of the differences.

A convention is a preset that reproduces another tool.

>>> comparison = compare_conventions(["The cat sat on a mat."], ["the cat sat on the mat."])
>>> line = comparison.tool("multi-bleu-detok")
>>> round(line.points, 2), round(line.gap, 2), [move.part for move in line.moves][:1]
(0.0, -30.74, ['smoothing'])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from truebleu.errors import ConfigurationError, TrueBleuError, UnknownConvention
from truebleu.explanation.settings.recipe import Recipe
from truebleu.explanation.settings.rescoring import Rescorer
from truebleu.explanation.settings.shapley import Move, split
from truebleu.explanation.settings.views import MISREAD, Texts
from truebleu.inputs.arguments import check_threads, find_named
from truebleu.inputs.batch import Batch, read
from truebleu.metrics import conventions
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.conventions import CONVENTIONS, convention, of_metric
from truebleu.results import Data, Result
from truebleu.tokenizers import resolve

STRING = "a string instead of tokens"
SWAPPED = "references swapped with hypotheses"
FIRST_SENTENCE = "sacrebleu, the first sentence alone (Ragas)"
FIRST_SEGMENT = "sacrebleu, the first segment alone"
FORMULA = "another formula"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolScore(Data):
    """Score of a corpus under one convention (a preset that reproduces another tool).

    Attributes:
        name: the name of the convention.
        points: the score from 0 to 100; None if the tool cannot score the texts.
        value: the score on the tool's own scale; None if the tool cannot score the texts.
        scale: the score of a perfect hypothesis, on the tool's own scale.
        gap: `points` minus the points under the base convention, with which all others are
            compared. None if either score is missing.
        moves: the contribution of each group of settings to the gap, the largest first.
        signature: the signature of the score.
        problem: the reason why there is no score or no gap; otherwise "".
    """

    name: str
    points: float | None = None
    value: float | None = None
    scale: int
    gap: float | None = None
    moves: tuple[Move, ...] = ()
    problem: str = ""
    signature: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConventionComparison(Result):
    """Scores of one corpus under every convention (a preset that reproduces another tool).

    Attributes:
        base: the convention with which all others are compared.
        tools: the score under each convention, the base first.
        mistakes: the scores that result from frequent mistakes. The name of each score describes
            the mistake.
        segments: the number of segments.
        references: the maximum number of references per segment.
    """

    base: str
    tools: tuple[ToolScore, ...]
    mistakes: tuple[ToolScore, ...]
    segments: int
    references: int

    def tool(self, name: str) -> ToolScore:
        """Return the score under the convention `name`.

        Raises:
            UnknownConvention: there is no convention with this name.
        """
        return find_named("convention", self.tools, name, UnknownConvention)


def compare_conventions(
    hypotheses: Any, references: Any, *, against: str = "sacrebleu", threads: int | None = None
) -> ConventionComparison:
    """Return the score of a corpus as each tool computes it, with causes of the differences.

    Each tool is reproduced by a preset, called a convention. Each difference is divided among the
    settings and rules that cause it. If a tool cannot score these texts, the attribute `problem` of
    its score states the reason.

    Args:
        hypotheses: the hypotheses, in any form that `BLEU.corpus_score` accepts.
        references: the references, in any form that `BLEU.corpus_score` accepts.
        against: the convention with which all others are compared.
        threads: maximum number of threads; None means automatic.

    Raises:
        InputError: a text is invalid, or there are no segments.
        UnknownConvention: `against` is not the name of a convention.
        ConfigurationError: the metric of the convention `against` is not BLEU.
    """
    work = _Work(read(hypotheses, references), _base(against), check_threads(threads))
    names = [work.base, *(name for name in CONVENTIONS if name != work.base)]
    of_bleu = of_metric("BLEU")
    tools = (
        work.line(name, BLEU(convention=name)) if name in of_bleu else work.other_formula(name)
        for name in names
    )
    return ConventionComparison(
        base=work.base,
        tools=tuple(tools),
        mistakes=tuple(work.mistakes()),
        segments=len(work.batch),
        references=work.rescorer.references[1],
    )


def _base(against: str) -> str:
    tool = convention(against)
    if tool.metric != "BLEU":
        raise ConfigurationError(
            f"against={against!r} computes {tool.metric}, so its difference from BLEU cannot be "
            "split into parts. Choose a convention of BLEU."
        )
    return tool.name


class _Work:
    def __init__(self, batch: Batch, base: str, threads: int) -> None:
        self.base = base
        self.batch = batch
        self.threads = threads
        self.rescorer = Rescorer(batch, threads=threads)
        self.recipe = Recipe.of(BLEU(convention=base))
        # Raise errors in the texts now, because they would occur under every convention.
        self.rescorer.value(BLEU())

    def line(self, name: str, metric: BLEU) -> ToolScore:
        recipe = Recipe.of(metric)
        try:
            value, points = self.rescorer.value(recipe), self.rescorer.points(recipe)
        except TrueBleuError as error:
            return ToolScore(name=name, scale=metric.scale, problem=str(error))
        return self._compare(
            points,
            lambda _: split(self.recipe, recipe, self.rescorer.points, self._parts(recipe)),
            name=name,
            value=value,
            scale=metric.scale,
            signature=str(metric.signature(tokens=self.batch.tokens)),
        )

    def other_formula(self, name: str) -> ToolScore:
        metric: Any = conventions.metric(name)
        score = metric.score(metric.count_batch(self.batch, self.threads)[0])
        return self._compare(
            score.value * 100 / metric.scale,
            lambda gap: [Move(part=f"{FORMULA} ({score.metric})", points=gap, alone=gap)],
            name=name,
            value=score.value,
            scale=metric.scale,
            signature=str(metric.signature(tokens=self.batch.tokens)),
        )

    def _compare(
        self, points: float, divide: Callable[[float], list[Move]], **tool: Any
    ) -> ToolScore:
        try:
            gap = points - self.rescorer.points(self.recipe)
            return ToolScore(points=points, gap=gap, moves=tuple(divide(gap)), **tool)
        except TrueBleuError as error:
            problem = f"not compared with {self.base}: {error}"
            return ToolScore(points=points, problem=problem, **tool)

    def _parts(self, recipe: Recipe) -> list[str]:
        idle = {"tokenization"} if self.batch.tokens else set()
        if self.rescorer.references[1] == 1:
            idle.add("reference length")
        return [part for part in self.recipe.differing(recipe) if part not in idle]

    def mistakes(self) -> list[ToolScore]:
        """Return the scores that result from frequent mistakes.

        The mistakes are:

        - Strings are passed in place of lists of tokens.
        - Hypotheses and references are swapped.
        - Only first sentences are scored, as in Ragas. Ragas splits each text at each full stop
          that is followed by a space. It passes the sentences of a reference as several references
          of one segment.
        - Only the first segment is scored, as in lighteval's chrF and TER. The list of a segment's
          references is passed to sacreBLEU as a reference stream, which must have one reference per
          segment.
        """
        batch = self.batch
        lines = []
        if not batch.tokens:
            metric = BLEU(convention="nltk", tokenizer=resolve(list))
            lines.append(self.line(f"nltk, {STRING}", metric))
        if self.rescorer.references[1] == 1:
            swapped, metric = Rescorer(_swapped(batch)), BLEU(convention=self.base)
            lines.append(
                self._compare(
                    swapped.points(self.recipe),
                    lambda gap: [Move(part=SWAPPED, points=gap, alone=gap)],
                    name=f"{self.base}, {SWAPPED}",
                    value=swapped.value(self.recipe),
                    scale=metric.scale,
                    signature=str(metric.signature(1, tokens=batch.tokens)),
                )
            )
            if not batch.tokens:
                of_each = BLEU(average="macro", effective_order=False)
                lines.append(self._of_other_texts(FIRST_SENTENCE, of_each, _sentences(batch)))
            if len(batch) > 1:
                lines.append(
                    self._of_other_texts(FIRST_SEGMENT, BLEU(), Texts(batch).select(MISREAD))
                )
        return lines

    def _of_other_texts(self, name: str, metric: BLEU, batch: Batch) -> ToolScore:
        rescorer = Rescorer(batch)
        part = name.partition(", ")[2]
        return self._compare(
            rescorer.points(metric),
            lambda gap: [Move(part=part, points=gap, alone=gap)],
            name=name,
            value=rescorer.value(metric),
            scale=metric.scale,
            signature=str(metric.signature("var", tokens=batch.tokens)),
        )


def _sentences(batch: Batch) -> Batch:
    hypotheses = [text.split(". ")[0] for text in batch.hypotheses]
    references = [batch.references_of(segment)[0].split(". ") for segment in range(len(batch))]
    return Batch(hypotheses, references, by_segment=True, tokens=False)


def _swapped(batch: Batch) -> Batch:
    references = [batch.references_of(segment)[0] for segment in range(len(batch))]
    return Batch(references, (list(batch.hypotheses),), tokens=batch.tokens)
