"""Scores of the same texts under every convention, with the causes of differences.

>>> found = compare_conventions(["The cat sat on a mat."], ["the cat sat on the mat."])
>>> line = found.tool("multi-bleu-detok")
>>> round(line.points, 2), round(line.gap, 2), [move.part for move in line.moves][:1]
(0.0, -30.74, ['smoothing'])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from truebleu.errors import ConfigurationError, TrueBleuError
from truebleu.explanation.settings.recipe import Recipe
from truebleu.explanation.settings.rescoring import Rescorer
from truebleu.explanation.settings.shapley import Move, split
from truebleu.inputs.arguments import check_threads
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
    """One tool's score of the texts.

    `name` is the convention, `points` its score between 0 and 100, and `value` the score on the
    tool's own `scale`. Both are None if the tool cannot score the texts; `problem` gives the
    reason. `gap` is `points` minus the points of the base. `moves` divide the gap among the
    differing parts, the largest first. `signature` reproduces the score.
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
    """Scores of one corpus under every convention.

    `base` is the convention that gaps are relative to. `tools` has a `ToolScore` for each
    convention, the base first. `mistakes` has the scores that frequent mistakes give, named after
    the mistake. `segments` is the number of segments, `references` the maximum number of
    references per segment.
    """

    base: str
    tools: tuple[ToolScore, ...]
    mistakes: tuple[ToolScore, ...]
    segments: int
    references: int

    def tool(self, name: str) -> ToolScore:
        """Return the score of one convention. Raises `KeyError` for an unknown name."""
        return {tool.name: tool for tool in self.tools}[name]


def compare_conventions(
    hypotheses: Any, references: Any, *, against: str = "sacrebleu", threads: int | None = None
) -> ConventionComparison:
    """Score a corpus under every convention, and divide each gap among the rules that cause it.

    Accepts hypotheses and references in any form that `BLEU.corpus_score` accepts. `against` is the
    convention that gaps are relative to. If a convention cannot score these texts, its `problem`
    gives the reason.

    Raises:
        InputError: a text is invalid, or there are no segments.
        UnknownConvention: `against` is not the name of a convention.
        ConfigurationError: the convention `against` computes another metric than BLEU.
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
    """Corpus with the base convention, with which all others are compared."""

    def __init__(self, batch: Batch, base: str, threads: int) -> None:
        self.base = base
        self.batch = batch
        self.threads = threads
        self.rescorer = Rescorer(batch, threads=threads)
        self.recipe = Recipe.of(BLEU(convention=base))
        # Whatever is wrong with the texts is wrong under every convention, and said at once.
        self.rescorer.value(BLEU())

    def line(self, name: str, metric: BLEU) -> ToolScore:
        """Return the score by a metric, with its gap to the base divided among parts."""
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
        """Return the score of a convention of another metric; the formula explains its gap."""
        metric: Any = conventions.metric(name)
        value = metric.score(metric.count_batch(self.batch, self.threads)[0]).value
        return self._compare(
            value * 100 / metric.scale,
            lambda gap: [Move(part=FORMULA, points=gap, alone=gap)],
            name=name,
            value=value,
            scale=metric.scale,
            signature=str(metric.signature(tokens=self.batch.tokens)),
        )

    def _compare(
        self, points: float, divide: Callable[[float], list[Move]], **tool: Any
    ) -> ToolScore:
        """Return a score with its divided gap to the base, or with the reason why it has none."""
        try:
            gap = points - self.rescorer.points(self.recipe)
            return ToolScore(points=points, gap=gap, moves=tuple(divide(gap)), **tool)
        except TrueBleuError as error:
            problem = f"not compared with {self.base}: {error}"
            return ToolScore(points=points, problem=problem, **tool)

    def _parts(self, recipe: Recipe) -> list[str]:
        """Return the parts that differ from the base and can change the score.

        Tokenization cannot if segments are lists of tokens; the reference length rule cannot if
        there is one reference.
        """
        idle = {"tokenization"} if self.batch.tokens else set()
        if self.rescorer.references[1] == 1:
            idle.add("reference length")
        return [part for part in self.recipe.differing(recipe) if part not in idle]

    def mistakes(self) -> list[ToolScore]:
        """Return the scores of frequent mistakes.

        The mistakes are: strings passed as tokens; sides swapped; only first sentences scored
        (Ragas splits each text and passes the sentences of the reference as references of one
        segment); only the first segment scored (lists of references by segment are passed where
        sacreBLEU expects streams, as in lighteval's chrF and TER).
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
                lines.append(self._of_other_texts(FIRST_SEGMENT, BLEU(), _misread(batch)))
        return lines

    def _of_other_texts(self, name: str, metric: BLEU, batch: Batch) -> ToolScore:
        """Return the score of other texts; its gap is attributed to the mistake."""
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
    """Return first sentences as hypotheses, each with all sentences of its reference.

    Sentences are split as in Ragas, at each full stop that is followed by a space.
    """
    hypotheses = [text.split(". ")[0] for text in batch.hypotheses]
    references = [batch.references_of(segment)[0].split(". ") for segment in range(len(batch))]
    return Batch(hypotheses, references, by_segment=True, tokens=False)


def _misread(batch: Batch) -> Batch:
    """Return the first hypothesis with the references of all segments as its references."""
    references = [batch.references_of(segment)[0] for segment in range(len(batch))]
    return Batch([batch.hypotheses[0]], [references], by_segment=True, tokens=batch.tokens)


def _swapped(batch: Batch) -> Batch:
    """Return the batch with hypotheses and references swapped (one reference per segment)."""
    references = [batch.references_of(segment)[0] for segment in range(len(batch))]
    return Batch(references, (list(batch.hypotheses),), tokens=batch.tokens)
