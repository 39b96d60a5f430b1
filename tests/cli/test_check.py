"""`truebleu check` on files: findings, formats, exit codes and false alarms."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.command import fails, truebleu
from tests.differential.wmt import SETS
from tests.paths import NEWS
from tests.profiles import examples
from tests.requirements import data_folder
from truebleu.cli.run import run

HYP, REF, SRC = NEWS / "system.weak.en.txt", NEWS / "reference.a.en.txt", NEWS / "source.de.txt"
FILES = (HYP, "-r", REF)


def kinds(*arguments: str | Path, cwd: Path | None = None, stdin: bytes = b"") -> list[str]:
    ran = truebleu("check", *arguments, "-f", "json", cwd=cwd, stdin=stdin)
    assert (ran.code, ran.err) == (0, "")
    return [finding["kind"] for finding in json.loads(ran.out)["findings"]]


def test_severities_and_exit_codes() -> None:
    ran = truebleu("check", *FILES, "--fail-on", "error")
    assert (ran.code, ran.err) == (0, "")
    ran = truebleu("check", *FILES, "--fail-on", "warning")
    assert ran.code == 1
    assert "truebleu: failed: 1 warning, 1 note in 104 segments, with --fail-on warning" in ran.err
    ran = truebleu("check", *FILES, "--fail-on", "warning", "--ignore", "empty")
    assert ran.code == 0
    assert "Did you mean 'empty'" in fails("check", *FILES, "--ignore", "emty")


def test_compressed_files_and_standard_input(tmp_path: Path) -> None:
    expected = kinds(*FILES, "--source", SRC)
    packed = tmp_path / "hyp.gz"
    packed.write_bytes(gzip.compress(HYP.read_bytes()))
    assert kinds(packed, "-r", REF, "--source", SRC) == expected
    assert kinds("-", "-r", REF, "--source", SRC, stdin=HYP.read_bytes()) == expected


def test_several_systems(tmp_path: Path) -> None:
    out = tmp_path / "found.md"
    ran = truebleu("check", *NEWS.glob("system.*"), "-r", REF, "-o", out, "-f", "markdown")
    assert (ran.code, ran.out) == (0, "")
    assert "| warning | system.weak.en.txt: line 85 is empty |" in out.read_text(encoding="utf-8")


def test_tables(tmp_path: Path) -> None:
    rows = zip(
        *(path.read_text(encoding="utf-8").split("\n") for path in (HYP, REF, SRC)), strict=True
    )
    table = tmp_path / "data.jsonl"
    table.write_text(
        "".join(
            json.dumps({"mt": mt, "refs": [ref, ref], "src": src}) + "\n" for mt, ref, src in rows
        ),
        encoding="utf-8",
    )
    columns = ("--hypothesis-column", "mt", "--reference-column", "refs", "--source-column", "src")
    result = kinds(table, *columns)
    assert {"untranslated", "equal_references", "loops"} <= set(result)
    wrong = ("--hypothesis-column", "MT", *columns[2:])
    assert "has no field 'MT'. Did you mean 'mt'?" in fails("check", table, *wrong)
    with table.open("a", encoding="utf-8") as file:
        file.write("{")
    assert "unreadable" in kinds(table, *columns)


def test_a_reference_with_the_name_of_a_system() -> None:
    names = ("--name", "a", "--name", REF.name)
    ran = truebleu(
        "check", "system.medium.en.txt", HYP, "-r", REF.name, *names, "-f", "json", cwd=NEWS
    )
    result = json.loads(ran.out)
    assert [stream["name"] for stream in result["streams"]] == [
        "a",
        REF.name,
        f"{REF.name} (reference)",
    ]
    assert [round(stream["score"], 2) for stream in result["streams"][:2]] == [31.6, 13.05]
    assert all(finding["score_impact"] is not None for finding in result["findings"])


def test_one_metric() -> None:
    assert "one metric" in fails("check", *FILES, "-m", "bleu", "ter")
    ran = truebleu("check", *FILES, "-m", "ter", "-f", "tsv")
    assert "\tTER\t" in ran.out


def test_lines_of_findings_fit_the_terminal(tmp_path: Path) -> None:
    lines = HYP.read_text(encoding="utf-8").split("\n")
    texts = [("" if place in (3, 8) else text) for place, text in enumerate(lines)]
    name = "a name of a file that goes on and on, until no line holds it and what is said of it"
    (tmp_path / name).write_text("\n".join(texts), encoding="utf-8")
    output_lines = truebleu("check", name, "-r", REF, cwd=tmp_path).out.split("\n")
    start = next(place for place, line in enumerate(output_lines) if line.startswith("warning"))
    assert output_lines[start + 1].startswith("         ")
    assert "         lines 4, 9, 85" in output_lines
    assert max(map(len, output_lines[start : start + 6])) <= 100


def test_no_findings_in_markdown() -> None:
    ran = truebleu("check", NEWS / "system.strong.en.txt", "-r", REF, "-f", "markdown")
    assert ran.out.startswith("no issues in 104 segments")
    assert "|" not in ran.out


def test_a_wrong_option_is_no_finding(tmp_path: Path) -> None:
    assert "file not found" in fails("check", tmp_path / "none", "-r", REF)
    assert "file not found" in fails("check", *FILES, "--source", tmp_path / "none")
    assert "is plain text" in fails("check", *FILES, "--source-column", "src")
    (tmp_path / "source.tsv").write_text("a\tb\n", encoding="utf-8")
    message = fails("check", *FILES, "--source", "source.tsv", cwd=tmp_path)
    assert message == "source.tsv is a TSV table. Choose a column with --source-column NAME."
    assert "missing references" in fails("check", HYP)


def test_a_damaged_archive_is_a_finding(tmp_path: Path) -> None:
    packed = gzip.compress(HYP.read_bytes())
    for length in (4, 300, len(packed) - 3):
        (tmp_path / "h.gz").write_bytes(packed[:length])
        assert "unreadable" in kinds("h.gz", "-r", REF, cwd=tmp_path)
    (tmp_path / "h.zip").write_bytes(b"PK\x03\x04" + bytes(30))
    assert kinds("h.zip", "-r", REF, cwd=tmp_path) == ["unreadable"]
    assert "unreadable" in kinds(*FILES, "--source", "h.zip", cwd=tmp_path)
    assert kinds("-", "-r", REF, stdin=b"\x1f\x8b") == ["unreadable"]


LINES = st.lists(
    st.one_of(
        st.binary(max_size=60),
        st.text(max_size=40).map(lambda text: text.encode("utf-8", "surrogatepass")),
        st.sampled_from(
            [
                b"the cat sat on the mat",
                b"&amp;quot; @@ @-@ \xe2\x96\x81the ##cat , .",
                b"ha" * 90,
                b"a b c " * 40,
                b"\xef\xbb\xbf\xff\xfe\x00\x0c\r",
                "Ã© â€™ e\u0301 天气 ไทย \u202e\u200b".encode(),
            ]
        ),
    ),
    max_size=12,
).map(b"\n".join)


@examples(0.1)
@given(LINES, LINES, LINES)
def test_any_bytes_are_checked(hypotheses: bytes, references: bytes, source: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = {"h": hypotheses, "r": references, "s": source}
        for stem, content in files.items():
            (folder / stem).write_bytes(content)
        paths = [str(folder / stem) for stem in files]
        output = str(folder / "found.json")
        flags = ["-r", paths[1], "--source", paths[2], "-f", "json", "-o", output]
        assert run(["check", paths[0], *flags]) == 0
        assert isinstance(json.loads(Path(output).read_bytes())["findings"], list)


# Expected findings in these texts, each of which was read: two systems left lines empty, and the
# talks are tokenized.
WARNINGS = {
    ("wmt22/zh-en", "Online-W"): ["empty"],
    ("wmt22/en-ja", "Online-W"): ["empty"],
    ("ted-tok/sk-en", "sys1"): ["spaced_punctuation", "spaced_punctuation"],
}
TOKENIZERS = {"zh": "zh", "ja": "char"}


@pytest.mark.data
@pytest.mark.parametrize(("name", "system"), SETS)
def test_real_texts_have_no_other_findings(name: str, system: str) -> None:
    pair = data_folder() / name
    references = [
        argument
        for path in sorted(pair.parent.glob(f"{pair.name}.ref.*.txt"))
        for argument in ("-r", path)
    ]
    source = pair.with_name(f"{pair.name}.src.txt")
    tokenizer = TOKENIZERS.get(name.rpartition("-")[2], "13a")
    ran = truebleu(
        "check",
        pair.with_name(f"{pair.name}.sys.{system}.txt"),
        *references,
        *(("--source", source) if source.exists() else ()),
        *("-t", tokenizer, "-f", "json"),
    )
    data = json.loads(ran.out)["findings"]
    message = [one["kind"] for one in data if one["severity"] != "note"]
    assert message == WARNINGS.get((name, system), [])
