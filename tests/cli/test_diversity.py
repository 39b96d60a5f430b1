"""`truebleu diversity`: numbers, tables and errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import fails, truebleu
from truebleu import BLEU, measure_diversity, self_bleu

TEXTS = ["The cat sat on a mat.", "The cat sat on the mat.", "", "It rained — all day."]


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("\n".join(TEXTS) + "\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("\n".join(reversed(TEXTS[:2])), encoding="utf-8")
    rows = [json.dumps({"id": at, "text": text}) for at, text in enumerate(TEXTS)]
    (tmp_path / "t.jsonl").write_text("\n".join(rows), encoding="utf-8")
    (tmp_path / "one.txt").write_text("alone\n", encoding="utf-8")
    (tmp_path / "none.txt").write_text("", encoding="utf-8")
    return tmp_path


def test_json_equals_the_result_of_python(texts: Path) -> None:
    options = ("-f", "json", "--orders", "3", "-q")
    ran = truebleu("diversity", "a.txt", "b.txt", *options, cwd=texts)
    assert (ran.code, ran.err) == (0, "")
    expected = measure_diversity(TEXTS, orders=3).to_dict()
    first, second = json.loads(ran.out)
    assert first == {"name": "a.txt", **expected}
    assert second["name"] == "b.txt"
    assert second["texts"] == 2


def test_columns_of_tables_are_read(texts: Path) -> None:
    run = truebleu("diversity", "a.txt", "-f", "jsonl", "--lowercase", "--name", "x", cwd=texts)
    two = truebleu(
        *("diversity", "t.jsonl", "--text-column", "text", "-f", "jsonl", "--lowercase"),
        *("--name", "x"), cwd=texts,
    )  # fmt: skip
    assert run == two
    assert json.loads(run.out)["self_bleu"] == self_bleu(TEXTS, BLEU(lowercase=True))


def test_per_text(texts: Path) -> None:
    expected = self_bleu(TEXTS, BLEU(convention="nltk", smoothing="floor"), per_text=True)
    flags = ("--convention", "nltk", "--smoothing", "floor", "--per-text")
    ran = truebleu("diversity", "-", *flags, "-f", "tsv", stdin="\n".join(TEXTS).encode())
    lines = [line.split("\t") for line in ran.out.splitlines()]
    assert lines[0] == ["name", "text", "self-BLEU"]
    assert [float(line[2]) for line in lines[1:]] == expected.tolist()
    ran = truebleu("diversity", "a.txt", *flags, "-f", "jsonl", cwd=texts)
    last = json.loads(ran.out.splitlines()[-1])
    assert last == {"name": "a.txt", "text": 4, "self_bleu": expected[3]}


def test_a_tokenizer_can_be_chosen(texts: Path) -> None:
    ran = truebleu("diversity", "a.txt", "b.txt", "-t", "char", cwd=texts)
    header, row, *_ = ran.out.splitlines()
    assert header.split()[:4] == ["name", "texts", "tokens", "self-BLEU"]
    assert row.split()[3] == f"{self_bleu(TEXTS, BLEU(tokenizer='char')):.2f}"
    assert "tok:char" in ran.out


def test_warnings_about_texts(texts: Path) -> None:
    assert truebleu("diversity", "a.txt", cwd=texts).err == (
        "truebleu: warning: a.txt: 1 text is empty, first in line 3. An empty text has self-BLEU "
        "0, which lowers the mean: remove it.\n"
    )
    (texts / "zh.txt").write_text("今天天气很好\n我们去了市场买鱼\n", encoding="utf-8")
    assert truebleu("diversity", "zh.txt", cwd=texts).err == (
        "truebleu: warning: zh.txt: the text looks like Chinese, which 13a does not split into "
        "words. Use --tokenize zh.\n"
    )
    assert truebleu("diversity", "zh.txt", "-t", "zh", cwd=texts).err == ""


def test_wrong_usage(texts: Path) -> None:
    assert fails("diversity", cwd=texts) == "missing texts. Pass a file (- for stdin)."
    assert fails("diversity", "one.txt", cwd=texts).startswith(
        "one.txt: self-BLEU needs at least 2"
    )
    assert fails("diversity", "none.txt", cwd=texts).endswith("there are no texts.")
    assert (
        fails("diversity", "a.txt", "a.txt", cwd=texts)
        == "a.txt is repeated as a text. Pass each file once."
    )
    assert fails("diversity", "t.jsonl", cwd=texts).startswith(
        "t.jsonl is a JSONL table. Choose a column with --text-column"
    )
    message = fails("diversity", "a.txt", "--convention", "google-bleu", cwd=texts)
    assert message.startswith("self-BLEU requires BLEU, got GLEU")
    message = fails("diversity", "a.txt", "--per-text", "--orders", "2", cwd=texts)
    assert message.startswith("--orders has no effect with --per-text, except in --format json.")
    message = fails("diversity", "a.txt", "--orders", "65", cwd=texts)
    assert message.startswith("argument --orders: '65' is out of range. Use an integer")
    assert fails("diversity", "a.txt", "-r", "b.txt", cwd=texts).startswith("unknown option -r")
