"""`truebleu score`: scores equal to Python's, formats, output files and errors."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path

import pytest

from tests.cli.command import fails, in_a_process, needs_full_device, truebleu
from tests.news import lines
from tests.paths import NEWS
from truebleu import BLEU, References, Signature

SYSTEMS = ("system.strong.en.txt", "system.medium.en.txt", "system.weak.en.txt")
REFERENCES = ("reference.a.en.txt", "reference.b.en.txt")
BOTH = ("-r", REFERENCES[0], "-r", REFERENCES[1])


STREAMS = References.streams([lines(name) for name in REFERENCES])

SETTINGS: list[tuple[tuple[str, ...], dict[str, object]]] = [
    ((), {}),
    (("--tokenize", "intl"), {"tokenizer": "intl"}),
    (("-t", "char", "--lowercase"), {"tokenizer": "char", "lowercase": True}),
    (("-t", "none"), {"tokenizer": "none"}),
    (
        ("--smoothing", "floor", "--smoothing-value", "0.5"),
        {"smoothing": "floor", "smoothing_value": 0.5},
    ),
    (("--smoothing", "method7"), {"smoothing": "method7"}),
    (("--max-ngram-order", "2"), {"max_ngram_order": 2}),
    (("--weights", "1,1,2"), {"weights": [1, 1, 2]}),
    (("--reference-length", "average"), {"reference_length": "average"}),
    (("--effective-order",), {"effective_order": True}),
    (("--no-effective-order",), {"effective_order": False}),
    (("--scale", "1"), {"scale": 1}),
    (("--convention", "sacrebleu"), {"convention": "sacrebleu"}),
]  # fmt: skip


@pytest.mark.parametrize(("flags", "settings"), SETTINGS, ids=lambda value: " ".join(value))
def test_settings_equal_those_of_python(
    flags: tuple[str, ...], settings: dict[str, object]
) -> None:
    metric = BLEU(**settings)  # type: ignore[arg-type]
    ran = truebleu("score", *SYSTEMS, *BOTH, *flags, "--per-segment", "-f", "json", "-q", cwd=NEWS)
    assert (ran.code, ran.err) == (0, "")
    for name, record in zip(SYSTEMS, json.loads(ran.out), strict=True):
        score = metric.corpus_score(lines(name), STREAMS)
        for key, value in score.to_dict().items():
            assert record[key] == value, key
        assert record["system"] == name
        assert record["segments"] == 104
        assert record["segment_scores"] == metric.segment_scores(lines(name), STREAMS).tolist()
        sentence = metric.signature(2, 104, sentence=True)
        assert record["segment_signature"] == str(sentence)


@pytest.mark.parametrize(
    "signature", ["nrefs:2|case:lc|eff:no|tok:intl|smooth:floor[0.20]|version:2.6.0"]
)
def test_a_signature_sets_the_metric(signature: str) -> None:
    ran = truebleu("score", SYSTEMS[0], *BOTH, "--signature", signature, "-f", "json", cwd=NEWS)
    record = json.loads(ran.out)[0]
    metric = BLEU.from_signature(signature)
    assert record["value"] == metric.corpus_score(lines(SYSTEMS[0]), STREAMS).value
    printed = dict(Signature.parse(record["signature"]).items())
    assert {**printed, "version": "2.6.0"} == dict(Signature.parse(signature).items())


@pytest.mark.parametrize("threads", ["1", "2", "7"])
def test_the_number_of_threads_changes_nothing(threads: str) -> None:
    alone = truebleu("score", *SYSTEMS, *BOTH, "--per-segment", "-f", "json", cwd=NEWS)
    flags = ("--per-segment", "-f", "json", "--threads", threads)
    assert truebleu("score", *SYSTEMS, *BOTH, *flags, cwd=NEWS) == alone


def test_every_format_has_the_signature_of_every_system() -> None:
    signature = str(BLEU().signature(2))
    for form in ("text", "markdown", "latex"):
        out = truebleu("score", *SYSTEMS, *BOTH, "-f", form, cwd=NEWS).out
        assert out.count(signature) == 1
        assert "signature (all systems): " in out
    for form in ("json", "jsonl", "tsv", "csv"):
        out = truebleu("score", *SYSTEMS, *BOTH, "-f", form, cwd=NEWS).out
        assert out.count(signature) == 3


def test_data_formats_agree() -> None:
    def out(form: str) -> str:
        return truebleu("score", *SYSTEMS, *BOTH, "-f", form, cwd=NEWS).out

    records = json.loads(out("json"))
    assert [json.loads(line) for line in out("jsonl").splitlines()] == records
    for form, delimiter in (("csv", ","), ("tsv", "\t")):
        rows = list(csv.DictReader(io.StringIO(out(form)), delimiter=delimiter))
        assert [float(row["value"]) for row in rows] == [record["value"] for record in records]
        assert [row["system"] for row in rows] == list(SYSTEMS)
        assert [int(row["matches_4"]) for row in rows] == [r["matches"][3] for r in records]


def test_names_are_the_shortest_distinct_ones(folder: Path) -> None:
    for run in ("run1", "run2"):
        (folder / run).mkdir()
        (folder / run / "out.txt").write_bytes((folder / "sys.txt").read_bytes())
    out = truebleu(
        "score",
        "run1/out.txt",
        "run2/out.txt",
        "sys.txt",
        "-r",
        "ref.txt",
        "-f",
        "json",
        cwd=folder,
    ).out
    assert [record["system"] for record in json.loads(out)] == [
        "run1/out.txt",
        "run2/out.txt",
        "sys.txt",
    ]


@pytest.mark.parametrize(
    "name", ["tab\there", "new\nline", 'quote"comma,', "a|b*c_d", "50% & {x}~^\\#$"]
)
def test_names_break_no_format(folder: Path, name: str) -> None:
    flags = ("--name", name)
    for form in ("csv", "tsv", "json", "jsonl", "markdown", "latex", "text"):
        ran = truebleu("score", "sys.txt", "-r", "ref.txt", *flags, "-f", form, cwd=folder)
        assert ran.code == 0
        if form == "json":
            assert json.loads(ran.out)[0]["system"] == name
        if form == "csv":
            assert next(csv.DictReader(io.StringIO(ran.out)))["system"] == name
        if form == "tsv":
            assert len(ran.out.splitlines()) == 2
        if form == "markdown":
            assert [line.count("|") - line.count("\\|") for line in ran.out.splitlines()[:3]] == [
                8
            ] * 3


@pytest.mark.skipif(sys.platform == "darwin", reason="names of files are UTF-8 on macOS")
def test_a_name_that_is_not_utf8(folder: Path) -> None:
    name = b"sys\xff.txt"
    path = folder / name.decode("utf-8", "surrogateescape")
    path.write_bytes((folder / "sys.txt").read_bytes())
    ran = truebleu("score", path.name, "-r", "ref.txt", "-f", "json", cwd=folder)
    assert json.loads(ran.out)[0]["system"] == "sys\ufffd.txt"


def test_fail_under(folder: Path) -> None:
    plain = truebleu("score", "sys.txt", "-r", "ref.txt", cwd=folder)
    below = truebleu("score", "sys.txt", "-r", "ref.txt", "--fail-under", "99", "-q", cwd=folder)
    assert (below.code, below.out) == (1, plain.out)
    assert below.err == "truebleu: failed: sys.txt: BLEU 37.5388 is below 99\n"
    reached = truebleu("score", "sys.txt", "-r", "ref.txt", "--fail-under", "37.5", cwd=folder)
    assert reached == plain
    perfect = truebleu("score", "ref.txt", "-r", "ref.txt", "--fail-under", "100", "-q", cwd=folder)
    assert perfect.code == 0


def test_output_to_a_file(folder: Path) -> None:
    plain = truebleu("score", "sys.txt", "-r", "ref.txt", cwd=folder)
    ran = truebleu("score", "sys.txt", "-r", "ref.txt", "-o", "out.txt", cwd=folder)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert (folder / "out.txt").read_text(encoding="utf-8") == plain.out
    assert sorted(path.name for path in folder.iterdir()) == ["out.txt", "ref.txt", "sys.txt"]


def test_an_error_leaves_the_output_file_unchanged(folder: Path) -> None:
    (folder / "out.txt").write_text("before", encoding="utf-8")
    (folder / "short.txt").write_text("one line\n", encoding="utf-8")
    fails("score", "short.txt", "-r", "ref.txt", "-o", "out.txt", cwd=folder)
    assert (folder / "out.txt").read_text(encoding="utf-8") == "before"
    assert len(list(folder.iterdir())) == 4


def test_output_files_that_cannot_be_written(folder: Path) -> None:
    def refused(output: str) -> str:
        return fails("score", "sys.txt", "-r", "ref.txt", "-o", output, cwd=folder)

    assert refused("ref.txt") == "ref.txt is also an input. Use another output file."
    assert refused(".") == ".: this is a folder, not a file to write to"
    assert refused("no/out.txt").startswith("no/out.txt: folder ")
    assert (folder / "ref.txt").read_text(encoding="utf-8").startswith("The cat")


def test_output_to_a_device(folder: Path) -> None:
    ran = in_a_process("score", "sys.txt", "-r", "ref.txt", "-b", "-o", "/dev/stdout", cwd=folder)
    assert (ran.code, ran.out) == (0, "37.54\n")


@needs_full_device
def test_output_to_a_full_device_is_an_error(folder: Path) -> None:
    assert fails("score", "sys.txt", "-r", "ref.txt", "-b", "-o", "/dev/full", cwd=folder) == (
        "/dev/full: cannot write: No space left on device"
    )


def test_quiet(folder: Path) -> None:
    loud = truebleu("score", "ref.txt", "-r", "ref.txt", cwd=folder)
    quiet = truebleu("score", "ref.txt", "-r", "ref.txt", "-q", cwd=folder)
    assert loud.err != ""
    assert quiet == (0, loud.out, "")


def test_python_tokenizers_score_files_as_python_does(
    folder: Path, hf_tokenizer_file: Path
) -> None:
    from truebleu.tokenizers import hf_tokenizer

    metric = BLEU(tokenizer=hf_tokenizer(hf_tokenizer_file))
    hypotheses = (folder / "sys.txt").read_text(encoding="utf-8").splitlines()
    references = (folder / "ref.txt").read_text(encoding="utf-8").splitlines()
    ran = truebleu(
        "score", "sys.txt", "-r", "ref.txt", "--hf-tokenizer", hf_tokenizer_file,
        "--per-segment", "-f", "json", cwd=folder,
    )  # fmt: skip
    record = json.loads(ran.out)[0]
    score = metric.corpus_score(hypotheses, references)
    assert record["value"] == score.value
    assert record["signature"] == str(score.signature)
    assert record["segment_scores"] == metric.segment_scores(hypotheses, references).tolist()


def test_a_dash_as_output_is_standard_output(folder: Path) -> None:
    plain = truebleu("score", "sys.txt", "-r", "ref.txt", cwd=folder)
    assert truebleu("score", "sys.txt", "-r", "ref.txt", "-o", "-", cwd=folder) == plain
    assert not (folder / "-").exists()


def test_more_threads_than_can_be_started(folder: Path) -> None:
    (folder / "long.txt").write_bytes(b"the cat sat on a mat\n" * 100_000)
    flags = ("-b", "-q", "--threads", "1000000")
    assert truebleu("score", "long.txt", "-r", "long.txt", *flags, cwd=folder) == (
        0,
        "100.00\n",
        "",
    )


@pytest.mark.parametrize("convention", ["sacrebleu", "nltk", "lin-och", "mteval-v13a"])
def test_several_systems_have_the_scores_of_each_alone(convention: str) -> None:
    """The references are read once; one system is a copy of a reference."""
    names = ["system.weak.en.txt", "system.strong.en.txt", "reference.b.en.txt"]
    references = ("-r", "reference.a.en.txt", "-r", "reference.b.en.txt")
    flags = (*references, "--convention", convention, "-f", "json")
    # The score by method5 depends on which line is the last.
    smoothing = ("--smoothing", "method5") if convention == "nltk" else ()
    together = truebleu("score", *names, *flags, *smoothing, cwd=NEWS)
    alone = [truebleu("score", name, *flags, *smoothing, cwd=NEWS) for name in names]
    assert json.loads(together.out) == [each for ran in alone for each in json.loads(ran.out)]
    assert "every line equals the reference" in together.err


def test_an_error_in_several_systems_is_one_line() -> None:
    names = ["system.weak.en.txt", "system.strong.en.txt"]
    references = ("-r", "reference.a.en.txt", "-r", "reference.b.en.txt")
    flags = ("--convention", "fairseq")
    assert "segment 1 has 2 references" in fails("score", *names, *references, *flags, cwd=NEWS)
