"""Asks a running server what `tests.server.api` allows, and what it does not: schemathesis.

    python -m tests.fuzzing.served [SECONDS]

Each round has a server of its own with two systems, and ids and names that are there among those
that are made up. Statuses, content types, schemas of answers and the token are held against the
description; what breaks a schema must be refused.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.server.api import description
from tests.server.desks import running

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.server.desks import Running

ROUND = 60.0
"""Seconds of a round: by then so much was handed over that little can be scored any more."""

SHORTEST = 15
"""In fewer schemathesis may still be reading the description."""

# It waits for news, up to 20 seconds each time: tests/server asks it.
LEFT_OUT = "events"
# The guard refuses a content type before there is a route, and whether files fit is in no schema.
UNCHECKED = "unsupported_method,allow_header_conformance,positive_data_acceptance"

# A tokenizer whose dictionary is not installed is answered by 501.
ANSWERED = """[checks.not_a_server_error]
expected-statuses = ["2XX", "3XX", "4XX", "501"]
"""

TEXTS = {"a": "the cat sat\nit rained\n", "b": "a cat sat\nit rains\n", "r": "the cat\nit rained\n"}


@dataclass(frozen=True)
class Round:
    """How many requests were made, and what schemathesis said where one was answered wrongly."""

    requests: int
    said: str


def asked(options: Sequence[str]) -> Round:
    """Ask a server of its own, with options of `schemathesis run`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in TEXTS.items():
            (folder / file).write_text(text, encoding="utf-8")
        (folder / "schemathesis.toml").write_text(ANSWERED, encoding="utf-8")
        with running("a", "b", "-r", "r", cwd=folder) as server:
            (folder / "openapi.json").write_text(json.dumps(described(server)), encoding="utf-8")
            command = [
                sys.executable, "-m", "schemathesis.cli", "run", "openapi.json",
                "--url", server.base, "--header", f"X-TrueBleu-Token: {server.token}",
                "--exclude-operation-id", LEFT_OUT, "--exclude-checks", UNCHECKED,
                "--warnings", "off", "--no-color", "--output-sanitize", "false",
                "--report", "json", "--report-json-path", "report.json", *options,
            ]  # fmt: skip
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            assert server.process.poll() is None, "the server has ended"
        report = folder / "report.json"
        if not report.exists():
            raise RuntimeError(done.stderr or done.stdout)
        requests: int = json.loads(report.read_text("utf-8"))["test_cases"]["generated"]
    return Round(requests, done.stdout if done.returncode else "")


def described(server: Running) -> dict[str, Any]:
    """Describe the server, with what is there put in: ids of files, systems, names."""
    found = description()
    state = json.loads(until_scored(server))
    page = got(server, "/")
    paths = found["paths"]
    known = {
        "/api/files/{number}": [file["id"] for file in state["files"]],
        "/api/files/{number}/remove": [file["id"] for file in state["files"]],
        "/static/{name}": re.findall(r"/static/([\w.-]+)", page),
    }
    for path, values in known.items():
        (operation,) = paths[path].values()
        operation["parameters"][0]["schema"] = either(values)
    for path in ("/api/score", "/api/systems"):
        content = paths[path]["post"]["requestBody"]["content"]["application/json"]
        content["schema"]["properties"]["system"] = either(["a", "b"])
    return found


def either(values: Sequence[str]) -> dict[str, Any]:
    return {"anyOf": [{"enum": list(values)}, {"type": "string"}]}


def got(server: Running, path: str) -> str:
    headers = {"X-TrueBleu-Token": server.token}
    request = urllib.request.Request(server.base + path, headers=headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        text: str = answer.read().decode()
    return text


def until_scored(server: Running) -> str:
    state = got(server, "/api/state")
    while not json.loads(state)["ready"]:
        state = got(server, f"/api/events?after={json.loads(state)['version']}")
    return state


def rounds(seconds: float, seed: int = 1) -> Round:
    """Rounds of other seeds, until the time is over or one finds something."""
    end, requests = time.monotonic() + seconds, 0
    while (left := end - time.monotonic()) > 0:
        whole = max(SHORTEST, round(min(left, ROUND)))
        found = asked(["--seed", str(seed), "--max-time", str(whole)])
        requests, seed = requests + found.requests, seed + 1
        if found.said:
            return Round(requests, found.said)
    return Round(requests, "")


if __name__ == "__main__":
    tried = rounds(float(sys.argv[1]) if len(sys.argv) > 1 else 600.0)
    print(f"{tried.requests:,} requests\n{tried.said}")  # noqa: T201
    sys.exit(bool(tried.said))
