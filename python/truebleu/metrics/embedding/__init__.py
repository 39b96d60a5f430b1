"""Similarity of meaning, by vectors that a model gives sentences."""

from __future__ import annotations

from truebleu.metrics.embedding.similarity import EmbeddingScore, EmbeddingSimilarity

__all__ = ["EmbeddingScore", "EmbeddingSimilarity"]
