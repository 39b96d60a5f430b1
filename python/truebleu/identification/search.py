"""Which settings give a reported number.

>>> hypotheses = ["The cat sat on a mat.", "It rained there for a day."]
>>> references = ["The cat sat on the mat.", "It rained there all day."]
>>> found = identify(hypotheses, references, "36.2")
>>> print(found.matches[0].name, found.matches[0].reading.how)
sacrebleu rounded
"""

from __future__ import annotations

from itertools import combinations, pairwise

from truebleu.conventions import CONVENTIONS, of_metric
from truebleu.errors import ConfigurationError, TrueBleuError, UnknownConvention, allowed, inspected
from truebleu.identification.found import Identification, Match
from truebleu.identification.reported import Reported
from truebleu.identification.space import CHARACTERS, Configuration, Space, complete
from truebleu.identification.texts import Texts
from truebleu.identification.warnings import Suspicions
from truebleu.inputs import read
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.settings import check_threads
from truebleu.recounting import Counts, Recipe
from truebleu.tokenizers import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from truebleu.identification.texts import View
    from truebleu.tokenizers import Tokenizer

    Tried = tuple[Configuration, float, float]

__all__ = ["identify"]

NEAREST = 3
SHOWN = 20  # progress is told of every so many configurations
SAME = 1e-9
"""Points by which two numbers differ that only their last bits tell apart."""

APART = 0.005
"""Points that tell the nearest numbers apart."""


def identify(
    hypotheses: Any,
    references: Any,
    reported: float | str,
    *,
    precision: int | None = None,
    tool: str | None = None,
    tokenizers: Sequence[str | Tokenizer | Callable[[str], str | list[str]]] = (),
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Identification:
    """Search for the settings that give a reported BLEU score.

    Tried are all conventions, and changes of them: tokenizers, case, smoothing, orders, the rule
    for the reference length, effective order, the mean of sentence scores, fewer references,
    hypotheses and references swapped, strings in place of tokens, text mended where it looks
    tokenized or escaped. The number may be between 0 and 100 or between 0 and 1, rounded or cut
    off after its last decimal.

    Args:
        hypotheses: as `BLEU.corpus_score` takes them.
        references: the same.
        reported: the score, as a text (`"27.30"` has two decimals) or a number.
        precision: how many decimals count; as many as were typed when it is None.
        tool: search under this convention alone, or under all whose names begin with it.
        tokenizers: further tokenizers to try, as `BLEU(tokenizer=...)` takes them.
        threads: how many threads may count.
        progress: called now and then with how many configurations are tried, and of how many.

    Raises:
        InputError: a text is wrong, or the numbers of segments differ.
        ConfigurationError: `reported` is no score, or another argument is wrong.
    """
    if not isinstance(tokenizers, (list, tuple)):
        raise ConfigurationError(
            f"tokenizers={inspected(tokenizers)}: a list of tokenizers is needed, such as ['char']"
        )
    number = Reported.read(reported, precision)
    conventions = _conventions(tool)
    batch = read(hypotheses, references)
    workers = check_threads(threads)
    suspicions = Suspicions(batch)
    texts = Texts(batch, suspicions.repairs)
    search = _Search(texts, workers)
    space = Space(
        conventions,
        list(texts.views()),
        several=search.most_references > 1,
        text=not batch.tokens,
        more=[resolve(each) for each in tokenizers],
    )
    tried = list(search.tried(list(space.configurations()), progress))
    return _judged(number, tried, search, suspicions.said)


def _conventions(tool: str | None) -> list[str]:
    known = of_metric("BLEU")
    if not isinstance(tool, str | None):
        raise UnknownConvention(allowed("tool", tool, known))
    names = [name for name in known if tool is None or name.startswith(tool)]
    if tool in CONVENTIONS and tool not in known:
        raise ConfigurationError(
            f"tool={tool!r}: what is searched are BLEU's settings, and this is another formula, "
            f"{CONVENTIONS[tool].metric}: compute it, with truebleu score --convention {tool}, or "
            "verify its signature"
        )
    if tool in CONVENTIONS:
        names = [name for name in names if name == tool or name.startswith(f"{tool}-")]
    if not names:
        raise UnknownConvention(allowed("tool", tool, known))
    return names


class _Search:
    """A corpus that configurations are tried on."""

    def __init__(self, texts: Texts, threads: int) -> None:
        self.texts = texts
        self._threads = threads
        self._counts: dict[View | None, Counts] = {}
        self._usual = {name: BLEU(convention=name).settings() for name in of_metric("BLEU")}
        self.counts(None).value(Recipe.of(BLEU()))  # whatever is wrong with the texts shows here
        self.most_references = self.counts(None).most_references

    def counts(self, view: View | None) -> Counts:
        if view not in self._counts:
            self._counts[view] = Counts(self.texts.seen(view), threads=self._threads)
        return self._counts[view]

    def tried(
        self,
        configurations: Sequence[Configuration],
        progress: Callable[[int, int], object] | None = None,
    ) -> Iterator[Tried]:
        """Yield each configuration that has a score, with the score and its scale."""
        for done, configuration in enumerate(configurations):
            if progress is not None and done % SHOWN == 0:
                progress(done, len(configurations))
            usual = self._usual[configuration.convention]
            settings = complete(usual, configuration.settings)
            recipe = Recipe.made(configuration.convention, settings)
            view = configuration.view
            if recipe.one_reference and self._references(view) > 1:
                continue
            try:
                yield configuration, self.counts(view).value(recipe), recipe.scale
            except TrueBleuError:
                continue  # NLTK's method 6 stops where the text has no trigram

    def _references(self, view: View | None) -> int:
        if view is not None and view.references is not None:
            return len(view.references)
        return self.most_references

    def match(self, number: Reported, tried: Tried) -> Match:
        """A configuration in the words of a result."""
        configuration, value, scale = tried
        settings = configuration.settings
        view = configuration.view
        metric = BLEU(convention=configuration.convention, **settings)
        references: int | str = self._references(view) if self.texts.references else "var"
        signature = metric.signature(references, tokens=self.texts.batch.tokens)
        changes = [_said(name, given) for name, given in settings.items()]
        return Match(
            configuration.convention,
            [*changes, *([view.words] if view else [])],
            value * (100 / scale),
            number.reading(value, int(scale)),
            configuration.cost,
            str(signature),
        )


def _said(name: str, value: Any) -> str:
    """A change as one would type it."""
    shown = getattr(value, "name", value)
    return "characters as tokens" if shown == CHARACTERS else f"{name}={shown}"


def _judged(
    number: Reported, tried: Sequence[Tried], search: _Search, warnings: Sequence[str]
) -> Identification:
    """What reads as the number, the most plausible first; or what is nearest to it."""

    def plausibility(each: Tried) -> tuple[float, int, int]:
        configuration, value, scale = each
        reading = number.reading(value, int(scale))
        cost, rank, changes = configuration.order
        if reading is not None:
            cost += reading.price(int(scale))
        return cost, rank, changes

    reading = [each for each in tried if number.reading(each[1], int(each[2])) is not None]
    needed = _Needed(tried)
    found = sorted(filter(needed.has, reading), key=plausibility)
    nearest: list[Tried] = []
    if not found:
        close = sorted(tried, key=lambda each: number.distance(each[1], int(each[2])))
        nearest = _distinct(filter(needed.has, close), NEAREST)
    points = sorted(value * (100 / scale) for _, value, scale in tried)
    distinct = 1 + sum(b - a > SAME for a, b in pairwise(points))
    return Identification(
        number,
        [search.match(number, each) for each in found],
        [search.match(number, each) for each in nearest],
        len(tried),
        distinct,
        warnings,
        len(search.texts.batch),
        search.most_references,
    )


class _Needed:
    """Tells configurations of which no change can be left out without changing the number."""

    def __init__(self, tried: Sequence[Tried]) -> None:
        self._known = {
            (configuration.convention, frozenset(configuration.changes)): value * (100 / scale)
            for configuration, value, scale in tried
        }

    def has(self, tried: Tried) -> bool:
        configuration, value, scale = tried
        changes = configuration.changes
        for size in range(len(changes)):
            for fewer in combinations(changes, size):
                other = self._known.get((configuration.convention, frozenset(fewer)))
                if other is not None and abs(other - value * (100 / scale)) <= SAME:
                    return False
        return True


def _distinct(tried: Iterable[Tried], count: int) -> list[Tried]:
    """The first with so many different numbers."""
    found: list[Tried] = []
    for each in tried:
        points = each[1] * (100 / each[2])
        if all(abs(points - other[1] * (100 / other[2])) > APART for other in found):
            found.append(each)
        if len(found) == count:
            break
    return found
