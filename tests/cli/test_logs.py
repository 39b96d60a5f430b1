"""Logs of evaluation harnesses: recorded logs, and ambiguous ones."""

from __future__ import annotations

import copy
import gzip
import json
import random
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import fails, truebleu
from tests.requirements import TESTDATA, require_module
from truebleu import BLEU, InputError, References
from truebleu.io.logs import LOGS, Selection, log_form, log_rows

LOGS_FOLDER = TESTDATA / "logs"
OUTPUTS = ["The cat sat on a mat.", "It rained."]
SINGLE = [["The cat sat on the mat."], ["It rained all day."]]
SEVERAL = [["The cat sat on the mat.", "A cat sat there."], ["It rained all day."]]
ANSWERS = [SEVERAL[0], ["It rained all day.", "It rained."]]
RECORDED = {
    "lm-eval.jsonl": ("lm-eval", SINGLE),
    "lighteval.jsonl": ("lighteval", SEVERAL),
    "lighteval.parquet": ("lighteval", SEVERAL),
    "inspect.json": ("inspect", SEVERAL),
    "inspect.eval": ("inspect", SEVERAL),
    "openai-evals.jsonl": ("openai-evals", SEVERAL),
}


def scored(*arguments: str, cwd: Path = LOGS_FOLDER) -> dict[str, Any]:
    ran = truebleu("score", *arguments, "-f", "json", "-q", cwd=cwd)
    assert (ran.code, ran.err) == (0, "")
    (record,) = json.loads(ran.out)
    assert isinstance(record, dict)
    return record


def refused(*arguments: str, cwd: Path = LOGS_FOLDER) -> str:
    return fails("score", *arguments, cwd=cwd)


def expected(groups: list[list[str]]) -> tuple[float, str]:
    score = BLEU().corpus_score(OUTPUTS, References.per_segment(groups))
    return score.value, str(score.signature)


@pytest.mark.parametrize("name", RECORDED)
def test_a_log_is_recognized(name: str) -> None:
    if name.endswith(".eval"):
        require_module("zstandard")
    if name.endswith(".parquet"):
        require_module("pyarrow")
    form, groups = RECORDED[name]
    assert log_form(str(LOGS_FOLDER / name)) == form
    for arguments in ((name,), (name, "--input-format", form)):
        result = scored(*arguments)
        assert (result["value"], result["signature"]) == expected(groups)


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="Python reads zstd itself")
def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    ran = truebleu("score", "inspect.eval", cwd=LOGS_FOLDER)
    assert ran.code != 0
    assert "reading zstd needs zstandard" in ran.err


@pytest.mark.parametrize("name", ["lm-eval.jsonl", "inspect.json"])
def test_compressed_logs(name: str, tmp_path: Path) -> None:
    (tmp_path / f"{name}.gz").write_bytes(gzip.compress((LOGS_FOLDER / name).read_bytes()))
    assert scored(f"{name}.gz", cwd=tmp_path)["value"] == expected(RECORDED[name][1])[0]


def test_archives_without_zstd(tmp_path: Path) -> None:
    samples = json.loads((LOGS_FOLDER / "inspect.json").read_text())["samples"]
    with zipfile.ZipFile(tmp_path / "log.eval", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", '{"status": "success"}')
        for sample in samples:
            archive.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))
    assert scored("log.eval", cwd=tmp_path)["value"] == expected(SEVERAL)[0]
    (tmp_path / "damaged.eval").write_bytes((tmp_path / "log.eval").read_bytes()[:300])
    problem = refused("damaged.eval", "--input-format", "inspect", cwd=tmp_path)
    assert "damaged.eval: the archive is damaged" in problem


@pytest.mark.parametrize(
    ("signature", "offset", "value", "problem"),
    [
        (b"header.json", 11, 0xFF, "is damaged"),  # the compressed data
        (b"PK\x01\x02", 8, 1, "cannot be read"),  # the flag of encrypted members
        (b"PK\x01\x02", 10, 97, "cannot be read"),  # an unknown compression method
    ],
)
def test_unreadable_members_of_archives(
    tmp_path: Path, signature: bytes, offset: int, value: int, problem: str
) -> None:
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", '{"status": "success"}')
        archive.writestr("samples/1.json", "{}")
    content = bytearray(path.read_bytes())
    content[content.index(signature) + offset] = value
    if value == 1:
        content[6] = 1  # the same flag before the member
    path.write_bytes(content)
    with pytest.raises(InputError, match=f"log.eval: the archive {problem}"):
        list(log_rows(str(path), "inspect", Selection()))


@pytest.mark.parametrize(("choices", "gold"), [({"a": "x"}, 0), ("xy", 0), (["x", "y"], -1)])
def test_choices_that_gold_index_does_not_name(tmp_path: Path, choices: Any, gold: int) -> None:
    record = {"doc": {"choices": choices, "gold_index": gold}, "model_response": {"text": ["x"]}}
    (tmp_path / "log.jsonl").write_text(json.dumps(record), "utf-8")
    with pytest.raises(InputError, match="gold_index does not name choices"):
        list(log_rows(str(tmp_path / "log.jsonl"), "lighteval", Selection()))


def test_filters_and_epochs_are_chosen() -> None:
    log, answers = "lm-eval-filters.jsonl", ("--reference-column", "doc.answers")
    problem = refused(log)
    assert "line 1: target is a list written as text" in problem
    assert "--reference-column doc.answers" in problem
    problem = refused(log, "--input-format", "lm-eval", *answers)
    assert "line 3: sample '0' is repeated, with the filter 'first' and 'all'" in problem
    assert "--only filter=first" in problem
    result = scored(log, "--only", "filter=first", *answers)
    assert (result["value"], result["segments"]) == (expected(ANSWERS)[0], 2)
    problem = refused(log, "--only", "filter=all", *answers)
    assert "filtered_resps is not a list of one text" in problem
    assert "filtered_resps.0.0" in problem
    column = ("--hypothesis-column", "filtered_resps.0.1")
    assert scored(log, "--only", "filter=all", *answers, *column) == result
    problem = refused("inspect-epochs.json")
    assert "sample '1' is repeated, with the epoch '1' and '2'" in problem
    assert "--only epoch=1" in problem
    result = scored("inspect-epochs.json", "--only", "epoch=2")
    assert (result["value"], result["segments"]) == (expected(SEVERAL)[0], 2)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (None, "the log has no header: the run is not finished"),
        ("{}", "the run has the status None, so samples may be missing"),
        ('{"status": "error"}', "the run has the status 'error', so samples may be missing"),
    ],
)
def test_unfinished_runs_are_refused(header: str | None, message: str, tmp_path: Path) -> None:
    log = json.loads((LOGS_FOLDER / "inspect.json").read_text())
    with zipfile.ZipFile(tmp_path / "log.eval", "w") as archive:
        if header is not None:
            archive.writestr("header.json", header)
        archive.writestr("samples/1_epoch_1.json", json.dumps(log["samples"][0]))
    problem = refused("log.eval", cwd=tmp_path)
    assert message in problem
    log["status"] = "cancelled"
    (tmp_path / "log.json").write_text(json.dumps(log, indent=2))
    problem = refused("log.json", cwd=tmp_path)
    assert "the run has the status 'cancelled', so samples may be missing" in problem


def test_a_missing_sample_is_reported(tmp_path: Path) -> None:
    lines = (LOGS_FOLDER / "openai-evals.jsonl").read_text().splitlines()
    (tmp_path / "log.jsonl").write_text("\n".join(lines[:-1]))
    problem = refused("log.jsonl", cwd=tmp_path)
    assert "log.jsonl, line 5: sample 'tiny.dev.1' has no output with references" in problem


def test_named_columns_read_a_log_as_a_table() -> None:
    columns = ("--hypothesis-column", "filtered_resps.0", "--reference-column", "target")
    assert scored("lm-eval.jsonl", *columns)["value"] == expected(SINGLE)[0]


Change = Callable[[dict[str, Any]], object]
AMBIGUOUS: dict[str, tuple[str, Change, str]] = {
    "likelihoods": (
        "lm-eval",
        lambda record: record.update(filtered_resps=["-5.25", "False"]),
        "filtered_resps is not a list of one text",
    ),
    "repeated": (
        "lm-eval",
        lambda record: record.update(doc_id=0),
        "sample '0' is repeated. A log of one run has each sample once.",
    ),
    "no target": (
        "lm-eval",
        lambda record: record.update(target=None),
        "sample '1' has no references.",
    ),
    "two texts": (
        "lighteval",
        lambda record: record["model_response"].update(text_post_processed=["a", "b"]),
        "model_response.text_post_processed is not a list of one text",
    ),
    "wrong gold": (
        "lighteval",
        lambda record: record["doc"].update(gold_index=[7]),
        "gold_index does not name choices",
    ),
    "no document": (
        "lighteval",
        lambda record: record.update(doc=None),
        "'doc' has no fields",
    ),
    "failed": (
        "inspect",
        lambda record: record.update(error={"message": "?"}),
        "sample 2 has no output: it failed. Run it again.",
    ),
    "no output": (
        "inspect",
        lambda record: record.update(output={}),
        "sample 2 has no output",
    ),
    "not sampled": (
        "openai-evals",
        lambda record: record["data"].pop("sampled"),
        "data.sampled is not a list of one text",
    ),
    "not text": (
        "openai-evals",
        lambda record: record["data"].update(expected=5),
        "'references' is of type int, not text",
    ),
}


@pytest.mark.parametrize("case", AMBIGUOUS)
def test_an_ambiguous_log_is_an_error(case: str, tmp_path: Path) -> None:
    form, change, problem = AMBIGUOUS[case]
    if form == "inspect":
        records = json.loads((LOGS_FOLDER / "inspect.json").read_text())["samples"]
    else:
        text = (LOGS_FOLDER / f"{form}.jsonl").read_text()
        records = [json.loads(line) for line in text.splitlines()]
    change(records[-1])
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(each) + "\n" for each in records))
    result = refused("log.jsonl", cwd=tmp_path)
    assert f"log.jsonl, line {len(records)}: {problem}" in result


def test_wrong_choices() -> None:
    log, form = "lm-eval.jsonl", ("--input-format", "lm-eval")
    assert "has no sample of lm-eval with --only filter=x" in refused(log, "--only", "filter=x")
    assert "--only filter is not FIELD=VALUE" in refused(log, "--only", "filter")
    assert "--only selects records of a log" in refused(log, "inspect.json", "--only", "filter=a")
    assert "Pass it alone, without -r" in refused(log, "-r", "inspect.json", *form)
    assert "'output' has no fields" in refused(log, "--input-format", "inspect")
    assert "has no sample of openai-evals" in refused(log, "--input-format", "openai-evals")
    column = ("--reference-column", "doc.x")
    assert "there is no 'doc.x'. The record has 'doc_id'" in refused(log, *form, *column)
    columns = ("--reference-column", "target", "--reference-column", "doc.answer")
    assert "pass --hypothesis-column and --reference-column once" in refused(log, *form, *columns)


def test_other_files_are_no_logs(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content in (
        b"",
        b"[1]\n",
        b"{}\n",
        b"text\n",
        b"{\n",
        b"PK\x03\x04",
        b'{"doc_id": 1}\n',
        b'{\n"samples": 1}',
        b"{\n}",
    ):
        path.write_bytes(content)
        assert log_form(str(path)) is None
    assert log_form(str(tmp_path)) is None
    assert log_form("-") is None
    assert set(LOGS) == {"lm-eval", "lighteval", "inspect", "openai-evals"}


VALUES: list[Any] = [None, 0, -1, True, "", "x", "['a']", [], [1], ["a", "b"], {}, {"a": 1}, [[]]]


def mutate(record: Any, generator: random.Random) -> None:
    """Change or delete one value of a record, at any depth."""
    while True:
        key = generator.choice(list(record) if isinstance(record, dict) else range(len(record)))
        value = record[key]
        if not isinstance(value, (dict, list)) or not value or generator.random() < 0.4:
            break
        record = value
    if isinstance(record, dict) and generator.random() < 0.3:
        del record[key]
    else:
        record[key] = copy.deepcopy(generator.choice(VALUES))


@pytest.mark.parametrize("form", LOGS)
def test_damaged_records_are_scored_or_refused(form: str, tmp_path: Path) -> None:
    generator, path = random.Random(7), tmp_path / "log.jsonl"
    outcomes: set[bool | None] = set()
    if form == "inspect":
        records = json.loads((LOGS_FOLDER / "inspect.json").read_text())["samples"]
    else:
        text = (LOGS_FOLDER / f"{form}.jsonl").read_text()
        records = [json.loads(line) for line in text.splitlines()]
    for _ in range(100):
        changed = copy.deepcopy(records)
        mutate(generator.choice(changed), generator)
        path.write_text("".join(json.dumps(record) + "\n" for record in changed))
        log_form(str(path))
        try:
            rows = list(log_rows(str(path), form, Selection()))
        except InputError as error:
            outcomes.add(bool(error.file))
        else:
            assert len(rows) == 2 or form == "openai-evals"
            outcomes.add(None)
    assert outcomes == {True, None}
