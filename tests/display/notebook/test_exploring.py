"""The report in a notebook: its frame, its size, and the local server."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.news import REFERENCE, STRONG, WEAK
from tests.requirements import require_module
from truebleu import BLEU, CHRF, Comparison, Runs, compare
from truebleu.errors import ConfigurationError, InputError
from truebleu.report import notebook as exploring

SETTINGS: dict[str, Any] = {"trials": 50, "resamples": 50}


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare({"weak": WEAK, "</iframe><b>": STRONG}, REFERENCE, **SETTINGS)


class Frame(HTMLParser):
    """Attributes of the frame of a report, and the text around it."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.frames: list[dict[str, str | None]] = []
        self.tags: list[str] = []
        self.text = ""
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "iframe":
            self.frames.append(dict(attrs))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_report_is_in_a_sandboxed_frame(comparison: Comparison) -> None:
    exploration = comparison.explore(height=500)
    read = Frame(exploration._repr_html_())
    (frame,) = read.frames
    assert read.tags == ["div", "iframe", "p"]
    assert frame["sandbox"] == "allow-scripts allow-downloads"
    assert frame["height"] == "500"
    assert frame["srcdoc"] == exploration.page
    assert exploration.page.startswith("<!DOCTYPE html>")
    assert "texts cover all" in read.text
    assert repr(exploration).startswith("<Exploration: texts of 104 of 104 segments, ")


def test_the_number_of_texts_can_be_limited(comparison: Comparison) -> None:
    exploration = comparison.explore(n=30)
    assert exploration.n_texts == 30
    assert "texts cover 30 of 104" in exploration._repr_html_()
    assert '"policy":"top"' in exploration.page
    assert '"segments":104' in exploration.page
    assert len(exploration.page) < len(comparison.explore().page)


def test_a_large_page_has_fewer_texts(
    comparison: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    full_size = len(comparison.explore().page.encode())
    small_size = len(comparison.explore(n=20).page.encode())
    monkeypatch.setattr(exploring, "LARGEST", (full_size + small_size) // 2)
    exploration = comparison.explore()
    assert 20 <= exploration.n_texts < 104
    assert "which the notebook keeps" not in exploration._repr_html_()
    assert len(exploration.page.encode()) <= (full_size + small_size) // 2
    monkeypatch.setattr(exploring, "LARGEST", 1000)  # less than the scores need
    exploration = comparison.explore(n=50)
    assert exploration.n_texts == 50
    read = Frame(exploration._repr_html_())
    assert read.tags == ["div", "p", "iframe", "p"]
    assert re.match(r"This page adds \d\.\d MB to the notebook", read.text)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_can_be_chosen(theme: str, comparison: Comparison) -> None:
    assert f'<html data-theme="{theme}" ' in comparison.explore(theme=theme).page
    assert "data-theme=" not in comparison.explore().page.split("<style>")[0]


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"n": 0}, "n=0 is out of range. Use an integer from 1"),
        ({"n": 2.5}, "n=2.5"),
        ({"height": "640"}, "height='640'"),
        ({"theme": "blue"}, "unknown theme 'blue'"),
        ({"text": "full"}, "not supported in explore"),
    ],
)
def test_wrong_settings(choices: dict[str, Any], message: str, comparison: Comparison) -> None:
    with pytest.raises(ConfigurationError, match=re.escape(message)):
        comparison.explore(**choices)


def test_comparisons_without_a_report_are_an_error(comparison: Comparison) -> None:
    with pytest.raises(ConfigurationError, match="has no texts"):
        pickle.loads(pickle.dumps(comparison)).explore()
    by_another = compare({"a": WEAK, "b": STRONG}, REFERENCE, CHRF(), **SETTINGS)
    with pytest.raises(ConfigurationError, match="BLEU"):
        by_another.explore()


def test_saving_writes_the_whole_report(comparison: Comparison, tmp_path: Path) -> None:
    comparison.explore(n=20, title="Saved").save(tmp_path / "report.html")
    comparison.report(tmp_path / "same.html", title="Saved")
    saved = (tmp_path / "report.html").read_bytes()
    assert saved == (tmp_path / "same.html").read_bytes()
    assert b'"policy":"full"' in saved


# The local server


def test_the_server_has_the_same_scores() -> None:
    httpx2 = require_module("httpx2")
    for name in ("starlette", "uvicorn"):
        require_module(name)
    bleu = BLEU(lowercase=True, smoothing="add-k")
    documents = [f"d{place // 4}" for place in range(len(WEAK))]
    systems = {"--odd name \ud800": WEAK, "strong": STRONG}
    result = compare(systems, REFERENCE, bleu, **SETTINGS, documents=documents)
    with result.explore(source=REFERENCE).serve() as serving:
        assert repr(serving) == f"<truebleu serves {serving.address}>"
        assert f'href="{serving.address}"' in serving._repr_html_()
        base, token = serving.address.split("/#token=")
        meta = meta_of(httpx2, base, token)
    assert {one["name"]: one["value"] for one in meta["systems"]} == {
        one.name.replace("\ud800", "?"): one.value for one in result[0].systems
    }
    assert meta["documents"] == list(dict.fromkeys(documents))
    assert [one["interval"] for one in meta["systems"]] == [
        list(one.interval) for one in result[0].systems
    ]
    assert meta["has_source"]
    assert not serving.runs
    assert repr(serving) == "<truebleu serve, stopped>"
    assert serving._repr_html_() == "<p>The server was stopped.</p>"
    serving.stop()  # stopping again has no effect
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(base)


def meta_of(httpx2: Any, base: str, token: str) -> Any:
    """Return the server's metadata, once it has scored the files."""
    while True:  # the time limit of the test ends this loop
        answer = httpx2.get(f"{base}/api/meta", headers={"X-TrueBleu-Token": token})
        if answer.status_code == 200 and answer.json().get("systems"):
            return answer.json()


def test_a_server_ends_with_the_program_that_started_it(tmp_path: Path) -> None:
    for name in ("httpx2", "starlette", "uvicorn"):
        require_module(name)
    code = (
        "from truebleu import compare\n"
        "found = compare({'a': ['x y', 'z'], 'b': ['x', 'z']}, ['x y', 'z'], trials=5)\n"
        "serving = found.explore().serve()\n"
        "print(serving.address)\n"
    )
    environment = {"TMPDIR": str(tmp_path), "PATH": ""}
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    base = ran.stdout.split("/#")[0]
    httpx2 = require_module("httpx2")
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(base)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("systems", "references", "message"),
    [
        ({"a": ["x\ny", "z"], "b": ["x", "z"]}, ["x", "z"], "contains a line break"),
        ({"a": ["x", "z"], "b": ["x", "z"]}, [["x", "y"], ["z"]], "is missing"),
        ({"a": [["x"], ["z"]], "b": [["x"], ["z"]]}, [["x"], ["z"]], "lists of tokens"),
    ],
)
def test_texts_that_cannot_be_lines_of_a_file(systems: Any, references: Any, message: str) -> None:
    from truebleu import References

    if message == "is missing":
        references = References.per_segment(references)
    result = compare(systems, references, **SETTINGS)
    with pytest.raises(ConfigurationError, match=message):
        result.explore().serve()


def test_a_lone_surrogate_cannot_be_written(comparison: Comparison) -> None:
    source = [*REFERENCE[:-1], "half \ud83d"]
    with pytest.raises(InputError, match="the source contains lone surrogates"):
        comparison.explore(source=source).serve()


def test_a_missing_interpreter_is_an_error(
    comparison: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "")
    with pytest.raises(ConfigurationError, match="no Python executable to run truebleu serve"):
        comparison.explore().serve()


def test_a_server_that_ignores_the_signal_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from truebleu.report import notebook as serving

    monkeypatch.setattr(serving, "PATIENCE", 0.01)
    code = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1); signal.pause()"
    process = subprocess.Popen([sys.executable, "-uc", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    serving._end(process, str(tmp_path))
    assert process.returncode == -9
    assert not tmp_path.exists()


def test_runs_have_no_report() -> None:
    found = compare({"a": Runs(WEAK, STRONG), "b": STRONG}, REFERENCE, **SETTINGS)
    with pytest.raises(ConfigurationError, match="2 runs"):
        found.explore()


def test_the_error_of_a_failed_start_is_shown(
    comparison: Comparison, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from truebleu.report import notebook as serving

    monkeypatch.setattr(serving, "SETTINGS", ("version",))  # the command has no such option
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    with pytest.raises(InputError, match=r"truebleu serve did not start: .*--version"):
        comparison.explore().serve()
    assert list(tmp_path.iterdir()) == []
