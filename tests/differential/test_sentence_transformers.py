"""EmbeddingSimilarity by sentence-transformers, with a tiny model."""

from __future__ import annotations

import importlib
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.requirements import require_module
from truebleu import BLEU, EmbeddingSimilarity, Evaluation, InvalidSignature, References

package: Any = require_module("sentence_transformers", "sentence-transformers")
transformers: Any = require_module("transformers")
torch: Any = require_module("torch")
try:  # version 6 has moved them
    MODULES: Any = importlib.import_module("sentence_transformers.sentence_transformer.modules")
except ImportError:
    MODULES = importlib.import_module("sentence_transformers.models")

SENTENCE = "the a cat dog sat lay on mat rug it rained all day . !"
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *SENTENCE.split()]
HYPOTHESES = ["the cat sat on a mat .", "it rained !", "", "a dog", "it rained all day " * 90]
REFERENCES = [
    ["a cat lay on the mat .", "the cat sat on a mat ."],
    ["it rained all day ."],
    ["the rug"],
    ["the cat", "a rug", "dog a"],
    ["all day it rained " * 100],
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Save a sentence model with random weights, and return its folder."""
    path = tmp_path_factory.mktemp("models")
    (path / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    torch.manual_seed(7)
    config = transformers.BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=64,
    )
    transformers.BertModel(config).save_pretrained(path / "bert")
    tokenizer = transformers.BertTokenizerFast(vocab=str(path / "vocab.txt"))
    tokenizer.save_pretrained(path / "bert")
    words = MODULES.Transformer(str(path / "bert"))
    pooling = MODULES.Pooling(16)
    package.SentenceTransformer(modules=[words, pooling]).save(str(path / "tiny"))
    return path / "tiny"


def cosines(model: Any) -> list[float]:
    """Return the cosine of the most similar reference, computed text by text."""
    results = []
    for hypothesis, references in zip(HYPOTHESES, REFERENCES, strict=True):
        mine = model.encode(hypothesis).astype(np.float64)
        others = [model.encode(text).astype(np.float64) for text in references]
        norms = [np.linalg.norm(mine) * np.linalg.norm(other) for other in others]
        results.append(max(mine @ other / n for other, n in zip(others, norms, strict=True)))
    return results


def test_similarities_equal_the_packages(folder: Path) -> None:
    metric = EmbeddingSimilarity(str(folder), batch_size=2)
    model = package.SentenceTransformer(str(folder))
    references = References.per_segment(REFERENCES)
    scores = metric.segment_scores(HYPOTHESES, references)
    # Texts of one batch are padded to one length, which changes the last bits.
    assert scores.tolist() == pytest.approx(cosines(model), abs=1e-6)
    assert scores[0] == 1.0
    assert len(set(scores.round(4).tolist())) == len(HYPOTHESES)
    assert metric.corpus_score(HYPOTHESES, references).value == pytest.approx(scores.mean())
    own = EmbeddingSimilarity(model, name="tiny", revision="1", batch_size=2)
    assert own.segment_scores(HYPOTHESES, references).tolist() == scores.tolist()


def test_a_folder_is_identified_by_its_content(folder: Path, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"cache": tmp_path / "vectors"}
    metric = EmbeddingSimilarity(str(folder), **settings)
    signature = metric.signature(1)
    assert signature["model"] == str(folder)
    assert signature["backend"] == "sentence-transformers"
    assert signature["revision"].startswith("sha256-")
    assert EmbeddingSimilarity.from_signature(str(signature)).signature(1) == signature
    assert pickle.loads(pickle.dumps(metric)) == metric
    before = metric.segment_scores(["a cat"], ["the rug"]).tolist()
    # Another model in the same folder has another identity, in the cache and in the signature.
    weights = next(folder.rglob("*.safetensors"))
    content = weights.read_bytes()
    try:
        changed = bytearray(content)
        changed[-4000:] = np.full(1000, 0.25, dtype=np.float32).tobytes()
        weights.write_bytes(changed)
        second = EmbeddingSimilarity(str(folder), **settings)
        assert second.signature(1)["revision"] != signature["revision"]
        assert second.segment_scores(["a cat"], ["the rug"]).tolist() != before
        with pytest.raises(InvalidSignature, match="holds another model than"):
            EmbeddingSimilarity.from_signature(str(signature))
    finally:
        weights.write_bytes(content)


def test_it_is_evaluated_together_with_bleu(folder: Path, tmp_path: Path) -> None:
    metric = EmbeddingSimilarity(str(folder), cache=tmp_path)
    systems = {"base": HYPOTHESES, "best": [each[0] for each in REFERENCES]}
    evaluation = Evaluation([BLEU(), metric]).run(systems, References.per_segment(REFERENCES))
    base, best = evaluation.metric("EmbeddingSimilarity").scores
    assert best.value == 1.0 > base.value
    pairs = evaluation.compare(trials=50, resamples=50)[1].pairs
    assert pairs[0].difference == pytest.approx(best.value - base.value)
    json.dumps(evaluation.to_dict())
