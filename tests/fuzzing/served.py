"""Fuzzing of a running server with schemathesis, by the description in `tests.server.api`.

    python -m tests.fuzzing.served [SECONDS]

Each round starts a new server with two systems. Requests use random ids and names, and some that
exist. Statuses, content types, schemas of answers and the token must match the description, and
requests that violate a schema must be rejected.
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
from tests.server.local_server import running

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.server.local_server import Running

ROUND = 60.0
"""Seconds of a round. Files accumulate in the server, so a longer round makes few more calls."""

SHORTEST = 15
"""Minimum seconds of a round; in less, schemathesis may still be reading the description."""

# This operation waits for changes, up to 20 seconds each time; tests/server covers it.
LEFT_OUT = "events"
# Content types are rejected before the route is known, and schemas cannot tell if files match.
UNCHECKED = "unsupported_method,allow_header_conformance,positive_data_acceptance"

# 501 is the answer for a tokenizer whose dictionary is not installed.
ANSWERED = """[checks.not_a_server_error]
expected-statuses = ["2XX", "3XX", "4XX", "501"]
"""

TEXTS = {"a": "the cat sat\nit rained\n", "b": "a cat sat\nit rains\n", "r": "the cat\nit rained\n"}


@dataclass(frozen=True)
class Round:
    """Number of requests, and the output of schemathesis if there was a finding."""

    requests: int
    output: str


def run_round(options: Sequence[str]) -> Round:
    """Start a server, and run schemathesis on it with options of `schemathesis run`."""
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
    """Return the server's description with existing ids of files and names of systems added."""
    openapi = description()
    state = json.loads(until_scored(server))
    page = get(server, "/")
    paths = openapi["paths"]
    existing = {
        "/api/files/{number}": [file["id"] for file in state["files"]],
        "/api/files/{number}/remove": [file["id"] for file in state["files"]],
        "/static/{name}": re.findall(r"/static/([\w.-]+)", page),
    }
    for path, values in existing.items():
        (operation,) = paths[path].values()
        operation["parameters"][0]["schema"] = either(values)
    for path in ("/api/score", "/api/systems"):
        content = paths[path]["post"]["requestBody"]["content"]["application/json"]
        content["schema"]["properties"]["system"] = either(["a", "b"])
    return openapi


def either(values: Sequence[str]) -> dict[str, Any]:
    return {"anyOf": [{"enum": list(values)}, {"type": "string"}]}


def get(server: Running, path: str) -> str:
    headers = {"X-TrueBleu-Token": server.token}
    request = urllib.request.Request(server.base + path, headers=headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        text: str = answer.read().decode()
    return text


def until_scored(server: Running) -> str:
    state = get(server, "/api/state")
    while not json.loads(state)["ready"]:
        state = get(server, f"/api/events?after={json.loads(state)['version']}")
    return state


def rounds(seconds: float, seed: int = 1) -> Round:
    """Run rounds with different seeds until the time is over or there is a finding."""
    end, requests = time.monotonic() + seconds, 0
    while (left := end - time.monotonic()) > 0:
        limit = max(SHORTEST, round(min(left, ROUND)))
        result = run_round(["--seed", str(seed), "--max-time", str(limit)])
        requests, seed = requests + result.requests, seed + 1
        if result.output:
            return Round(requests, result.output)
    return Round(requests, "")


if __name__ == "__main__":
    tried = rounds(float(sys.argv[1]) if len(sys.argv) > 1 else 600.0)
    print(f"{tried.requests:,} requests\n{tried.output}")  # noqa: T201
    sys.exit(bool(tried.output))
