"""Tokenizer files of Hugging Face's `tokenizers`, which these tests create."""

from __future__ import annotations

import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import pytest

from tests.requirements import require_module
from tests.tokenizers import training
from truebleu.errors import ConfigurationError, InputError, InvalidUnicode, MissingDependency
from truebleu.tokenizers import from_signature, hf_tokenizer

if TYPE_CHECKING:
    from pathlib import Path

hf = require_module("tokenizers")


def byte_pairs(seed: int = 1) -> Any:
    """Return a byte-level BPE tokenizer that would add <s> before a text."""
    tokenizer = hf.Tokenizer(hf.models.BPE())
    tokenizer.pre_tokenizer = hf.pre_tokenizers.ByteLevel()
    trainer = hf.trainers.BpeTrainer(
        vocab_size=400, special_tokens=["<s>"], show_progress=False,
        initial_alphabet=sorted(hf.pre_tokenizers.ByteLevel.alphabet()),
    )  # fmt: skip
    tokenizer.train_from_iterator(training.lines(seed), trainer)
    tokenizer.post_processor = hf.processors.TemplateProcessing(
        "<s> $A", special_tokens=[("<s>", 0)]
    )
    return tokenizer


@pytest.fixture(scope="module")
def theirs() -> Any:
    return byte_pairs()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory, theirs: Any) -> Path:
    file = tmp_path_factory.mktemp("hf") / "tokenizer.json"
    file.write_text(theirs.to_str(), encoding="utf-8")
    return file


def test_tokens_equal_those_of_the_package(path: Path, theirs: Any) -> None:
    texts = [*training.lines(2), "", "never seen: ⅷ 𠀀", " two  spaces inside"]
    expected = [theirs.encode(text, add_special_tokens=False).tokens for text in texts]
    assert hf_tokenizer(path).tokenize_batch(texts) == expected
    assert theirs.encode("x").tokens[0] == "<s>"


def test_trailing_whitespace_is_removed_as_for_all_tokenizers(path: Path) -> None:
    assert hf_tokenizer(path).tokenize("hello \u3000\n") == hf_tokenizer(path).tokenize("hello")


def test_truncation_padding_and_dropout_are_turned_off(
    path: Path, theirs: Any, tmp_path: Path
) -> None:
    trained = hf.Tokenizer.from_str(theirs.to_str())
    trained.enable_truncation(3)
    trained.enable_padding(length=500)
    trained.model.dropout = 0.9
    changed = tmp_path / "trained.json"
    changed.write_text(trained.to_str(), encoding="utf-8")
    text = " ".join(training.WORDS)
    assert len(trained.encode(text).tokens) == 500
    tokenizer = hf_tokenizer(changed)
    for _ in range(5):
        assert tokenizer.tokenize(text) == hf_tokenizer(path).tokenize(text)


def test_the_file_is_identified_by_its_content(path: Path, tmp_path: Path) -> None:
    (tmp_path / "copy.json").write_bytes(path.read_bytes())
    (tmp_path / "other.json").write_text(byte_pairs(seed=7).to_str(), encoding="utf-8")
    ours = hf_tokenizer(str(path))
    copy, changed = hf_tokenizer(tmp_path / "copy.json"), hf_tokenizer(tmp_path / "other.json")
    assert copy == ours
    assert hash(copy) == hash(ours)
    assert changed != ours
    assert (ours.name, ours.signature_name, ours.native) == ("hf-tokenizer", "hf-tokenizer", None)
    assert ours.fingerprint == ours.sha256[:16]
    assert not ours.published
    with pytest.raises(ConfigurationError, match=r"hf_tokenizer\(FILE\)"):
        from_signature("hf-tokenizer", ours.fingerprint)


def test_a_pickle_has_path_and_checksum(tmp_path: Path, theirs: Any) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(theirs.to_str(), encoding="utf-8")
    tokenizer = hf_tokenizer(path)
    pickled = pickle.dumps(tokenizer)
    assert pickle.loads(pickled) == tokenizer
    path.write_text(byte_pairs(seed=7).to_str(), encoding="utf-8")
    with pytest.raises(ConfigurationError, match="was pickled with a file with the SHA-256"):
        pickle.loads(pickled)


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b"[1]"])
def test_invalid_files_are_refused(content: Any, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(ConfigurationError, match=r"bad\.json is not a Hugging Face"):
        hf_tokenizer(path)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"none\.json: cannot read the tokenizer: No such"):
        hf_tokenizer(tmp_path / "none.json")
    with pytest.raises(ConfigurationError, match="cannot read the tokenizer: embedded null"):
        hf_tokenizer("a\0b")
    with pytest.raises(ConfigurationError, match=r"path=None is not a path\. Use a str"):
        hf_tokenizer(None)  # type: ignore[arg-type]


def test_wrong_texts_are_refused(path: Path) -> None:
    wrong: Any = ["a"]
    with pytest.raises(InputError, match="takes a str, not a list"):
        hf_tokenizer(path).tokenize(wrong)
    with pytest.raises(InvalidUnicode, match=r"U\+D83D as character 1"):
        hf_tokenizer(path).tokenize("\ud83d")


def test_a_text_that_cannot_be_tokenized_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "words.json"
    words = hf.Tokenizer(hf.models.WordLevel({"known": 0}, unk_token="[UNK]"))
    words.save(str(path))
    assert hf_tokenizer(path).tokenize("known") == ["known"]
    with pytest.raises(InputError, match="failed on the text 'other'"):
        hf_tokenizer(path).tokenize("other")


def test_a_missing_package_is_an_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(MissingDependency, match="pip install tokenizers"):
        hf_tokenizer(path)


def test_many_threads_share_one_tokenizer(path: Path) -> None:
    tokenizer = hf_tokenizer(path)
    texts = training.lines(4)
    expected = tokenizer.tokenize_batch(texts)
    with ThreadPoolExecutor(8) as pool:
        result = list(pool.map(lambda _: tokenizer.tokenize_batch(texts), range(16)))
    assert result == [expected] * 16


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes_use_the_tokenizer(
    path: Path, method: str, capfd: pytest.CaptureFixture[str]
) -> None:
    tokenizer = hf_tokenizer(path)
    texts = training.lines(5)[:50]
    expected = tokenizer.tokenize_batch(texts)
    with get_context(method).Pool(2) as pool:
        assert pool.map(tokenizer.tokenize, texts) == expected
    assert capfd.readouterr() == ("", "")
