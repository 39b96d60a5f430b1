"""Names and order of systems in tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import fails, truebleu
from tests.paths import NEWS
from truebleu.cli.inputs import resolve_name, table_names

FILES = ("system.weak.en.txt", "system.strong.en.txt", "system.medium.en.txt")
REFERENCE = ("-r", "reference.a.en.txt", "-q")


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (FILES, ["weak", "strong", "medium"]),
        (["system.medium.en.txt"], ["system.medium.en"]),
        (["a.txt", "a.out"], ["a.txt", "a.out"]),
        (["hyp1.txt", "hyp2.txt"], ["hyp1", "hyp2"]),
        (["base.txt", "base-v2.txt"], ["base", "base-v2"]),
        (["1/out.txt.gz", "2/out.txt.gz"], ["1", "2"]),
        (["x.a", "x.b"], ["a", "b"]),
        (["model-1.5", "model-1.6"], ["5", "6"]),
        ([".txt", "b.txt"], [".txt", "b"]),
        (["p_a_s", "p__s"], ["p_a_s", "p__s"]),
        (["standard input", "b.txt"], ["standard input", "b"]),
    ],
)
def test_short_names(names: list[str], short: list[str]) -> None:
    assert table_names(names) == short
    labels = dict(zip(names, short, strict=True))
    for own, label in labels.items():
        assert resolve_name(own, names, labels) == resolve_name(label, names, labels) == own
    assert resolve_name("other", names, labels) == "other"
    assert resolve_name(None, names, labels) is None


def first_words(out: str) -> list[str]:
    return [line.replace("|", " ").split()[0] for line in out.splitlines() if line]


def test_tables_are_sorted_and_data_are_not() -> None:
    out = truebleu("score", *FILES, *REFERENCE, cwd=NEWS).out
    assert first_words(out)[1:4] == ["strong", "medium", "weak"]
    out = truebleu("score", *FILES, *REFERENCE, "-m", "ter", cwd=NEWS).out
    assert first_words(out)[1:4] == ["strong", "medium", "weak"]
    out = truebleu("score", *FILES, *REFERENCE, "--sort", "input", cwd=NEWS).out
    assert first_words(out)[1:4] == ["weak", "strong", "medium"]
    out = truebleu("score", *FILES, *REFERENCE, "-f", "tsv", cwd=NEWS).out
    assert first_words(out)[1:4] == [*FILES]
    records = json.loads(truebleu("score", *FILES, *REFERENCE, "-f", "json", cwd=NEWS).out)
    assert [record["system"] for record in records] == [*FILES]
    assert truebleu("score", *FILES, *REFERENCE, "-b", cwd=NEWS).out.split() == [
        "13.05",
        "44.72",
        "31.60",
    ]


def test_given_names_are_not_shortened() -> None:
    names = ("--name", "system.a.txt", "--name", "system.b.txt", "--name", "x")
    out = truebleu("score", *FILES, *REFERENCE, *names, cwd=NEWS).out
    assert first_words(out)[1:4] == ["system.b.txt", "x", "system.a.txt"]


@pytest.mark.parametrize(
    "command", ["check", "compare", "diversity", "evaluate", "report", "score", "statistics"]
)
def test_two_systems_of_one_name_are_an_error(command: str, tmp_path: Path) -> None:
    noun, flags = ("text", ()) if command == "diversity" else ("system", REFERENCE)
    names = ("--name", "a", "--name", "a", "-o", tmp_path / "out.bin")
    message = fails(command, *FILES[:2], *flags, *names, cwd=NEWS)
    assert f"two {noun}s are named 'a'. Pass --name once per {noun}" in message


def test_columns_of_evaluate_accept_both_names(tmp_path: Path) -> None:
    flags = (*REFERENCE, "-m", "ter", "bleu", "--scores")
    numbers = "\n".join("1\t2\t3" for _ in range(104))
    lines: list[str] = []
    for heads in (FILES, ("weak", "strong", "medium")):
        path = tmp_path / f"{len(lines)}.tsv"
        path.write_text("\t".join(heads) + f"\n{numbers}\n", encoding="utf-8")
        out = truebleu("evaluate", *FILES, *flags, f"people={path}", cwd=NEWS).out
        lines.append(out)
        assert first_words(out)[1:4] == ["strong", "medium", "weak"]
        assert "strong  39.68  44.72" in out
    assert lines[0] == lines[1], "the score must not depend on the name"
    ran = truebleu("evaluate", *FILES, *flags[:-1], "--sort", "input", cwd=NEWS)
    assert first_words(ran.out)[1:4] == ["weak", "strong", "medium"]


def test_a_report_has_short_names_the_best_first(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    flags = ("--baseline", "medium", "-o", path, "--text", "none", "--no-check")
    truebleu("report", *FILES, *REFERENCE, *flags, cwd=NEWS)
    table = path.read_text(encoding="utf-8").split('class="ov-leaderboard"')[1].split("</table>")[0]
    rows = table.split("<tbody")[-1]
    places = [rows.index(f">{name}<") for name in ("strong", "medium", "weak")]
    assert places == sorted(places)
