"""Malicious uploads: size limits, archives, entities, and names that are paths."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import stat
import zipfile
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest

from tests.server.local_server import BYTES, JSON, TOKEN, LocalServer, serve_in_process
from truebleu.errors import InputError
from truebleu.server.store import Limits, Store, file_label, format_size

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SMALL = Limits(
    file=200_000, total=500_000, unpacked=1_000_000, ratio=20, small=50_000, line=1000, lines=5000,
    systems=3, references=2, request=10_000,
)  # fmt: skip


@pytest.fixture
def small() -> Iterator[LocalServer]:
    """Yield a server with low limits."""
    with serve_in_process(limits=SMALL) as made:
        yield made


def files_in(server: LocalServer) -> list[Path]:
    return sorted(server.controller.session.store.folder.iterdir())


def problem_of(answer: Any) -> str:
    """Return the error that the page gets about its one file."""
    assert answer.status_code == 200
    problem = answer.json()["files"][-1]["problem"]
    assert isinstance(problem, str)
    assert "\n" not in problem
    return problem


def test_the_folder_is_private_and_is_removed(server: LocalServer) -> None:
    folder = server.controller.session.store.folder
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    server.put(b"some text\n")
    assert len(files_in(server)) == 1
    server.controller.session.close()
    assert not folder.exists()


def test_a_file_that_cannot_be_stored_is_an_error_with_its_fix(server: LocalServer) -> None:
    store = server.controller.session.store
    store.folder.rmdir()
    answer = server.put(b"some text\n")
    assert answer.status_code == 422
    assert "a.txt: cannot be stored: No such file or directory. Free" in answer.json()["error"]
    with pytest.raises(InputError, match=r"saved\.txt: cannot be stored: No such file"):
        store.write(b"saved\n", "saved.txt")
    assert store.bytes == 0


def test_a_removed_file_frees_the_bytes_that_it_took() -> None:
    store = Store()
    stored = store.write(b"saved\n", "saved.txt")
    assert store.bytes == 6
    store.forget(stored.path, stored.size)
    assert store.bytes == 0
    store.close()


@pytest.mark.parametrize(
    ("size", "text"),
    [(1, "1 byte"), (1536, "1.5 KiB"), (1020 << 20, "1020 MiB"), (512 << 20, "512 MiB")],
)
def test_sizes_are_printed_without_an_exponent(size: int, text: str) -> None:
    assert format_size(size) == text


def pieces(count: int, size: int = 1000) -> Iterator[bytes]:
    for _ in range(count):
        yield b"x" * (size - 1) + b"\n"


def test_a_file_that_is_too_large_is_refused(small: LocalServer) -> None:
    answer = small.put(pieces(300))
    assert answer.status_code == 413
    assert "larger than" in answer.json()["error"]
    assert files_in(small) == []
    assert small.state()["files"] == []


def test_a_wrong_length_in_the_header_changes_nothing(small: LocalServer) -> None:
    """The received bytes count, not the header."""
    headers = {"content-length": "10", "x-truebleu-token": TOKEN, **BYTES}
    query = {"name": "a", "role": "system"}
    sent = b"y" * 300_000
    answer = small.client.put("/api/files", content=sent, params=query, headers=headers)
    assert answer.status_code == 413


def test_all_files_together_have_a_limit(small: LocalServer) -> None:
    taken = [small.put(pieces(190), name, role).status_code for name, role in (
        ("a", "system"), ("b", "system"), ("c", "reference"), ("d", "source"))]  # fmt: skip
    assert taken == [200, 200, 413, 413]
    gone = small.state()["files"][0]["id"]
    assert small.post(f"files/{gone}/remove").status_code == 200
    assert small.put(pieces(190), "c", "reference").status_code == 200
    assert len(files_in(small)) == 2


def test_the_number_of_files_has_a_limit(small: LocalServer) -> None:
    statuses = [small.put(b"text\n", f"{i}.txt").status_code for i in range(5)]
    assert statuses == [200, 200, 200, 422, 422]
    assert small.put(b"text\n", "r", "reference").status_code == 200
    assert len(files_in(small)) == 4


def test_unknown_roles_are_refused(small: LocalServer) -> None:
    for role in ("", "admin", "../x", "given"):
        assert small.put(b"text\n", "a", role).status_code == 422
    assert files_in(small) == []


def test_too_long_lines_are_refused(small: LocalServer) -> None:
    assert "a line is longer than" in problem_of(small.put(b"z" * 1500 + b"\n"))
    assert "a line is longer than" in problem_of(small.put(b"z" * 1500))


def test_too_many_lines_are_refused(small: LocalServer) -> None:
    assert "5,000 lines" in problem_of(small.put(b"a\n" * 6000))


def test_segments_of_a_test_set_have_the_limits_of_lines(small: LocalServer) -> None:
    def problem(texts: list[bytes]) -> str:
        segments = (b'<seg id="%d">%s</seg>' % (place, text) for place, text in enumerate(texts, 1))
        set_ = b'<refset setid="s" trglang="en"><doc docid="d" sysid="r">%s</doc></refset>'
        result = problem_of(small.put(set_ % b"".join(segments), "r.sgm", "reference"))
        small.post(f"files/{small.state()['files'][-1]['id']}/remove")
        return result

    assert problem([b"a"] * 5001) == "r.sgm: 5,001 segments. The limit is 5,000."
    assert problem([b"a", b"z" * 1001]).startswith("r.sgm, segment 2: longer than ")


PACKED: dict[str, Any] = {
    "a.gz": gzip.compress,
    "b.bz2": bz2.compress,
    "c.xz": lambda content: lzma.compress(content, preset=0),
    "named as text": gzip.compress,
}


@pytest.mark.parametrize("name", PACKED)
@pytest.mark.parametrize("line", [b"a" * 99 + b"\n", b"\0" * 100], ids=["lines", "no lines"])
def test_decompression_bombs_are_refused(small: LocalServer, name: str, line: bytes) -> None:
    bomb = PACKED[name](line * 50_000)
    assert len(bomb) < SMALL.file
    assert "larger than" in problem_of(small.put(bomb, name))
    assert small.state()["files"][0]["lines"] is None


def test_compressed_text_of_normal_size_is_read(small: LocalServer) -> None:
    answer = small.put(gzip.compress("ein Satz, wie er üblich ist\n".encode() * 50), "a.txt.gz")
    assert answer.json()["files"][0]["lines"] == 50


def archive() -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as zip_file:
        zip_file.writestr("../../escaped.txt", "text")
    return buffer.getvalue()


def test_archives_are_refused(small: LocalServer) -> None:
    assert "zip archive" in problem_of(small.put(archive(), "a.txt"))
    assert len(files_in(small)) == 1


ENTITIES = {
    "laughs": '<!DOCTYPE m [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>',
    "a file": '<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/hostname">]>',
    "the network": '<!DOCTYPE m [<!ENTITY x SYSTEM "http://evil.example/">]>',
    "parameters": '<!DOCTYPE m [<!ENTITY % p SYSTEM "http://evil.example/"> %p;]>',
}


@pytest.mark.parametrize("declared", ENTITIES.values(), ids=ENTITIES)
def test_entities_of_xml_are_refused(small: LocalServer, declared: str) -> None:
    body = (
        '<dataset id="t"><doc id="d"><src lang="en"><p><seg id="1">&b;&x;</seg></p></src>'
        '<hyp system="s" lang="de"><p><seg id="1">&b;&x;</seg></p></hyp></doc></dataset>'
    )
    problem = problem_of(small.put(f'<?xml version="1.0"?>{declared}{body}'.encode(), "a.xml"))
    assert "entit" in problem or "declar" in problem


def test_parquet_uploads_are_refused(small: LocalServer) -> None:
    assert "command line" in problem_of(small.put(b"PAR1" + b"\0" * 100, "a.parquet"))


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00", b"\x1f\x8b", b"BZh91AY&SY", b"PK\x03\x04", b"\xed\xa0\x80\n"]
)
def test_binary_files_are_refused_in_one_line(small: LocalServer, content: bytes) -> None:
    assert problem_of(small.put(content))


def test_deeply_nested_json_is_refused(small: LocalServer) -> None:
    assert "not valid JSON" in problem_of(small.put(b"[" * 900 + b"\n", "a.jsonl"))
    answer = small.post("start", b"[" * 9000)
    assert answer.status_code == 422


NAMES = {
    "../../../etc/passwd": "passwd",
    "/etc/passwd": "passwd",
    "C:\\windows\\system.ini": "system.ini",
    "..": "unnamed",
    ".": "unnamed",
    "": "unnamed",
    "a\0b.txt": "a<U+0000>b.txt",
    "a\nb": "a<U+000A>b",
    "\u202egpj.exe": "<U+202E>gpj.exe",
    "<img src=x onerror=alert(1)>": "<img src=x onerror=alert(1)>",
    "x" * 500: "x" * 120 + "…",
    "~/x": "x",
    "a.txt/": "a.txt",
}


@pytest.mark.parametrize("name", NAMES)
def test_names_are_not_used_as_paths(server: LocalServer, name: str) -> None:
    answer = server.put(b"text\n", name)
    (file,) = answer.json()["files"]
    assert file["name"] == NAMES[name] == file_label(name)
    (stored,) = files_in(server)
    assert stored.parent == server.controller.session.store.folder
    assert stored.name.removesuffix(".txt").isalnum()
    assert str(stored) not in answer.text


def test_only_known_endings_are_kept() -> None:
    store = Store()
    try:
        for name, ending in {
            "a.TSV.GZ": ".tsv.gz",
            "b.sh": ".txt",
            "c.jsonl": ".jsonl",
            "d.tsv/../e": ".txt",
            "f.gz.exe": ".txt",
        }.items():
            path = store.new_path(name)
            assert path.parent == store.folder
            assert (name, "".join(path.suffixes)) == (name, ending)
    finally:
        store.close()


def test_an_error_names_the_label_and_not_the_path(small: LocalServer) -> None:
    problem = problem_of(small.put(gzip.compress(b"text\n")[:-6], "nice.gz"))
    assert problem.startswith("nice.gz: ")
    assert os.sep not in problem
    problem = problem_of(small.put(b"a\xff\n", "odd.txt"))
    assert problem.startswith("odd.txt, line 1")
    assert problem.endswith("Save it as UTF-8.")


PATHS = [
    "../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/etc/passwd",
    "/etc/passwd",
    "..\\..\\x",
    "app.js%00",
    "C:%5cx",
]


@pytest.mark.parametrize("start", ["/static/", "/api/chunk/", "/api/files/", "/open/", "/"])
def test_paths_of_requests_cannot_leave_the_page_s_files(scored: LocalServer, start: str) -> None:
    headers = {"x-truebleu-token": TOKEN}
    for path in PATHS:
        answer = scored.client.get(f"{start}{path}", headers=headers)
        assert answer.status_code in {404, 405}
        assert "root:" not in answer.text
        posted = scored.client.post(f"{start}{path}", content=b"{}", headers={**headers, **JSON})
        assert posted.status_code in {404, 405}


def test_bodies_of_other_requests_have_a_limit(small: LocalServer) -> None:
    assert small.post("start", b" " * 20_000).status_code == 413
    assert small.post("start", b"not json").status_code == 422
    assert small.post("start", b"[]").status_code == 422
    assert small.post("start", b"\xff").status_code == 422
