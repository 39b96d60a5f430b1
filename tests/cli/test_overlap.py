"""`truebleu overlap`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Ran, fails, truebleu
from truebleu import overlap

TEXTS = ["I know the «CAT» sat on the mat!", "It rained.", "", "nothing at all of this"]
CORPUS = ["no", "He said: the cat sat on the mat, and it rained.", "it rained all day long"]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, lines in {"texts": TEXTS, "one": CORPUS[:1], "two": CORPUS[1:]}.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    rows = [json.dumps({"body": text}) for text in CORPUS]
    (tmp_path / "corpus.jsonl").write_text("\n".join(rows), encoding="utf-8")
    (tmp_path / "none.txt").write_text("", encoding="utf-8")
    return tmp_path


def told(ran: Ran) -> dict[str, object]:
    assert (ran.code, ran.err) == (0, "")
    found: dict[str, object] = json.loads(ran.out)
    return found


@pytest.mark.parametrize("hold", ["texts", "corpus"])
def test_json_holds_what_python_gives(files: Path, hold: str) -> None:
    expected = overlap(TEXTS, CORPUS, 5, hold=hold).to_dict()
    run = expected["found"][0]["runs"][0]
    run |= {"file": "two.txt", "line": 1, "words": "the «CAT» sat on the mat"}
    arguments = ("-n", "5", "--hold", hold, "-f", "json")
    ran = truebleu("overlap", "texts.txt", *arguments, "--corpus", "one.txt", "two.txt", cwd=files)
    assert told(ran) == expected
    table = ("--corpus", "corpus.jsonl", "--corpus-column", "body")
    found = told(truebleu("overlap", *table, *arguments, "texts.txt", cwd=files))
    run |= {"file": "corpus.jsonl", "line": 2}
    assert found == expected


def test_text_and_tables(files: Path) -> None:
    ran = truebleu("overlap", "texts.txt", "-n", "5", "--corpus", "two.txt", cwd=files)
    lines = ran.out.splitlines()
    assert lines[0] == str(overlap(TEXTS, CORPUS[1:], 5))
    assert lines[2].split() == [
        "text", "tokens", "shared", "share", "from", "to", "file", "line", "documents", "words"
    ]  # fmt: skip
    shown = ["1", "8", "6", "0.75", "3", "8", "two.txt", "1", "1"]
    assert lines[3].split(None, 9) == [*shown, "the «CAT» sat on the mat"]
    ran = truebleu("overlap", "texts.txt", "-n5", "--corpus", "two.txt", "-f", "tsv", cwd=files)
    assert ran.out.splitlines()[1].split("\t") == [*shown, "the «CAT» sat on the mat"]


def test_what_is_long_is_shortened_for_people(tmp_path: Path) -> None:
    words = " ".join(f"word{number}" for number in range(60))
    for name in "ab":
        (tmp_path / name).write_text(words, encoding="utf-8")
    arguments = ("overlap", "a", "-n", "5", "--corpus", "b")
    shown = truebleu(*arguments, cwd=tmp_path).out
    assert "  word0 word1 word2 word3 word4 … 55 word56 word57 word58 word59\n" in shown
    assert words not in shown
    assert words in truebleu(*arguments, "-f", "tsv", cwd=tmp_path).out


def test_among_themselves(files: Path) -> None:
    lines = "\n".join([*TEXTS, TEXTS[0].upper()]).encode()
    ran = truebleu("overlap", "-", "-f", "jsonl", "-n", "5", stdin=lines)
    first, second = map(json.loads, ran.out.splitlines())
    assert (first["text"], first["runs"][0]["document"], first["share"]) == (1, 5, 1)
    assert (second["text"], second["runs"][0]["document"]) == (5, 1)
    assert second["runs"][0]["line"] == 1


def test_names_that_begin_with_a_dash(files: Path) -> None:
    (files / "-x").write_bytes((files / "texts.txt").read_bytes())
    flags = ("overlap", "-n", "5", "--corpus", "one.txt", "two.txt", "-f", "json", "--")
    assert truebleu(*flags, "-x", cwd=files) == truebleu(*flags, "texts.txt", cwd=files)


def test_what_is_listed_and_the_exit_code(files: Path) -> None:
    flags = ("overlap", "texts.txt", "-n", "2", "--corpus", "two.txt", "-f", "jsonl")
    assert len(truebleu(*flags, cwd=files).out.splitlines()) == 2
    assert len(truebleu(*flags, "--min-share", "0.9", cwd=files).out.splitlines()) == 1
    assert len(truebleu(*flags, "--max-documents", "1", cwd=files).out.splitlines()) == 1
    ran = truebleu(*flags, "--fail-found", cwd=files)
    assert ran.code == 1
    assert ran.err == "truebleu: error: 2 of 4 texts are listed, with --fail-found\n"
    ran = truebleu(*flags[:-2], "--fail-found", "--min-share", "1", "-t", "none", cwd=files)
    assert (ran.code, ran.err) == (0, "")
    lower = truebleu(*flags, "-t", "13a", "--lowercase", cwd=files).out
    # The mark at the end is a token of its own here.
    assert json.loads(lower.splitlines()[0])["tokens"] == 9


def test_what_is_wrong(files: Path) -> None:
    assert fails("overlap", cwd=files).startswith("name one file of texts, and")
    assert fails("overlap", "texts.txt", "one.txt", cwd=files).startswith("name one file of texts")
    assert fails("overlap", "--corpus", "one.txt", "texts.txt", cwd=files).startswith(
        "name one file of texts"
    )
    assert fails("overlap", "texts.txt", "--hold", "corpus", cwd=files).startswith(
        "--hold corpus: there is no corpus"
    )
    message = fails("overlap", "texts.txt", "--corpus", "one.txt", "./texts.txt", cwd=files)
    assert message.startswith("texts.txt holds the texts, and is in the corpus")
    assert fails("overlap", "-", "--corpus", "-").startswith("standard input (-) is given more")
    message = fails("overlap", "texts.txt", "--corpus", "none.txt", cwd=files)
    assert message == "the corpus has no documents"
    message = fails("overlap", "none.txt", "--corpus", "one.txt", cwd=files)
    assert message == "there are no texts"
    message = fails("overlap", "texts.txt", "--corpus", "one.txt", "--min-share", "2", cwd=files)
    assert message.startswith("argument --min-share: '2': allowed are numbers from 0 to 1")
    message = fails("overlap", "texts.txt", "--corpus", "corpus.jsonl", cwd=files)
    assert "say which column with --corpus-column" in message
    message = fails("overlap", "texts.txt", "--corpus", "no.txt", cwd=files)
    assert message == "no.txt: there is no such file"
    column = ("--text-column", "body", "--text-column", "body")
    message = fails("overlap", "corpus.jsonl", *column, cwd=files)
    assert message == "name one column of texts"
    column = ("--corpus-column", "body", "--corpus-column", "body")
    message = fails("overlap", "texts.txt", "--corpus", "corpus.jsonl", *column, cwd=files)
    assert message == "name one column of documents"
    (files / "bad.txt").write_bytes(b"a\n\xff\n")
    assert fails("overlap", "bad.txt", cwd=files).startswith("bad.txt, line 2, byte 1 of the line")
    message = fails("overlap", "texts.txt", "--corpus", "bad.txt", cwd=files)
    assert message.startswith("bad.txt, line 2, byte 1 of the line")
