"""The same texts under every convention, and what makes each differ from a base.

>>> found = compare_conventions(["The cat sat on a mat."], ["the cat sat on the mat."])
>>> line = found.tool("multi-bleu-detok")
>>> round(line.points, 2), round(line.gap, 2), [move.part for move in line.moves][:1]
(0.0, -30.74, ['smoothing'])
"""

from __future__ import annotations

from truebleu.conventions import CONVENTIONS, convention, of_metric, of_several
from truebleu.disagreement.splitting import Move, split
from truebleu.errors import ConfigurationError, TrueBleuError
from truebleu.frozen import Record
from truebleu.inputs import Batch, read
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.settings import check_threads
from truebleu.recounting import Counts, Recipe
from truebleu.tokenizers import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

__all__ = ["Disagreement", "ToolScore", "compare_conventions"]

STRING = "a string instead of tokens"
SWAPPED = "references swapped with hypotheses"
FORMULA = "another formula"


class ToolScore(Record):
    """One tool's number for the texts.

    `name` is the convention, `points` its score between 0 and 100, `value` the same in the tool's
    own `scale`; all three are None where it has none, and `problem` says why. `gap` is how many
    points it is above the base; `moves` (of `splitting.Move`) are the parts that make the gap and
    add up to it, the largest first. `signature` gives the number again.
    """

    __slots__ = ()
    names = ("name", "points", "value", "scale", "gap", "moves", "problem", "signature")

    name: str
    points: float | None
    value: float | None
    scale: int
    gap: float | None
    moves: tuple[Move, ...]
    problem: str
    signature: str

    def __init__(
        self,
        name: str,
        points: float | None,
        value: float | None,
        scale: int,
        gap: float | None = None,
        moves: Iterable[Move] = (),
        problem: str = "",
        signature: str = "",
    ) -> None:
        parts = name, points, value, scale, gap, tuple(moves), problem, signature
        object.__setattr__(self, "_parts", parts)

    def to_dict(self) -> dict[str, Any]:
        """All parts, ready for JSON."""
        ready = dict(zip(self.names, self._parts, strict=True))
        return {**ready, "moves": [move.to_dict() for move in self.moves]}


class Disagreement(Record):
    """The numbers of all tools for the same texts.

    `base` is the name of the convention that gaps are measured from, `tools` has a `ToolScore`
    for each convention, the base first. `mistakes` has the numbers of two frequent mistakes,
    under the names of what was done. `segments` is how many segments were scored, `references`
    the most that one of them has.
    """

    __slots__ = ()
    names = ("base", "tools", "mistakes", "segments", "references")

    base: str
    tools: tuple[ToolScore, ...]
    mistakes: tuple[ToolScore, ...]
    segments: int
    references: int

    def __init__(
        self,
        base: str,
        tools: Iterable[ToolScore],
        mistakes: Iterable[ToolScore],
        segments: int,
        references: int,
    ) -> None:
        parts = base, tuple(tools), tuple(mistakes), segments, references
        object.__setattr__(self, "_parts", parts)

    def tool(self, name: str) -> ToolScore:
        """The number of one convention. Raises `KeyError` when there is none of this name."""
        return {each.name: each for each in self.tools}[name]

    def to_dict(self) -> dict[str, Any]:
        """All parts, ready for JSON."""
        ready = dict(zip(self.names, self._parts, strict=True))
        for name in ("tools", "mistakes"):
            ready[name] = [each.to_dict() for each in ready[name]]
        return ready


def compare_conventions(
    hypotheses: Any, references: Any, *, against: str = "sacrebleu", threads: int | None = None
) -> Disagreement:
    """Score a corpus under every convention, and divide each gap among the rules that make it.

    Takes what `BLEU.corpus_score` takes. `against` is the convention that gaps are measured from.
    A convention that cannot score these texts has a line that says why.

    Raises:
        InputError: a text is wrong, or there are no segments.
        UnknownConvention: `against` is no convention.
        ConfigurationError: it is one of another formula than BLEU's.
    """
    base = _base(against)
    work = _Work(read(hypotheses, references), base, check_threads(threads))
    names = [base, *(name for name in CONVENTIONS if name != base)]
    alike = of_metric("BLEU")
    tools = [
        work.line(name, BLEU(convention=name)) if name in alike else work.other_formula(name)
        for name in names
    ]
    references_of = work.counts.most_references
    return Disagreement(work.base, tools, work.mistakes(), len(work.counts.batch), references_of)


def _base(against: str) -> str:
    found = convention(against)
    if found.metric != "BLEU":
        raise ConfigurationError(
            f"against={against!r}: {found.metric} is another formula than BLEU's, and its gaps "
            "have no parts; gaps are measured from a convention of BLEU"
        )
    return found.name


class _Work:
    """One corpus, and the convention that all others are compared with."""

    def __init__(self, batch: Batch, base: str, threads: int) -> None:
        self.base = base
        self.threads = threads
        self.counts = Counts(batch, threads=threads)
        self.recipe = Recipe.of(BLEU(convention=base))
        # Whatever is wrong with the texts is wrong under every convention, and said at once.
        self.counts.points(Recipe.of(BLEU()))

    def line(self, name: str, metric: BLEU) -> ToolScore:
        """The number of a metric, with what makes it differ from the base's."""
        recipe = Recipe.of(metric)
        signature = str(metric.signature(tokens=self.counts.batch.tokens))
        try:
            self._check(recipe, name)
            value = self.counts.value(recipe)
        except TrueBleuError as error:
            return ToolScore(name, None, None, metric.scale, problem=str(error))
        points = self.counts.points(recipe)
        gap, moves, problem = self._gap(recipe, points)
        return ToolScore(name, points, value, metric.scale, gap, moves, problem, signature)

    def _check(self, recipe: Recipe, name: str) -> None:
        most = self.counts.most_references
        if recipe.one_reference and most > 1:
            raise TrueBleuError(
                f"takes one reference for each segment, and there are {most}: give one of them "
                f"(the nearest that takes several: {of_several(name)})"
            )

    def other_formula(self, name: str) -> ToolScore:
        """The number of a convention that is of another metric: what makes it differ is one."""
        metric: Any = BLEU(convention=name)
        batch = self.counts.batch
        value = metric.score(metric.counted(batch, self.threads)[0]).value
        points = value * 100 / metric.scale
        signature = str(metric.signature(tokens=batch.tokens))
        gap, problem = None, ""
        try:
            self._check(self.recipe, self.base)
            gap = points - self.counts.points(self.recipe)
        except TrueBleuError as error:
            problem = f"not compared with {self.base}: {error}"
        moves = [] if gap is None else [Move(FORMULA, gap, gap)]
        return ToolScore(name, points, value, metric.scale, gap, moves, problem, signature)

    def _gap(self, recipe: Recipe, points: float) -> tuple[float | None, Sequence[Move], str]:
        try:
            self._check(self.recipe, self.base)
            gap = points - self.counts.points(self.recipe)
            parts = self._parts(self.recipe, recipe)
            return gap, split(self.recipe, recipe, self.counts.points, parts), ""
        except TrueBleuError as error:
            return None, (), f"not compared with {self.base}: {error}"

    def _parts(self, base: Recipe, other: Recipe) -> list[str]:
        """The parts that differ and can matter.

        Of tokens no tokenizer is used; of one reference no length is chosen.
        """
        idle = {"tokenization"} if self.counts.batch.tokens else set()
        if self.counts.most_references == 1:
            idle.add("reference length")
        return [part for part in base.differing(other) if part not in idle]

    def mistakes(self) -> list[ToolScore]:
        """What comes out when characters are taken for tokens, or the two sides are mixed up."""
        batch = self.counts.batch
        found = []
        if not batch.tokens:
            metric = BLEU(convention="nltk", tokenizer=resolve(list))
            line = self.line(f"nltk, {STRING}", metric)
            found.append(line)
        if self.counts.most_references == 1:
            swapped = _Work(_swapped(batch), self.base, 0)
            metric = BLEU(convention=self.base)
            value = swapped.counts.value(swapped.recipe)
            points = swapped.counts.points(swapped.recipe)
            gap = points - self.counts.points(self.recipe)
            moves = [Move(SWAPPED, gap, gap)]
            name = f"{self.base}, {SWAPPED}"
            signature = str(metric.signature(1, tokens=batch.tokens))
            found.append(ToolScore(name, points, value, metric.scale, gap, moves, "", signature))
        return found


def _swapped(batch: Batch) -> Batch:
    """The references as hypotheses; there is one for each segment."""
    references = (
        [next(each for each in inner if each is not None) for inner in batch.references]
        if batch.by_segment
        else list(batch.references[0])
    )
    if not batch.by_segment and len(batch.references) > 1:
        columns = zip(*batch.references, strict=True)
        references = [next(each for each in column if each is not None) for column in columns]
    return Batch(references, (list(batch.hypotheses),), tokens=batch.tokens)
