"""Embedding similarity: the cosine similarity of sentence embeddings."""

from __future__ import annotations

from truebleu.metrics.embedding.similarity import EmbeddingScore, EmbeddingSimilarity

__all__ = ["EmbeddingScore", "EmbeddingSimilarity"]
