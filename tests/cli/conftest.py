"""Small files that most tests of the command line need."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.requirements import require_module

HYPOTHESES = "The cat sat on a mat.\nIt was raining hard.\nNobody came .\n"
REFERENCES = "The cat sat on the mat.\nIt was raining heavily.\nNo one came.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with `sys.txt` and `ref.txt` of three lines each."""
    (tmp_path / "sys.txt").write_text(HYPOTHESES, encoding="utf-8")
    (tmp_path / "ref.txt").write_text(REFERENCES, encoding="utf-8")
    return tmp_path


@pytest.fixture
def hf_tokenizer_file(tmp_path: Path) -> Path:
    """Return the file of a Hugging Face tokenizer: words and punctuation, most of them unknown."""
    require_module("tokenizers")
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel({"cat": 0, "[UNK]": 1}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    return tmp_path / "tokenizer.json"
