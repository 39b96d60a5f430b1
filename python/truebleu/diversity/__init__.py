"""How much the texts of a collection repeat each other: self-BLEU, distinct-n, entropy."""

from truebleu.diversity.measuring import measure_diversity, self_bleu
from truebleu.diversity.values import Diversity, OrderDiversity

__all__ = ["Diversity", "OrderDiversity", "measure_diversity", "self_bleu"]
