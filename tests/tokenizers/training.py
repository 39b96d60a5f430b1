"""Random text of several scripts, and models that are trained on it."""

from __future__ import annotations

import io
import random
from typing import Any

TEXT = (
    "hello world the cat sat on mat dogs running quickly translation 3.5 don't e.g. 2023. naïve "
    "Straße привет мир кошка γάτα 日本語 です 猫 漢字 한국어 고양이 가격은 مرحبا नमस्ते"
)
WORDS = TEXT.split()


def lines(seed: int, count: int = 400) -> list[str]:
    """Return random segments."""
    pick = random.Random(seed)
    return [" ".join(pick.choices(WORDS, k=pick.randint(1, 12))) for _ in range(count)]


def train_sentencepiece(sentencepiece: Any, seed: int, **options: Any) -> bytes:
    """Return a SentencePiece model of 100 subwords."""
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines(seed)),
        model_writer=file,
        vocab_size=100,
        character_coverage=1.0,
        num_threads=1,
        minloglevel=2,
        **options,
    )
    return file.getvalue()
