"""Scores of one corpus under many settings. Texts are counted only once for each tokenizer."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import fsum
from typing import TYPE_CHECKING, TypeVar

from truebleu import _native
from truebleu.errors import EmptyCorpus, InputError
from truebleu.explanation.settings.recipe import Recipe
from truebleu.explanation.settings.views import Texts, View
from truebleu.inputs.batch import Batch
from truebleu.inputs.validation import renumbered
from truebleu.metrics.base.layout import Layout
from truebleu.metrics.base.statistics import concatenated
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.conventions import CONVENTIONS, of_several
from truebleu.tokenizers import Tokenizer, resolve

Counting = tuple[Tokenizer, bool | str, str]
Result = TypeVar("Result")

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


USUAL_ORDERS = 7
"""Default number of counted orders: 1 to 6, and order 7 for smoothings that use the next order."""

CLOSEST, AVERAGE = "closest", "average"  # the average is stored in fractions of a token

MAX_CELLS = 1 << 26
"""Maximum number of cached counts (half a gigabyte)."""

ONE_REFERENCE = frozenset(name for name, tool in CONVENTIONS.items() if tool.one_reference)


class Rescorer:
    """Corpus that can be scored by many BLEU metrics without counting its texts each time.

    The counts of all segments are cached for each combination of tokenizer, case and reference
    length rule. The statistics of a metric are computed from cached counts. `max_cells` is the
    maximum number of integers in the cache.

    Raises:
        EmptyCorpus: there are no segments.
    """

    def __init__(
        self,
        batch: Batch,
        *,
        threads: int | None = None,
        texts: Texts | None = None,
        max_cells: int | None = None,
    ) -> None:
        if not len(batch):
            raise EmptyCorpus("hypotheses and references are empty. Pass at least one segment.")
        self.batch = batch
        self._texts = texts
        self._threads = threads or 0
        self._max_cells = max_cells or MAX_CELLS
        self._orders = USUAL_ORDERS
        self._references = (0, 0)
        self._rows: dict[Counting, list[_native.Array]] = {}
        self._sums: dict[tuple[object, ...], tuple[int, ...]] = {}
        self._values: dict[Recipe, float] = {}
        self._views: dict[View, Rescorer] = {}

    def of(self, view: View | None) -> Rescorer:
        """Return a rescorer for a variant of the texts, such as the texts with only one reference.

        If `view` is None, return this rescorer.
        """
        if view is None:
            return self
        if view not in self._views:
            self._texts = self._texts or Texts(self.batch)
            self._views[view] = Rescorer(
                self._texts.select(view), threads=self._threads, max_cells=self._max_cells
            )
        return self._views[view]

    @property
    def references(self) -> tuple[int, int]:
        """Minimum and maximum number of references per segment."""
        if not self._references[1]:
            self._count((resolve("none"), False, CLOSEST), USUAL_ORDERS)
        return self._references

    def value(self, metric: BLEU | Recipe, *, sentence: bool = False) -> float:
        """Return the corpus score by a metric, on the metric's scale.

        With `sentence`, return the sentence score of the only segment.

        Raises:
            InputError: the metric cannot count these texts, or the score of a segment is undefined.
            ConfigurationError: the score of the corpus is undefined.
        """
        recipe = self._recipe(metric)
        value = None if sentence else self._values.get(recipe)
        if value is None:
            native = recipe.native()
            effective_order = recipe.uses_effective_order(sentence=sentence)
            value, _ = native.score(self._row(recipe, native), effective_order)
            if not sentence:
                self._values[recipe] = value
        return value

    def value_under(self, view: View | None, recipe: Recipe) -> float:
        """Return the corpus score of a variant of the texts under the settings in `recipe`.

        Raises:
            InputError: as for `value`. It is also raised if the variant uses the best reference of
                each segment, but the corpus score is not a mean of segment scores.
            ConfigurationError: as for `value`.
        """
        if view is None or not view.best:
            return self.of(view).value(recipe)
        if not recipe.is_mean:
            raise InputError("the best reference of a segment needs a mean of segment scores.")
        import numpy as np

        views = map(View.of_references, range(self.references[1]))
        best = np.maximum.reduce(
            [self.of(view)._segment_values(recipe) for view in views]  # noqa: SLF001  same class
        )
        return fsum(best) / len(best)

    def points(self, metric: BLEU | Recipe) -> float:
        """Return the corpus score by a metric, on the scale 0 to 100."""
        value = self.value(metric)
        return value if metric.scale == 100 else value * (100 / metric.scale)

    def changed_segments(
        self, base: BLEU, metric: BLEU, *, view: View | None = None
    ) -> NDArray[np.bool_] | None:
        """Return for each segment whether its statistics differ between two metrics.

        The result has the shape (n_segments,). The statistics of `base` are counted on the corpus.
        The statistics of `metric` are counted on the variant `view` of the corpus, or on the corpus
        itself if `view` is None. The result is None if the statistics of a metric are not additive.
        """
        if not (base.layout.adds and metric.layout.adds):
            return None
        names = [name for name in base.layout.names if name in metric.layout.names]
        first = self._table(base)[:, [base.layout.index(name) for name in names]]
        second = self.of(view)._table(metric)  # noqa: SLF001  same class
        changed: NDArray[np.bool_] = (
            first != second[:, [metric.layout.index(name) for name in names]]
        ).any(axis=1)
        return changed

    def _recipe(self, metric: BLEU | Recipe) -> Recipe:
        recipe = metric if isinstance(metric, Recipe) else Recipe.of(metric)
        if recipe.convention in ONE_REFERENCE and self.references[1] > 1:
            if isinstance(metric, BLEU):
                metric.count_batch(
                    self.batch, self._threads
                )  # raises an error that names the segment
            raise InputError(_one_reference(recipe.convention, self.references[1]))
        return recipe

    def _row(self, recipe: Recipe, native: _native.Metric) -> tuple[int, ...]:
        counting = self._counting(recipe)
        # Sums of counts suit many formulas, so cache them. Sums of sentence scores suit only one.
        key = (
            None
            if recipe.is_mean
            else (counting, recipe.entries.get("rules.totals"), native.columns)
        )
        if key is not None and key in self._sums:
            return self._sums[key]
        row, *others = self._recount(counting, recipe, native.summed_from)
        for addend in others:
            row = Layout.bleu(native.columns).added(row, addend)
        if key is not None:
            self._sums[key] = row
        return row

    def _table(self, metric: BLEU) -> NDArray[np.int64]:
        import numpy as np

        recipe = self._recipe(metric)
        parts = self._recount(self._counting(recipe), recipe, recipe.native().rows_from)
        return concatenated([np.asarray(part) for part in parts])

    def _segment_values(self, recipe: Recipe) -> NDArray[np.float64]:
        import numpy as np

        native = recipe.native()
        effective_order = recipe.uses_effective_order(sentence=True)
        parts = self._recount(self._counting(recipe), recipe, native.rows_from)
        return concatenated([np.asarray(native.values(rows, effective_order)) for rows in parts])

    def _recount(
        self, counting: Counting, recipe: Recipe, recount: Callable[[_native.Array], Result]
    ) -> list[Result]:
        blocks = self._count(counting, recipe.entries["max_ngram_order"] + 1)
        results: list[Result] = []
        try:
            results.extend(map(recount, blocks))
        except InputError as error:
            raise renumbered(error, sum(map(len, blocks[: len(results)]))) from None
        return results

    def _counting(self, recipe: Recipe) -> Counting:
        entries = recipe.entries
        reference_length = entries["reference_length"]
        if reference_length not in (CLOSEST, AVERAGE) and self.references[1] == 1:
            reference_length = CLOSEST  # with one reference, all rules choose it
        return entries["tokenizer"], entries["lowercase"], reference_length

    def _count(self, counting: Counting, orders: int) -> list[_native.Array]:
        if orders > self._orders:
            self._orders = orders
            self._rows.clear()
        if counting in self._rows:
            return self._rows[counting]
        tokenizer, lowercase, reference_length = counting
        metric = BLEU(
            tokenizer=tokenizer,
            lowercase=lowercase,
            reference_length=reference_length,
            max_ngram_order=self._orders,
        )
        blocks = list(metric.rows_by_block(self.batch, self._threads))
        self._references = (
            min(part.min_references for part in blocks),
            max(part.max_references for part in blocks),
        )
        capacity = max(1, self._max_cells // (len(self.batch) * len(metric.layout)))
        while len(self._rows) >= capacity:
            del self._rows[next(iter(self._rows))]
        self._rows[counting] = [part.rows for part in blocks]
        return self._rows[counting]


@cache
def _one_reference(convention: str, references: int) -> str:
    return (
        f"supports one reference per segment, got {references}. Pass one of them (the most similar "
        f"preset with several references: {of_several(convention)})"
    )
