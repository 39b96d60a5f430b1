"""Sessions: roles, columns and versions of files, errors, scores and saved sessions."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING

import pytest

from tests.news import REFERENCES, WEAK, lines
from tests.paths import NEWS
from tests.server.local_server import REFERENCE, SYSTEMS, LocalServer, serve_in_process
from truebleu import BLEU
from truebleu.report.report import report_data

if TYPE_CHECKING:
    from pathlib import Path


def test_an_empty_server_lists_the_missing_files(server: LocalServer) -> None:
    assert server.state()["missing"] == "add a file with references"
    assert server.post("start").status_code == 422
    for path in ("meta", "stats", "chunk/0", "ngrams", "overview", "report.html", "lab"):
        assert server.get(path).status_code == 404
    server.put(b"text\n", "r", "reference")
    assert server.state()["missing"] == "add a file with system output"


def test_the_data_equal_those_of_the_report(scored: LocalServer) -> None:
    data = report_data(
        {path.name: lines(path) for path in SYSTEMS}, lines(REFERENCE), trials=50, resamples=50,
        reference_names=["reference.txt"], files=[path.name for path in SYSTEMS],
    )  # fmt: skip
    meta = scored.get("meta").json()
    assert meta["systems"] == json.loads(json.dumps(data.meta["systems"]))
    assert meta["comparison"] == json.loads(json.dumps(data.meta["comparison"]))
    assert scored.get("stats").content == data.stats
    assert scored.get("ngrams").content == data.ngrams
    assert scored.get("chunk/0").content == data.chunk(0)
    assert scored.get("chunk/1").status_code == 404
    files = {file["name"]: file for file in meta["reproduce"]["files"]}
    assert files["reference.txt"]["bytes"] == REFERENCE.stat().st_size


def test_the_report_can_be_downloaded(scored: LocalServer) -> None:
    answer = scored.get("report.html")
    assert answer.headers["content-disposition"] == 'attachment; filename="report.html"'
    assert answer.text.startswith("<!DOCTYPE html>")
    assert 'id="end"' in answer.text


def test_requests_for_old_scores_are_refused(scored: LocalServer) -> None:
    token = {"x-truebleu-token": "x" * 22}
    now = str(scored.state()["generation"])
    for generation, status in ((now, 200), ("0", 409)):
        headers = {**token, "x-truebleu-generation": generation}
        for path in ("meta", "stats", "chunk/0", "ngrams", "overview", "report.html", "lab"):
            assert scored.client.get(f"/api/{path}", headers=headers).status_code == status
        edits = {"system": SYSTEMS[0].name, "edits": [[0, "x"]]}
        for path, sent in (("lab", {"settings": {}}), ("score", edits)):
            answer = scored.client.post(f"/api/{path}", json=sent, headers=headers)
            assert answer.status_code == status


def test_edits_of_old_texts_are_not_saved(scored: LocalServer) -> None:
    headers = {"x-truebleu-token": "x" * 22, "x-truebleu-generation": "0"}
    sent = {"name": "mine", "system": SYSTEMS[0].name, "edits": [[0, "x"]]}
    before = scored.state()["files"]
    assert scored.client.post("/api/systems", json=sent, headers=headers).status_code == 409
    assert scored.state()["files"] == before


@pytest.mark.parametrize("lost", [0, 40, 103])
def test_the_first_different_line_is_shown(server: LocalServer, lost: int) -> None:
    text = lines(SYSTEMS[1])
    short = "".join(f"{line}\n" for place, line in enumerate(text) if place != lost)
    server.put(REFERENCE.read_bytes(), "reference.txt", "reference")
    server.put(short.encode(), "short.txt")
    (misfit,) = server.state()["misfits"]
    assert (misfit["lines"], misfit["other_lines"]) == (103, 104)
    assert misfit["line"] == lost + 1
    row = next(row for row in misfit["first"] if row["line"] == lost + 1)
    assert row["theirs"] == lines(REFERENCE)[lost]
    assert row["ours"] == (text[lost + 1] if lost < 103 else None)
    answer = server.post("start")
    assert answer.status_code == 422
    assert "short.txt has 103 lines" in answer.json()["error"]


def test_lines_in_another_order_are_reported(server: LocalServer) -> None:
    server.put(REFERENCE.read_bytes(), "reference.txt", "reference")
    shuffled = sorted(lines(SYSTEMS[1]), key=len)[:-1]
    server.put("".join(f"{line}\n" for line in shuffled).encode(), "shuffled.txt")
    (misfit,) = server.state()["misfits"]
    assert misfit["line"] == 1
    assert misfit["message"] == "the lines are in a different order than in reference.txt"


def test_texts_without_common_words_are_scored(server: LocalServer) -> None:
    server.put("één\ntwee\ndrie\n".encode(), "r", "reference")
    server.put("天\n地\n".encode(), "s")
    (misfit,) = server.state()["misfits"]
    assert misfit["line"] == 3
    assert "no counterpart" in misfit["message"]


def test_lengths_are_compared_with_the_most_frequent_one(server: LocalServer) -> None:
    short = b"".join(REFERENCE.read_bytes().splitlines(keepends=True)[:-1])
    server.put(short, "short reference", "reference")
    for path in SYSTEMS:
        server.put(path.read_bytes(), path.name)
    (misfit,) = server.state()["misfits"]
    assert misfit["name"] == "short reference"


def test_names_roles_and_files_can_be_changed(server: LocalServer) -> None:
    file_id = server.put(REFERENCE.read_bytes(), "a.txt").json()["id"]
    server.put(SYSTEMS[0].read_bytes(), "a.txt")
    assert [file["name"] for file in server.state()["files"]] == ["a.txt", "a.txt (2)"]
    changed = server.post(f"files/{file_id}", {"role": "reference", "name": " the/reference\n"})
    assert changed.json()["files"][0]["role"] == "reference"
    assert changed.json()["files"][0]["name"] == "the/reference"
    assert changed.json()["missing"] is None
    for wrong in ({"role": "king"}, {"role": 5}, {"name": None}, {"nmae": "x"}):
        assert server.post(f"files/{file_id}", wrong).status_code == 422
    assert server.post(f"files/{file_id}/remove", {"really": True}).status_code == 422
    assert server.post(f"files/{file_id}/remove").json()["missing"] == "add a file with references"
    assert server.post(f"files/{file_id}/remove").status_code == 404


def test_a_failure_keeps_the_scores(scored: LocalServer) -> None:
    before = scored.get("meta").json()
    scored.put(b"one line\n", "odd.txt")
    assert scored.post("start").status_code == 422
    assert scored.get("meta").json() == before
    assert scored.state()["generation"] == 1


def test_columns_can_be_selected(server: LocalServer) -> None:
    rows = zip(WEAK, REFERENCES[0], strict=True)
    table = "mt\tref\n" + "".join(f"{one}\t{other}\n" for one, other in rows)
    for role in ("system", "reference"):
        server.put(table.encode(), "data.tsv", role)
    system, reference = server.state()["files"]
    assert (system["choices"], system["lines"]) == (["mt", "ref"], None)
    assert "choose the column" in server.state()["missing"]
    server.post(f"files/{system['id']}", {"column": "mt"})
    server.post(f"files/{reference['id']}", {"column": "ref"})
    assert server.state()["missing"] is None
    assert server.post("start").status_code == 200
    (result,) = server.get("meta").json()["systems"]
    own = BLEU().corpus_score(WEAK, REFERENCES[0])
    assert result["value"] == own.value


def test_fields_of_json_lines_may_hold_several_references(server: LocalServer) -> None:
    pairs = zip(*REFERENCES, strict=True)
    text = "".join(json.dumps({"refs": list(pair)}) + "\n" for pair in pairs)
    server.put(text.encode(), "refs.jsonl", "reference")
    server.put(SYSTEMS[0].read_bytes(), "weak")
    assert server.post("start").status_code == 200
    meta = server.get("meta").json()
    assert meta["references"] == 2
    both = [list(pair) for pair in zip(*REFERENCES, strict=True)]
    from truebleu import References

    own = BLEU().corpus_score(lines(SYSTEMS[0]), References.per_segment(both))
    assert meta["systems"][0]["value"] == own.value


WMT = """<?xml version="1.0" encoding="UTF-8"?><dataset id="t"><doc id="d1" origlang="de">
<src lang="de"><p><seg id="1">Eins.</seg><seg id="2">Zwei.</seg></p></src>
<ref lang="en" translator="A"><p><seg id="1">One here.</seg><seg id="2">Two there.</seg></p></ref>
<hyp lang="en" system="X"><p><seg id="2">Two there.</seg><seg id="1">One.</seg></p></hyp>
<hyp lang="en" system="Y"><p><seg id="1">One here.</seg><seg id="2">Two.</seg></p></hyp>
</doc></dataset>"""


def test_versions_of_a_test_set_are_matched_by_name(server: LocalServer) -> None:
    for role in ("reference", "system", "source"):
        server.put(WMT.encode(), "set.xml", role)
    files = {file["role"]: file for file in server.state()["files"]}
    assert files["reference"]["column"] == "reference:A"
    assert files["system"]["column"] is None
    assert server.post(f"files/{files['system']['id']}", {"column": "system:X"}).status_code == 200
    assert server.post("start").status_code == 200
    chunk = zlib.decompress(server.get("chunk/0").content).decode().splitlines()
    texts = [line for at in (0, 5) for line in chunk[at : at + 3]]
    assert texts == ["Eins.", "One here.", "One.", "Zwei.", "Two there.", "Two there."]
    assert server.get("meta").json()["documents"] == ["d1"]


def test_documents_of_a_test_set_are_used(server: LocalServer) -> None:
    for role in ("reference", "documents"):
        server.put(WMT.encode(), "set.xml", role)
    server.put(b"One.\nTwo there.\n", "s.txt")
    documents = next(file for file in server.state()["files"] if file["role"] == "documents")
    assert documents["first"] == ["d1", "d1"]
    assert server.post("start").status_code == 200
    assert server.get("meta").json()["documents"] == ["d1"]


def test_another_role_selects_another_version(server: LocalServer) -> None:
    file = server.put(WMT.encode(), "set.xml").json()["id"]
    chosen = []
    for role in ("reference", "documents", "source", "system"):
        (now,) = server.post(f"files/{file}", {"role": role}).json()["files"]
        chosen.append((now["column"], now["first"]))
    assert chosen == [
        ("reference:A", ["One here.", "Two there."]), ("source:", ["d1", "d1"]),
        ("source:", ["Eins.", "Zwei."]), (None, []),
    ]  # fmt: skip


def test_documents_and_source_are_read(server: LocalServer) -> None:
    server.news()
    server.put((NEWS / "source.de.txt").read_bytes(), "source.txt", "source")
    server.put((NEWS / "documents.txt").read_bytes(), "documents.txt", "documents")
    assert server.put(b"x\n", "again.txt", "source").status_code == 422
    assert server.post("start").status_code == 200
    meta = server.get("meta").json()
    assert meta["has_source"]
    assert meta["documents"] == list(dict.fromkeys(lines(NEWS / "documents.txt")))


def test_a_request_for_events_of_the_past_is_answered_at_once(server: LocalServer) -> None:
    version = server.put(b"text\n").json()["version"]
    assert server.get(f"events?after={version - 1}").json()["version"] == version
    for wrong in ("nonsense", "-1", "1" * 16):
        assert server.get(f"events?after={wrong}").status_code == 422


def test_the_overview_equals_the_reports_as_a_tree(scored: LocalServer) -> None:
    from truebleu.report.overview.overview import overview

    data = scored.controller.session.data
    tree = scored.get("overview").json()

    def written(part: object) -> str:
        if isinstance(part, str):
            return part
        assert isinstance(part, list)
        return "".join(map(written, part[2]))

    import re
    from html import unescape

    text = unescape(re.sub(r"<[^>]*>", "", overview(data)))
    assert "".join(map(written, tree)) == text


def test_a_saved_session_is_loaded(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    with serve_in_process(keep=folder) as server:
        server.news()
        name = SYSTEMS[0].name
        sent = {"name": "mended", "system": name, "edits": [[0, "Machinery Maker Raises Forecast"]]}
        assert server.post("systems", sent).status_code == 200
        points = len(server.state()["history"])
    assert sorted(path.name for path in folder.iterdir()) == ["system-1.txt", "truebleu-serve.json"]
    with serve_in_process(keep=folder) as server:
        (file,) = server.state()["files"]
        assert (file["name"], file["origin"], file["lines"]) == ("mended", "saved", 104)
        assert len(server.state()["history"]) == points
        assert server.post(f"files/{file['id']}/remove").status_code == 200
    with serve_in_process(keep=folder) as server:
        assert server.state()["files"] == []
    assert (folder / "system-1.txt").exists()


def test_a_saved_session_keeps_its_name(tmp_path: Path) -> None:
    with serve_in_process(keep=tmp_path) as server:
        server.news()
        for name in ("first", "second"):
            sent = {"name": name, "system": SYSTEMS[0].name, "edits": [[0, name]]}
            assert server.post("systems", sent).status_code == 200
        saved = server.state()["files"][-1]["id"]
        assert server.post(f"files/{saved}", {"name": "renamed"}).status_code == 200
    assert (tmp_path / "system-2.txt").read_text("utf-8").startswith("second\n")
    with serve_in_process(keep=tmp_path) as server:
        assert [file["name"] for file in server.state()["files"]] == ["first", "renamed"]


def test_a_session_that_cannot_be_scored_is_not_saved(tmp_path: Path) -> None:
    with serve_in_process(keep=tmp_path) as server:
        server.news()
        server.put(b"one line\n", "odd.txt")
        before = server.state()["files"]
        sent = {"name": "mine", "system": SYSTEMS[0].name, "edits": [[0, "x"]]}
        assert server.post("systems", sent).status_code == 422
        assert server.state()["files"] == before
    assert [path.name for path in tmp_path.iterdir()] == ["truebleu-serve.json"]


def refused_index(folder: Path, content: bytes) -> None:
    from truebleu.errors import InputError
    from truebleu.server.persistence import SaveFolder

    (folder / "truebleu-serve.json").write_bytes(content)
    with pytest.raises(InputError, match="not an index of truebleu serve"):
        SaveFolder(folder)


@pytest.mark.parametrize("file", ["../secret.txt", "a/b.txt", "..\\x", "a\0b", 5, None])
def test_an_index_may_name_files_of_its_folder_only(tmp_path: Path, file: object) -> None:
    kept = {"format": "truebleu-serve/1", "systems": [{"file": file, "name": "x"}], "history": []}
    refused_index(tmp_path, json.dumps(kept).encode())


@pytest.mark.parametrize(
    "content",
    [
        b"", b"[]", b"{}", b"\xff\xfe\xfd", b"[" * 100_000,
        b'{"format": "another/1", "systems": [], "history": []}',
        b'{"format": "truebleu-serve/1", "systems": [5], "history": []}',
        b'{"format": "truebleu-serve/1", "systems": [{"file": "a", "name": 5}], "history": []}',
        b'{"format": "truebleu-serve/1", "systems": [], "history": ["yesterday"]}',
    ],
    ids=lambda content: content[:70],
)  # fmt: skip
def test_an_invalid_index_is_refused(tmp_path: Path, content: bytes) -> None:
    refused_index(tmp_path, content)
