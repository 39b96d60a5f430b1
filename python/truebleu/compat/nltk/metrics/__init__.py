"""The edit distances of `nltk.metrics`."""

from truebleu.compat.nltk.metrics import distance
from truebleu.compat.nltk.metrics.distance import edit_distance, edit_distance_align

__all__ = ["distance", "edit_distance", "edit_distance_align"]
