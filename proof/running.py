"""Running of a stage; its result is saved while it runs."""

from __future__ import annotations

import datetime as dt
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from proof.page import PAGE, document, duration
from proof.records import RESULTS, ROOT, Record, Result, load, save
from proof.stages import Stage
from truebleu.io.writing import write_whole

SAVED_EVERY = 10.0  # seconds between two saves while a trial reports progress


def commit() -> str:
    """Return the commit that last changed the program, and whether there are later changes."""
    parts = ("crates", "python", "Cargo.lock")
    log = ["git", "log", "-1", "--format=%h", "--", *parts]
    status = ["git", "status", "--porcelain", "--untracked-files=no", "--", *parts]
    last, changed = (
        subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
        for call in (log, status)
    )
    return (last or "unknown") + (" and changes" if changed else "")


def facts(peers: tuple[str, ...]) -> dict[str, str]:
    """Return the date, the versions of the program and its peers, and the machine."""
    from truebleu import _native

    facts = {
        "date": dt.datetime.now(tz=dt.timezone.utc).strftime("%Y-%m-%d"),
        "the program": f"{_native.__version__} at {commit()}",
        "Python": platform.python_version(),
        "cores": str(os.cpu_count()),
    }
    return facts | {peer: version_of(peer) for peer in peers}


def version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def unfinished(stage: Stage, scale: float, folder: Path) -> Result | None:
    """Return the result of an interrupted run of the same commit; None if there is none."""
    result = load(stage.name, folder)
    if result is None or result.finished or result.scale != scale:
        return None
    program = facts(())["the program"]
    # Two sets of uncommitted changes look the same.
    is_commit = not program.endswith("and changes")
    return result if is_commit and result.facts["the program"] == program else None


def begun(
    stage: Stage, scale: float, folder: Path, *, resume: bool
) -> tuple[Result, Iterator[Record]]:
    """Return the result to continue or a new one, and an iterator of the records to add."""
    result = unfinished(stage, scale, folder) if resume else None
    if result is not None:
        missing = stage.resumed(scale, {record.name: record for record in result.records})
        if missing is not None:
            return result, missing
    return Result(stage.name, scale, facts(stage.peers)), stage.records(scale)


def run(stage: Stage, scale: float, folder: Path = RESULTS, *, resume: bool = False) -> Result:
    """Run a stage and return its result.

    The file of the stage always contains the records so far, marked as unfinished. With `resume`,
    an interrupted run of the same commit is continued.
    """
    result, records = begun(stage, scale, folder, resume=resume)
    last = saved = time.monotonic()
    for record in records:
        now = time.monotonic()
        is_update = any(old.name == record.name for old in result.records)
        result, last = result.added(record, now - last), now
        if not is_update or record.ok is False or now - saved > SAVED_EVERY:
            save(result, folder)
            saved = now
        print_progress(stage, record, result)
    result = replace(result, finished=stage.is_complete(result))
    save(result, folder)
    return result


def print_progress(stage: Stage, record: Record, result: Result) -> None:
    line = f"{stage.name}: {record.name}: {record.tried:,} {record.unit}, {record.outcome}"
    word = "  FAILED" if record.ok is False else ""
    print(f"{line} ({duration(result.seconds)}){word}", file=sys.stderr, flush=True)


def renew_page(folder: Path = RESULTS, page: Path = PAGE) -> None:
    """Write the verification log from the saved results."""
    page.parent.mkdir(parents=True, exist_ok=True)
    write_whole(str(page), [document(folder).encode()])


def run_apart(stage: Stage, scale: float, folder: Path, *, resume: bool) -> bool:
    """Run a stage in a separate process, so that a crash does not stop other stages."""
    words = ["--only", stage.name, "--exactly", "--scale", str(scale), "--results", str(folder)]
    words += ["--resume"] if resume else []
    done = subprocess.run([sys.executable, "-m", "proof", *words], cwd=ROOT, check=False)
    return done.returncode == 0
