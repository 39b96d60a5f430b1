"""What texts share with a corpus, or with each other: contamination and near duplicates."""

from truebleu.contamination.searching import overlap
from truebleu.contamination.values import Overlap, SharedRun, TextOverlap

__all__ = ["Overlap", "SharedRun", "TextOverlap", "overlap"]
