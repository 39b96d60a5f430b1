"""`truebleu serve` as a process: start, addresses, signals, and what remains."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from tests.cli.command import fails, truebleu
from tests.server.local_server import REFERENCE, SYSTEMS, Running, running, until
from truebleu import BLEU, References
from truebleu.cli import main


def status_of(server: Running, path: str, **more: object) -> httpx2.Response:
    headers = {"x-truebleu-token": server.token}
    return httpx2.get(f"{server.base}/api/{path}", headers=headers, timeout=30, **more)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def own_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a temporary folder of its own, because other tests start servers at the same time."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)


def folders() -> set[str]:
    return {path.name for path in Path(tempfile.gettempdir()).glob("truebleu-serve-*")}


def test_it_listens_on_the_loopback_address_only() -> None:
    with running() as server:
        assert server.base.startswith("http://127.0.0.1:")
        assert len(server.token) == 22
        assert status_of(server, "state").status_code == 200
        others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None)}
        for address in others - {"127.0.0.1", "::1"}:
            family = socket.AF_INET6 if ":" in str(address) else socket.AF_INET
            with socket.socket(family) as probe:
                probe.settimeout(2)
                assert probe.connect_ex((address, server.port)) != 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_process_cleanly(number: int) -> None:
    before = folders()
    with running(str(SYSTEMS[0]), "-r", str(REFERENCE)) as server:
        until(lambda: status_of(server, "state").json()["ready"])
        assert folders() > before
        assert server.stop(number) == (0, "")
    assert folders() <= before


@pytest.mark.parametrize(
    ("number", "owner", "name"),
    [
        (signal.SIGINT, "truebleu.cli.commands.serve", "_print_address"),
        (signal.SIGTERM, "truebleu.cli.commands.serve", "_print_address"),
        (signal.SIGHUP, "truebleu.cli.commands.serve", "_print_address"),
        (signal.SIGINT, "uvicorn.Server", "capture_signals"),
    ],
)
def test_a_signal_before_the_first_answer_ends_the_process_cleanly(
    tmp_path: Path, number: int, owner: str, name: str
) -> None:
    """Send it after the address is printed, and before uvicorn installs its handlers."""
    code = (
        "import os, sys, truebleu.cli.commands.serve, uvicorn\n"
        f"given = {owner}.{name}\n"
        "def signalled(*some):\n"
        "    made = given(*some)\n"
        f"    os.kill(os.getpid(), {int(number)})\n"
        "    return made\n"
        f"{owner}.{name} = signalled\n"
        "sys.exit(truebleu.cli.main(sys.argv[1:]))"
    )
    words = [sys.executable, "-c", code, "serve", "-q", str(SYSTEMS[0]), "-r", str(REFERENCE)]
    folder = tmp_path / "own"
    folder.mkdir()
    own = {**os.environ, "TMPDIR": str(folder)}
    done = subprocess.run(words, env=own, capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("http://127.0.0.1:")
    assert list(folder.iterdir()) == []


def test_it_ends_while_a_client_waits_for_news() -> None:
    with running() as server:
        version = status_of(server, "state").json()["version"]
        answers: list[object] = []

        def wait() -> None:
            try:
                answers.append(status_of(server, f"events?after={version}").status_code)
            except httpx2.HTTPError as error:
                answers.append(error)

        waiting = threading.Thread(target=wait)
        waiting.start()
        until(lambda: status_of(server, "state").status_code == 200)
        assert server.stop() == (0, "")
        waiting.join(timeout=10)
        assert len(answers) == 1


def test_it_ends_while_it_scores(tmp_path: Path) -> None:
    for name, path in (("s.txt", SYSTEMS[0]), ("t.txt", SYSTEMS[1]), ("r.txt", REFERENCE)):
        (tmp_path / name).write_bytes(path.read_bytes() * 300)
    with running(
        "s.txt", "t.txt", "-r", "r.txt", "--trials", "100000", "--resamples", "100000", cwd=tmp_path
    ) as server:
        until(lambda: status_of(server, "state").json()["doing"] == "scoring")
        before = folders()
        assert server.stop() == (0, "")
        assert len(folders()) < len(before)


def test_a_raw_request_without_a_known_host_is_refused() -> None:
    with running() as server, socket.create_connection(("127.0.0.1", server.port)) as connection:
        token = server.token.encode()
        connection.sendall(b"GET /api/state HTTP/1.0\r\nX-TrueBleu-Token: " + token + b"\r\n\r\n")
        connection.settimeout(10)
        answer = connection.recv(65536)
    assert answer.startswith(b"HTTP/1.1 400")


def test_answers_do_not_name_the_server_software() -> None:
    with running() as server:
        assert "server" not in httpx2.get(server.base).headers


def test_the_port_can_be_chosen_and_may_be_taken() -> None:
    with running() as server:
        message = fails("serve", "--port", str(server.port))
        assert f"127.0.0.1:{server.port} cannot be used" in message
        assert "Choose another --port" in message


def test_a_folder_is_an_error(tmp_path: Path) -> None:
    assert fails("serve", str(tmp_path)).endswith("this is a folder, not a file")


def test_other_machines_need_an_option() -> None:
    for host in ("0.0.0.0", "::", "192.0.2.1"):
        assert "--i-know-others-can-connect" in fails("serve", "--host", host)
    with running("--host", "0.0.0.0", "--i-know-others-can-connect") as server:
        assert server.base == f"http://{socket.gethostname()}:{server.port}"
        token = {"x-truebleu-token": server.token}
        answer = httpx2.get(f"http://127.0.0.1:{server.port}/api/state", headers=token)
        assert answer.status_code == 200
        code, stderr = server.stop()
        assert code == 0
        assert "other machines can connect to this server at 0.0.0.0, unencrypted" in stderr


def test_issues_are_printed_before_it_serves() -> None:
    """The address belongs to this machine, but is not one of the usual ones."""
    others = ("--host", "127.0.0.2", "--i-know-others-can-connect")
    with running(str(SYSTEMS[0]), *others) as server:
        assert status_of(server, "state").status_code == 200
        code, stderr = server.stop()
    assert code == 0
    assert stderr.splitlines() == [
        "truebleu: warning: other machines can connect to this server at 127.0.0.2, unencrypted.",
        "truebleu: warning: add a file with references (details on the page)",
    ]


@pytest.mark.parametrize("opens", [True, False])
def test_a_browser_is_opened_on_request(
    opens: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked_for: list[str] = []

    def opened(address: str) -> bool:
        asked_for.append(address)
        return opens

    def served(session: object, *, on_ready: Callable[[str, str], None], **_: object) -> None:
        on_ready("http://here/#token=a", "http://here/#once=b")

    monkeypatch.setattr(webbrowser, "open", opened)
    monkeypatch.setattr("truebleu.server.running.run", served)
    monkeypatch.setattr("truebleu.cli.commands.serve._exit_on_signals", lambda: None)
    assert main(["serve", "--open", "-q"]) == 0
    assert asked_for == ["http://here/#once=b"]
    warning = "truebleu: warning: no browser could be opened. Open the address manually.\n"
    assert capsys.readouterr() == ("http://here/#token=a\n", "" if opens else warning)


def test_an_internal_error_is_not_reported_as_a_missing_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "truebleu.server.running", None)
    with pytest.raises(ImportError):
        main(["serve"])


def test_wrong_usage(tmp_path: Path) -> None:
    assert "file not found" in fails("serve", str(tmp_path / "none.txt"))
    assert "Use an integer from 0 to 65535" in fails("serve", "--port", "65536")
    assert "--watch requires files" in fails("serve", "--watch")
    assert "can be read only once" in fails("serve", "-")
    assert "must be BLEU, not TER" in fails("serve", "-m", "ter")
    assert "supports one metric" in fails("serve", "-m", "bleu", "ter")
    message = fails("serve", str(SYSTEMS[0]), "-r", str(REFERENCE), "--name", "a", "--name", "b")
    assert message == "got 2 names for 1 system. Pass --name once per system."
    (tmp_path / "file").write_text("x", encoding="utf-8")
    message = fails("serve", "--dir", str(tmp_path / "file"))
    assert message == f"--dir {tmp_path / 'file'}: not a folder. Use another path."
    for host in ("a..b", "192.0.2.1"):  # no name, and an address of documents only
        ran = truebleu("serve", "--host", host, "--i-know-others-can-connect", "-q")
        assert (ran.code, ran.out) == (2, "")
        assert "Choose another --host" in ran.err


def test_missing_packages_are_named() -> None:
    code = (
        "import sys; sys.modules['starlette'] = None; sys.modules['uvicorn'] = None\n"
        "from truebleu.cli import main; sys.exit(main(['serve']))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "pip install starlette uvicorn" in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_help_needs_no_optional_packages() -> None:
    code = (
        "import sys; sys.modules['starlette'] = None; sys.modules['uvicorn'] = None\n"
        "from truebleu.cli import main; sys.exit(main(['serve', '--help']))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0
    assert "--watch" in ran.stdout


def test_columns_names_and_documents_of_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "documents").write_text("one\ntwo\n", "utf-8")
    (tmp_path / "t.tsv").write_text("x\ta\tb\tr\nd\ta b c d\ta b c\ta b c d\nd\te\tf\te\n", "utf-8")
    with running(
        "t.tsv", "--hypothesis-column", "a", "--hypothesis-column", "b", "--reference-column", "r",
        "--name", "first", "--name", "second", "--documents", "documents", cwd=tmp_path,
    ) as server:  # fmt: skip
        until(lambda: status_of(server, "state").json()["ready"])
        meta = status_of(server, "meta").json()
        assert [system["name"] for system in meta["systems"]] == ["first", "second"]
        assert meta["documents"] == ["one", "two"]
        assert meta["systems"][0]["value"] > meta["systems"][1]["value"]


@pytest.mark.parametrize(
    ("flags", "missing"), [((), True), (("--empty-reference", "empty"), False)]
)
def test_empty_references_are_read_as_the_score_command_does(
    tmp_path: Path, flags: tuple[str, ...], missing: bool
) -> None:
    rows = ["a b c d\ta b c x\ta b d d", "e f g h i\te f g h x\t"]
    (tmp_path / "t.tsv").write_text("mt\tr\ts\n" + "\n".join(rows) + "\n", "utf-8")
    columns = ("--hypothesis-column", "mt", "--reference-column", "r", "--reference-column", "s")
    with running("t.tsv", *columns, *flags, cwd=tmp_path) as server:
        until(lambda: status_of(server, "state").json()["ready"])
        value = status_of(server, "meta").json()["systems"][0]["value"]
    references = [["a b c x", "e f g h x"], ["a b d d", None if missing else ""]]
    score = BLEU().corpus_score(["a b c d", "e f g h i"], References.streams(references))
    assert value == score.value


def test_no_connections_to_other_machines() -> None:
    """The process scores, serves and ends, although each attempt to connect is an error."""
    code = (
        "import socket, sys\n"
        "def refuse(*_): raise AssertionError('it wants to connect')\n"
        "socket.socket.connect = refuse\nsocket.create_connection = refuse\n"
        "socket.getaddrinfo = refuse\n"
        "from truebleu.cli import main\nsys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "serve", "-q", str(SYSTEMS[0]), "-r", str(REFERENCE)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    base, token = process.stdout.readline().strip().split("/#token=")
    headers = {"x-truebleu-token": token}
    try:
        until(lambda: httpx2.get(f"{base}/api/state", headers=headers).json()["ready"])
        for path in ("report.html", "overview", "lab"):
            assert httpx2.get(f"{base}/api/{path}", headers=headers).status_code == 200
    finally:
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=30)
    assert (process.returncode, stderr) == (0, "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_while_files_are_read_leaves_no_files(number: int, tmp_path: Path) -> None:
    before = folders()
    pipe = tmp_path / "system.txt"
    os.mkfifo(pipe)
    words = [sys.executable, "-m", "truebleu", "serve", str(pipe), "-r", str(REFERENCE)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        until(lambda: folders() > before)  # the process waits for the pipe
        program.send_signal(number)
        assert program.communicate(timeout=30) == (b"", b"")
        assert program.returncode == 0
    assert folders() <= before
