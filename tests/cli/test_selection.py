"""`truebleu mbr` and `truebleu oracle`: n-best lists as input, the chosen candidates as output."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import fails, truebleu
from tests.requirements import require_module
from truebleu import CHRF, WER, best_of, best_of_each, mbr, mbr_each

SETS = [
    ["the cat sat", "a cat sat", "the cat sat down"],
    ["it rained all day", "it rained", "rain — all day"],
    ["", "yes", "yes ."],
]
REFERENCES = ["a cat", "rain", "yes"]
SCORES = [[-1.0, -2.5, -0.25], [-3.0, -0.5, -1.0], [-9.0, -1.0, -1.5]]


def moses(sets: list[list[str]], scores: list[list[float]]) -> str:
    return "".join(
        f"{number} ||| {text} ||| F0= {2 * score} 1 F1= -4 ||| {score}\n"
        for number, (texts, row) in enumerate(zip(sets, scores, strict=True))
        for text, score in zip(texts, row, strict=True)
    )


@pytest.fixture
def nbest(tmp_path: Path) -> str:
    path = tmp_path / "out.nbest"
    path.write_text(moses(SETS, SCORES), encoding="utf-8")
    return str(path)


def written(tmp_path: Path, text: str, name: str = "lists") -> str:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_best_of_each_list(nbest: str, tmp_path: Path) -> None:
    run = truebleu("mbr", nbest)
    assert run.code == 0
    assert run.out.splitlines() == [choice.text for choice in mbr_each(SETS)]
    output = tmp_path / "best.txt"
    truebleu("mbr", nbest, "-o", str(output))
    assert output.read_text(encoding="utf-8") == run.out
    piped = truebleu("mbr", stdin=moses(SETS, SCORES).encode())
    assert piped.out == run.out
    packed = tmp_path / "packed"
    packed.write_bytes(gzip.compress(moses(SETS, SCORES).encode()))
    assert truebleu("mbr", str(packed)).out == run.out


def test_json_lines_have_every_value(nbest: str) -> None:
    settings = ("--metric", "chrf", "--aggregate", "--exclude-self")
    run = truebleu("mbr", nbest, *settings, "-f", "jsonl", "--utilities")
    choices = list(mbr_each(SETS, metric=CHRF(), aggregate=True, exclude_self=True))
    assert [json.loads(line) for line in run.out.splitlines()] == [
        {
            "id": number,
            "index": choice.index,
            "text": choice.text,
            "utility": choice.utility,
            "utilities": list(choice.utilities),
        }
        for number, choice in enumerate(choices)
    ]
    plain = truebleu("mbr", nbest, *settings, "--utilities").out
    assert plain.splitlines() == [f"{choice.utility!r}\t{choice.text}" for choice in choices]


@pytest.mark.parametrize(("name", "factor"), [("score", 1.0), ("F0", 2.0)])
def test_weights_of_candidates_are_read(nbest: str, name: str, factor: float) -> None:
    run = truebleu(
        "mbr", nbest, "--log-probability", name, "--posterior-scale", "0.5", "-f", "jsonl"
    )
    expected = mbr_each(SETS, log_probabilities=[[factor * x / 2 for x in row] for row in SCORES])
    data = [json.loads(line)["utility"] for line in run.out.splitlines()]
    assert data == pytest.approx([choice.utility for choice in expected], rel=1e-12)


def test_lists_in_json_lines(tmp_path: Path) -> None:
    rows: list[Any] = [
        {"id": "s1", "candidates": SETS[0], "log_probabilities": SCORES[0], "other": 1},
        {"candidates": SETS[1], "weights": [1, 2, 0]},
    ]
    path = written(tmp_path, "".join(json.dumps(row) + "\n" for row in rows))
    run = truebleu("mbr", path, "--log-probability", "score", "-f", "jsonl")
    data = [json.loads(line) for line in run.out.splitlines()]
    assert [row["id"] for row in data] == ["s1", 1]
    assert data[0]["utility"] == mbr(SETS[0], log_probabilities=SCORES[0]).utility
    assert data[1]["utility"] == mbr(SETS[1], weights=[1, 2, 0]).utility
    plain = written(tmp_path, "".join(json.dumps(texts) + "\n" for texts in SETS), "plain")
    assert truebleu("mbr", plain).out.splitlines() == [one.text for one in mbr_each(SETS)]


def test_pseudo_references_of_another_file(nbest: str, tmp_path: Path) -> None:
    others = written(tmp_path, moses([[t + " ."] for row in SETS for t in row[:1]], [[-1]] * 3))
    run = truebleu("mbr", nbest, "--pseudo-references", others, "-f", "jsonl")
    expected = [one.utility for one in mbr_each(SETS, [[row[0] + " ."] for row in SETS])]
    assert [json.loads(line)["utility"] for line in run.out.splitlines()] == expected
    short = written(tmp_path, moses(SETS[:2], SCORES[:2]), "short")
    assert "short ends before segment 2" in fails("mbr", nbest, "--pseudo-references", short)
    shifted = written(tmp_path, "1 ||| a\n1 ||| b\n", "shifted")
    message = fails("mbr", nbest, "--pseudo-references", shifted)
    assert "segment 0 is aligned with segment 1 of " in message
    empty = written(tmp_path, "[]\n", "empty")
    message = fails("mbr", nbest, "--pseudo-references", empty)
    assert "empty, line 1: segment 0 has no candidates" in message


@pytest.mark.parametrize("command", ["mbr", "oracle"])
def test_any_metric_with_sentence_scores_chooses(nbest: str, tmp_path: Path, command: str) -> None:
    require_module("jiwer")
    references = [] if command == "mbr" else ["-r", written(tmp_path, "a cat\nrain\nyes\n", "ref")]
    sets = [best_of(texts, text, WER()) for texts, text in zip(SETS, REFERENCES, strict=True)]
    expected = list(mbr_each(SETS, metric=WER())) if command == "mbr" else sets
    run = truebleu(command, nbest, *references, "-m", "wer")
    assert run.out.splitlines() == [choice.text for choice in expected]
    message = fails(command, nbest, *references, "-m", "nist")
    assert "NIST is not supported by this command" in message
    listed = truebleu(command, "--help").out.partition("--metric")[2].partition("(default")[0]
    assert "wer" in listed
    assert "nist" not in listed


def test_the_oracle_chooses_by_references(nbest: str, tmp_path: Path) -> None:
    references = ["a cat sat", "rain all day", "yes"]
    path = written(tmp_path, "".join(f"{text}\n" for text in references))
    run = truebleu("oracle", nbest, "-r", path)
    assert run.out.splitlines() == [records.text for records in best_of_each(SETS, references)]
    two = [[text, f"{text} ."] for text in references]
    second = written(tmp_path, "".join(f"{text} .\n" for text in references), "second")
    run = truebleu("oracle", nbest, "-r", path, "-r", second, "-m", "chrf", "--utilities")
    assert run.out.splitlines() == [
        f"{records.utility!r}\t{records.text}" for records in best_of_each(SETS, two, CHRF())
    ]
    rows = [{"candidates": a, "references": b} for a, b in zip(SETS, two, strict=True)]
    lists = written(tmp_path, "".join(json.dumps(row) + "\n" for row in rows), "rows")
    again = truebleu("oracle", lists, "-m", "chrf", "--utilities")
    assert again.out == run.out
    message = fails("oracle", lists, "-r", path)
    assert "rows, line 1: the n-best list has references. Leave out -r." in message
    none = written(tmp_path, '{"candidates": ["a", "b"], "references": []}\n', "none")
    assert "none, line 1: segment 0 has no reference" in fails("oracle", none)
    records = [{"candidates": a, "references": b} for a, b in zip(SETS, references, strict=True)]
    single = written(tmp_path, "".join(json.dumps(row) + "\n" for row in records), "single")
    assert truebleu("oracle", single).out == truebleu("oracle", nbest, "-r", path).out != ""


WRONG = [
    ("", "line 1: the file is empty"),
    ("0 ||| a\n1 ||| b\n1 ||| c\n", "line 1: segment 0 has one candidate"),
    ("0 ||| a\n0 ||| b\n2 ||| c\n2 ||| d\n", "line 3: segment 1 has no candidate"),
    ("0 ||| a\n0 ||| b\n1 ||| a\n1 ||| b\n0 ||| c\n", "line 5: ids are out of order: 0 after 1"),
    ("0 ||| a\nb\n", "line 2: missing separator"),
    ("\n0 ||| a\n", "line 1: missing separator"),
    ("x ||| a\n", "line 1: the id 'x' is not an integer"),
    ("-1 ||| a\n", "line 1: the id '-1' is not an integer"),
    ('["a", "b"]\n{"candidates": []}\n', "line 2: segment 1 has no candidates"),
    ('["a", "b"]\n["a"]\n', "line 2: segment 1 has one candidate"),
    ('["a", "b"]\n["a", 3]\n', "line 2: candidates: number 2 is a number, not a text"),
    ('["a", "b"]\n{"texts": ["a", "b"]}\n', "line 2: missing candidates; got 'texts'"),
    ('["a", "b"]\n{"candidates": "a b"}\n', "line 2: candidates are a text"),
    ('["a", "b"]\n{"id": 1}\n', "line 2: candidates are missing, not a list of texts"),
    ('["a", "b"]\n3\n', "line 2: invalid segment. Use a list of texts"),
    ('["a", "b"]\n["a", \n', "line 2: invalid JSON"),
    ('["a", "b"]\n["a", "\\ud83d"]\n', "line 2: candidate 2 holds a lone surrogate"),
    ("[" * 100_000, "line 1: invalid JSON"),
]


@pytest.mark.parametrize(("lists", "message"), WRONG, ids=[text[:30] for _, text in WRONG])
def test_broken_lists_are_reported_by_line(tmp_path: Path, lists: str, message: str) -> None:
    output = tmp_path / "best.txt"
    assert f"lists, {message}" in fails("mbr", written(tmp_path, lists), "-o", str(output))
    assert [path.name for path in tmp_path.iterdir()] == ["lists"]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--log-probability", "F7"], "line 1: unknown feature 'F7'. Choose from: F0, F1."),
        (["--posterior-scale", "2"], "requires --log-probability"),
        (["-m", "bleu", "-m", "ter"], "got BLEU, TER"),
        (["-m", "ter", "--aggregate"], "no score against the mean"),
        (["--exclude-self", "--pseudo-references", "x"], "not supported with --pseudo-references"),
        (["another"], "n-best lists are read from one file"),
    ],
)
def test_wrong_usage(nbest: str, flags: list[str], message: str) -> None:
    assert message in fails("mbr", nbest, *flags)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("0 ||| a ||| F0= -1\n", "line 1: missing score"),
        ("0 ||| a ||| F0= -1 ||| high\n", "line 1: the score 'high' is not a number"),
        ('{"candidates": ["a", "b"]}', "line 1: missing log_probabilities or weights"),
        ("0 ||| a ||| F0= -1 ||| nan\n0 ||| b ||| F0= -1 ||| 1\n", "log probability 1 is nan"),
    ],
)
def test_wrong_scores_are_reported(tmp_path: Path, line: str, message: str) -> None:
    assert message in fails("mbr", written(tmp_path, line), "--log-probability", "score")


def test_a_single_candidate_may_be_allowed(tmp_path: Path) -> None:
    path = written(tmp_path, "7 ||| only this\n8 ||| a b\n8 ||| a\n")
    assert truebleu("mbr", path, "--allow-single").out == "only this\na b\n"


@pytest.mark.parametrize(
    ("references", "message"),
    [
        ("a\nb\n", "ends after line 2: segment 2"),
        ("a\nb\nc\nd\n", "has more lines than"),
    ],
)
def test_references_of_another_number(
    nbest: str, tmp_path: Path, references: str, message: str
) -> None:
    assert message in fails("oracle", nbest, "-r", written(tmp_path, references))


def test_an_oracle_without_references_is_an_error(nbest: str) -> None:
    assert "missing references. Add -r FILE" in fails("oracle", nbest)
