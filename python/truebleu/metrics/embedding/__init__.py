"""Embedding similarity: the cosine of sentence vectors."""

from __future__ import annotations

from truebleu.metrics.embedding.similarity import EmbeddingScore, EmbeddingSimilarity

__all__ = ["EmbeddingScore", "EmbeddingSimilarity"]
