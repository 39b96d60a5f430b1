"""The same texts under many settings: counted once for each way to make tokens, scored many times.

A BLEU is taken apart into entries (`Recipe`), any of which can be that of another tool; the texts
are counted once for each tokenizer, case and rule for the reference length (`Counts`). Formulas
stay in the core.
"""

from __future__ import annotations

from truebleu.recounting.counts import USUAL_ORDERS, Counts
from truebleu.recounting.recipe import PARTS, Recipe

__all__ = ["PARTS", "USUAL_ORDERS", "Counts", "Recipe"]
