"""The counts of one corpus: made once for each kind of tokens, and kept."""

from __future__ import annotations

from truebleu.errors import EmptyCorpus
from truebleu.layout import Layout
from truebleu.metrics.bleu import BLEU
from truebleu.tokenizers import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from truebleu import _native
    from truebleu.inputs import Batch
    from truebleu.recounting.recipe import Recipe
    from truebleu.tokenizers import Tokenizer

    Key = tuple[Tokenizer, bool | str, str]

__all__ = ["USUAL_ORDERS", "Counts"]

USUAL_ORDERS = 7
"""Orders 1 to 6, and one more for the smoothings that look ahead."""

CLOSEST, AVERAGE = "closest", "average"  # the average is counted in another unit

MOST_CELLS = 1 << 26
"""How many numbers are kept: half a gigabyte of them."""


class Counts:
    """The rows of a corpus, for any recipe of BLEU with up to `orders` orders.

    One less where the smoothing looks ahead. Raises `EmptyCorpus` when there are no segments.
    """

    def __init__(
        self, batch: Batch, *, orders: int = USUAL_ORDERS, threads: int | None = None
    ) -> None:
        if not len(batch):
            raise EmptyCorpus("there are no segments: hypotheses and references are empty lists")
        self.batch = batch
        self.orders = orders
        self._most = 0
        self.counted = 0
        self._threads = threads or 0
        self._rows: dict[Key, list[_native.Array]] = {}
        self._sums: dict[tuple[object, ...], tuple[int, ...]] = {}
        self._values: dict[Recipe, float] = {}

    @property
    def most_references(self) -> int:
        """The most references that one segment has."""
        if not self._most:
            self._blocks((resolve("none"), False, CLOSEST))
        return self._most

    def value(self, recipe: Recipe) -> float:
        """The corpus score, in the recipe's own scale.

        Raises:
            InputError: the texts cannot be counted so, or a segment has no score.
            ConfigurationError: the corpus has no score.
        """
        if recipe not in self._values:
            native = recipe.native()
            row = self.row(recipe, native)
            self._values[recipe] = native.score(row, recipe.effective_order)[0]
        return self._values[recipe]

    def points(self, recipe: Recipe) -> float:
        """The same, between 0 and 100 whatever the scale."""
        value = self.value(recipe)
        return value if recipe.scale == 100 else value * (100 / recipe.scale)

    def row(self, recipe: Recipe, native: _native.Metric) -> tuple[int, ...]:
        """The summed row under a recipe, whose core metric is `native`."""
        counting = recipe.tokenizer, recipe.lowercase, self._length_rule(recipe)
        # Sums of counts are the same for many formulas; those of sentence scores are not.
        key = None if recipe.is_mean else (*counting, recipe.totals, native.columns)
        if key in self._sums:
            return self._sums[key]
        row: tuple[int, ...] = ()
        for block in self._blocks(counting):
            part = native.summed_from(block)
            row = Layout.bleu(native.columns).added(row, part) if row else part
        if key is not None:
            self._sums[key] = row
        return row

    def _length_rule(self, recipe: Recipe) -> str:
        """Which reference's length is counted: of one, every rule takes it."""
        if self.most_references > 1 or recipe.reference_length == AVERAGE:
            return recipe.reference_length
        return CLOSEST

    def _blocks(self, counting: Key) -> list[_native.Array]:
        """The rows of single segments: raw counts of all orders."""
        if counting in self._rows:
            return self._rows[counting]
        tokenizer, lowercase, reference_length = counting
        metric = BLEU(
            tokenizer=tokenizer,
            lowercase=lowercase,
            reference_length=reference_length,
            max_ngram_order=self.orders,
        )
        found = []
        for rows, _, most in metric.each_block(
            self.batch,
            lambda native, block: native.rows(
                block.hypotheses, block.references, block.by_segment, self._threads
            ),
        ):
            found.append(rows)
            self._most = max(self._most, most)
        self.counted += 1
        kept = max(1, MOST_CELLS // (len(self.batch) * len(metric.layout)))
        while len(self._rows) >= kept:
            del self._rows[next(iter(self._rows))]
        self._rows[counting] = found
        return found
