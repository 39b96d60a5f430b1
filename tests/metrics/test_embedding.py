"""Embedding similarity with a small deterministic encoder."""

from __future__ import annotations

import io
import pickle
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from truebleu import (
    ConfigurationError,
    EmbeddingSimilarity,
    InputError,
    InvalidSignature,
    MissingDependency,
    References,
    UnknownSetting,
    compare,
)
from truebleu.metrics.registry import from_signature

ALPHABET = "abcdefgh"


def letters(texts: list[str]) -> Any:
    return np.array([[text.count(letter) for letter in ALPHABET] for text in texts], dtype=float)


class Counting:
    """Encoder that counts its texts and batches."""

    def __init__(self) -> None:
        self.batches: list[int] = []

    def __call__(self, texts: list[str]) -> Any:
        self.batches.append(len(texts))
        return letters(texts)


class LikeSentenceTransformers:
    """Encoder with the documented interface of sentence-transformers' models."""

    def encode(
        self,
        sentences: list[str],
        batch_size: int = 32,
        show_progress_bar: bool | None = None,
        convert_to_numpy: bool = True,
    ) -> Any:
        assert isinstance(sentences, list)
        assert (show_progress_bar, convert_to_numpy, batch_size) == (False, True, 2)
        return letters(sentences).astype(np.float32)


def similarity(model: Any = letters, **settings: Any) -> EmbeddingSimilarity:
    return EmbeddingSimilarity(model, **{"name": "letters", "revision": "1", **settings})


HYPOTHESES = ["abc", "aab", "hhh", "", "a" * 300 + "b"]
REFERENCES = ["cba", "abb", "abc", "", "b" * 200 + "c"]


def test_cosines() -> None:
    scores = similarity().segment_scores(HYPOTHESES, REFERENCES)
    expected = []
    for pair in zip(letters(HYPOTHESES), letters(REFERENCES), strict=True):
        below = np.linalg.norm(pair[0]) * np.linalg.norm(pair[1])
        expected.append(pair[0] @ pair[1] / below if below else 0.0)
    assert scores.tolist() == pytest.approx(expected, abs=1e-12)
    assert scores[0] == 1.0  # equal vectors, exactly
    score = similarity().corpus_score(HYPOTHESES, REFERENCES)
    assert score.value == pytest.approx(np.mean(expected), abs=1e-12)
    assert score.segments == 5


def test_the_most_similar_reference_counts_and_values_may_be_negative() -> None:
    def signed(texts: list[str]) -> list[list[float]]:
        return [[-1.0 if text.startswith("-") else 1.0, 0.0] for text in texts]

    metric = similarity(signed)
    assert metric.sentence_score("a", ["-b", "-c"]).value == -1.0
    assert metric.sentence_score("a", ["-b", "c"]).value == 1.0
    several = References.per_segment([["-b", "c"], ["-d"]])
    assert metric.segment_scores(["a", "a"], several).tolist() == [1.0, -1.0]
    assert metric.corpus_score(["a", "a"], several).value == 0.0


def test_each_text_is_encoded_once_in_batches() -> None:
    model = Counting()
    calls: list[tuple[int, int]] = []
    metric = similarity(model, batch_size=2, progress=lambda done, of: calls.append((done, of)))
    metric.corpus_score(["a", "b", "a", "c", "d"], ["a", "a", "b", "e", "d"])
    assert model.batches == [2, 2, 1]
    assert calls == [(2, 5), (4, 5), (5, 5)]


def test_vectors_of_two_lengths_are_refused() -> None:
    metric = similarity(lambda texts: np.ones((len(texts), len(texts))), batch_size=2)
    with pytest.raises(InputError, match="of length 1, after vectors of length 2"):
        metric.segment_scores(["a", "b"], ["c", "a"])


def test_models_of_sentence_transformers() -> None:
    metric = similarity(LikeSentenceTransformers(), batch_size=2)
    assert metric.sentence_score("abc", "cba").value == 1.0


def test_the_cache_depends_on_model_revision_and_text(tmp_path: Path) -> None:
    model = Counting()
    settings: dict[str, Any] = {"cache": tmp_path / "vectors"}
    first = similarity(model, **settings).segment_scores(HYPOTHESES, REFERENCES)
    before = sum(model.batches)
    again = similarity(model, **settings).segment_scores(HYPOTHESES, REFERENCES)
    assert again.tolist() == first.tolist()
    assert sum(model.batches) == before
    similarity(model, **settings).sentence_score("abc", "new")
    assert sum(model.batches) == before + 1
    similarity(model, revision="2", **settings).sentence_score("abc", "cba")
    assert sum(model.batches) == before + 3


def test_a_damaged_file_of_the_cache_is_named(tmp_path: Path) -> None:
    similarity(cache=tmp_path).sentence_score("a", "b")
    (file,) = tmp_path.rglob("*.npz")
    full = file.read_bytes()
    for content in (b"", b"junk", full[: len(full) // 2]):
        file.write_bytes(content)
        with pytest.raises(InputError, match=f"{file.name}: the cache file is damaged"):
            similarity(cache=tmp_path).sentence_score("a", "b")
    file.unlink()
    assert similarity(cache=tmp_path).sentence_score("a", "a").value == 1.0
    assert not list(tmp_path.rglob("*.part"))
    (file,) = tmp_path.rglob("*.npz")
    with np.load(file) as archive:
        arrays = dict(archive)
    np.savez(file, **{**arrays, "keys": arrays["keys"][:0]})
    with pytest.raises(InputError, match=f"{file.name}: the cache file is damaged"):
        similarity(cache=tmp_path).sentence_score("a", "b")


def test_a_file_of_another_model_in_the_cache_is_ignored(tmp_path: Path) -> None:
    similarity(cache=tmp_path).sentence_score("a", "b")
    similarity(revision="2", cache=tmp_path).sentence_score("c", "d")
    first, second = sorted(tmp_path.rglob("*.npz"))
    (first.parent / "copied.npz").write_bytes(second.read_bytes())
    (second.parent / "copied.npz").write_bytes(first.read_bytes())
    for revision, cached, new in (("1", "ab", "cd"), ("2", "cd", "ab")):
        model = Counting()
        metric = similarity(model, revision=revision, cache=tmp_path)
        metric.sentence_score(cached[0], cached[1])
        assert model.batches == []
        metric.sentence_score(new[0], new[1])
        assert model.batches == [2]


def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(InputError, match="no cache can be made there: Not a directory"):
        similarity(cache=tmp_path / "file").sentence_score("a", "b")


def test_vectors_are_cached_while_encoding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupted run keeps the vectors that were encoded before."""
    monkeypatch.setattr("truebleu.metrics.embedding.similarity.AT_ONCE", 2)
    encoded: list[str] = []

    def stopping(texts: list[str]) -> Any:
        encoded.extend(texts)
        if "stop" in texts:
            raise KeyboardInterrupt
        return letters(texts)

    texts = [*"abcde", "stop"]
    with pytest.raises(KeyboardInterrupt):
        similarity(stopping, batch_size=1, cache=tmp_path).segment_scores(texts, texts)
    assert encoded == texts
    model = Counting()
    similarity(model, batch_size=1, cache=tmp_path).segment_scores(texts, texts)
    assert model.batches == [1, 1]  # the last batch was not saved
    expected = similarity().segment_scores(texts, texts)
    again = similarity(batch_size=1, cache=tmp_path).segment_scores(texts, texts)
    assert again.tolist() == expected.tolist()


def test_progress_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("truebleu.io.progress.FEW", 4)
    similarity().segment_scores(list("abc"), list("abc"))
    assert terminal.getvalue() == ""
    similarity().segment_scores(list("abcd"), list("abcd"))
    assert "encoding" in terminal.getvalue()
    monkeypatch.setattr("sys.stderr", None)
    similarity().segment_scores(list("abcd"), list("abcd"))


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (lambda _: [[1.0]], "returned list for 2 texts"),
        (lambda _: [1.0, 2.0], "must return one vector per text"),
        (lambda _: [[1.0], [1.0, 2.0]], "all of one length"),
        (lambda _: [[float("nan")], [1.0]], "NaN or infinity for 'a'"),
        (lambda _: "vectors", "returned str for 2 texts"),
    ],
)
def test_wrong_vectors_are_refused(model: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        similarity(model).sentence_score("a", "b")


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(ConfigurationError, match="needs a name and a revision"):
        EmbeddingSimilarity(letters)
    with pytest.raises(ConfigurationError, match="Use the name of a sentence-trans"):
        similarity(7)
    with pytest.raises(ConfigurationError, match="model='' is not supported"):
        EmbeddingSimilarity("")
    with pytest.raises(ConfigurationError, match="batch_size=0"):
        similarity(batch_size=0)
    with pytest.raises(ConfigurationError, match="has its own name"):
        EmbeddingSimilarity("some/model", name="other")
    with pytest.raises(ConfigurationError, match="revision=' ' is not valid"):
        similarity(revision=" ")
    with pytest.raises(ConfigurationError, match="progress=3 is not callable"):
        similarity(progress=3)
    with pytest.raises(UnknownSetting, match="Did you mean progress"):
        similarity(progres=None)
    with pytest.raises(UnknownSetting, match="unknown setting 'encoder'"):
        similarity(encoder=letters)
    with pytest.raises(InputError, match="lists of tokens"):
        similarity().corpus_score([["a"]], [["b"]])


def test_without_the_package_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingDependency, match="pip install sentence-transformers"):
        EmbeddingSimilarity("some/model")


def test_revision_and_model_are_passed_to_the_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arguments: list[tuple[str, str | None]] = []

    class Model(LikeSentenceTransformers):
        def __init__(self, name: str, revision: str | None = None) -> None:
            arguments.append((name, revision))

        def modules(self) -> list[Any]:
            return [self, SimpleNamespace(config=SimpleNamespace(_commit_hash="abc123"))]

    package = SimpleNamespace(SentenceTransformer=Model)
    monkeypatch.setitem(sys.modules, "sentence_transformers", package)
    metric = EmbeddingSimilarity("some/model", batch_size=2)
    assert metric.sentence_score("abc", "cba").value == 1.0
    fields = metric.signature(1)
    assert (fields["model"], fields["revision"]) == ("some/model", "abc123")
    again = EmbeddingSimilarity.from_signature(fields)
    assert arguments == [("some/model", None), ("some/model", "abc123")]
    assert again.signature(1) == fields
    assert pickle.loads(pickle.dumps(again)).signature(1) == fields
    assert arguments[2:] == [("some/model", "abc123")]
    blank = str(fields).replace("model:some/model", "model: ")
    with pytest.raises(InvalidSignature, match="is not supported"):
        EmbeddingSimilarity.from_signature(blank)


def test_metrics_of_a_model_object_are_values_without_a_loadable_signature() -> None:
    assert repr(similarity()) == "<EmbeddingSimilarity: letters 1>"
    assert pickle.loads(pickle.dumps(similarity())) == similarity()
    assert similarity() != similarity(revision="2")
    assert hash(similarity()) == hash(similarity())
    with pytest.raises(
        InvalidSignature, match=r"EmbeddingSimilarity\.from_signature loads a model"
    ):
        from_signature(similarity().signature())
    with pytest.raises(InvalidSignature, match="has a model object"):
        EmbeddingSimilarity.from_signature(similarity().signature())


def test_systems_are_compared() -> None:
    systems = {"base": HYPOTHESES, "same": REFERENCES}
    comparison = compare(systems, REFERENCES, similarity())[0]
    assert comparison.pairs[0].difference > 0
    assert comparison.pairs[0].exact
