"""Subwords of SentencePiece models, compared with sacreBLEU's tokenizer."""

from __future__ import annotations

import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given

from tests.differential import peer
from tests.generators import Corpus, corpora
from tests.profiles import examples
from tests.requirements import require_module
from tests.tokenizers import training
from truebleu.errors import ConfigurationError, InputError, InvalidUnicode, MissingDependency
from truebleu.tokenizers import from_signature, models, resolve, spm_model

if TYPE_CHECKING:
    from pathlib import Path

    from truebleu.tokenizers import Tokenizer

require_module("sentencepiece")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, model: bytes) -> Path:
    path = tmp_path_factory.mktemp("own") / "small.model"
    path.write_bytes(model)
    return path


@pytest.fixture(scope="module")
def ours(file: Path) -> Tokenizer:
    return spm_model(file)


def sacrebleus(home: Path, model: bytes) -> Any:
    """Return sacreBLEU's tokenizer, with the small model where it searches for flores200."""
    spm = require_module("sacrebleu.tokenizers.tokenizer_spm", "sacrebleu")
    (home / "models").mkdir()
    (home / "models" / "flores200sacrebleuspm").write_bytes(model)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spm, "SACREBLEU_DIR", str(home))
        return spm.TokenizerSPM("flores200")


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory, model: bytes) -> Any:
    return sacrebleus(tmp_path_factory.mktemp("sacrebleu"), model)


def test_subwords_of_plain_text(ours: Any, theirs: Any) -> None:
    texts = [*training.lines(3), "", " ", "unknown ⅷ 字", "a\u2028b\tc \x1c d", "end \xa0\u3000"]
    expected = [peer.tokens(theirs, text) for text in texts]
    assert [ours.tokenize(text) for text in texts] == expected
    assert ours.tokenize_batch(texts) == expected


def test_subwords_that_contain_whitespace(tmp_path: Path) -> None:
    """A model without normalization has such subwords, and sacreBLEU splits them."""
    model = training.train_sentencepiece(
        require_module("sentencepiece"), seed=1,
        normalization_rule_name="identity", remove_extra_whitespaces=False,
    )  # fmt: skip
    (tmp_path / "identity.model").write_bytes(model)
    ours, theirs = spm_model(tmp_path / "identity.model"), sacrebleus(tmp_path, model)
    texts = ["a\u2028b\tc \x1c d", " two  spaces ", "tab\t", "x\u3000\u3000y\n", "\xa0", "\x85 q"]
    expected = [peer.tokens(theirs, text) for text in texts]
    assert any(" " in piece or "\t" in piece for piece in theirs.sp.EncodeAsPieces("q\tq"))
    assert [ours.tokenize(text) for text in texts] == expected
    assert ours.tokenize_batch(texts) == expected


@pytest.mark.peer
@examples(0.5)
@given(corpora())
def test_subwords_of_generated_text(ours: Any, theirs: Any, corpus: Corpus) -> None:
    texts = [text for stream in corpus.streams() for text in stream if text is not None]
    texts += corpus.hypotheses
    assert ours.tokenize_batch(texts) == [peer.tokens(theirs, text) for text in texts]


def test_flores200_by_its_name(
    homes: tuple[Path, Path], model: bytes, theirs: Any, monkeypatch: pytest.MonkeyPatch, ours: Any
) -> None:
    monkeypatch.setitem(
        models.MODELS, "flores200", models.MODELS["flores200"]._replace(sha256=ours.sha256)
    )
    path = homes[1] / "models" / "flores200sacrebleuspm"
    path.parent.mkdir(parents=True)
    path.write_bytes(model)
    named = resolve("flores200")
    assert (named.signature_name, named.native, named.published) == ("flores200", None, True)
    assert named.signature_name == theirs.signature()
    text = "hello world привет"
    assert named.tokenize(text) == peer.tokens(theirs, text)
    assert pickle.loads(pickle.dumps(named)) == named


def test_a_custom_model_is_identified_by_its_content(
    ours: Any, tmp_path: Path, model: bytes, other_model: bytes
) -> None:
    (tmp_path / "copy").write_bytes(model)
    (tmp_path / "other").write_bytes(other_model)
    copy, changed = spm_model(tmp_path / "copy"), spm_model(str(tmp_path / "other"))
    assert copy == ours
    assert hash(copy) == hash(ours)
    assert changed != ours
    assert (ours.name, ours.published) == ("spm-model", False)
    with pytest.raises(ConfigurationError, match="--spm-model FILE"):
        from_signature(ours.signature_name, ours.fingerprint)


def test_a_pickle_has_path_and_checksum(tmp_path: Path, model: bytes, other_model: bytes) -> None:
    path = tmp_path / "moving.model"
    path.write_bytes(model)
    tokenizer = spm_model(path)
    pickled = pickle.dumps(tokenizer)
    assert len(pickled) < 1000
    copy = pickle.loads(pickled)
    assert copy == tokenizer
    assert copy.tokenize("hello world") == tokenizer.tokenize("hello world")
    path.write_bytes(other_model)
    with pytest.raises(ConfigurationError, match="was pickled with a model with the SHA-256"):
        pickle.loads(pickled)
    path.unlink()
    with pytest.raises(ConfigurationError, match="cannot read"):
        pickle.loads(pickled)


@pytest.mark.parametrize(
    "content", [b"", b"<html>", b"\0" * 9, "half"], ids=["empty", "page", "zeros", "half"]
)
def test_invalid_models_are_refused(content: Any, tmp_path: Path, model: bytes) -> None:
    path = tmp_path / "bad.model"
    path.write_bytes(model[: len(model) // 2] if content == "half" else content)
    with pytest.raises(ConfigurationError, match=r"bad\.model is (not a Sentence|empty)"):
        spm_model(path)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"none\.model: cannot read the model: No such"):
        spm_model(tmp_path / "none.model")
    with pytest.raises(ConfigurationError, match="cannot read"):
        spm_model(tmp_path)
    with pytest.raises(ConfigurationError, match="cannot read the model: embedded null"):
        spm_model("a\0b")
    with pytest.raises(ConfigurationError, match=r"path=None is not a path\. Use a str"):
        spm_model(None)  # type: ignore[arg-type]


def test_wrong_texts_are_refused(ours: Any) -> None:
    with pytest.raises(InputError, match="'spm-model' takes a str, not a bytes"):
        ours.tokenize(b"bytes")
    with pytest.raises(InvalidUnicode, match=r"U\+D800 as character 3"):
        ours.tokenize("ab\ud800")
    with pytest.raises(InvalidUnicode):
        ours.tokenize_batch(["fine", "\udfff"])


def test_a_missing_package_is_an_error(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    monkeypatch.setitem(sys.modules, "sentencepiece", None)
    with pytest.raises(MissingDependency, match="pip install sentencepiece"):
        spm_model(file)
    with pytest.raises(MissingDependency, match="pip install sentencepiece"):
        resolve("flores200")


def test_many_threads_share_one_tokenizer(ours: Any) -> None:
    texts = training.lines(4)
    expected = ours.tokenize_batch(texts)
    with ThreadPoolExecutor(8) as pool:
        result = list(pool.map(lambda _: [ours.tokenize(text) for text in texts], range(16)))
    assert result == [expected] * 16


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes_use_the_tokenizer(ours: Any, method: str) -> None:
    texts = training.lines(5)[:50]
    ours.tokenize_batch(texts)
    with get_context(method).Pool(2) as pool:
        assert pool.map(ours.tokenize, texts) == ours.tokenize_batch(texts)
