"""Runs a stage, and keeps what it tells as it goes."""

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

KEPT_EVERY = 10.0  # seconds between two writings while a trial tells how far it is


def commit() -> str:
    """Name the commit that last changed the program, and say so where it was changed since."""
    parts = ("crates", "python", "Cargo.lock")
    log = ["git", "log", "-1", "--format=%h", "--", *parts]
    status = ["git", "status", "--porcelain", "--untracked-files=no", "--", *parts]
    found, changed = (
        subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
        for call in (log, status)
    )
    return (found or "unknown") + (" and changes" if changed else "")


def facts(peers: tuple[str, ...]) -> dict[str, str]:
    """Say when the stage ran, of which program, on what."""
    from truebleu import _native

    known = {
        "date": dt.datetime.now(tz=dt.timezone.utc).strftime("%Y-%m-%d"),
        "the program": f"{_native.__version__} at {commit()}",
        "Python": platform.python_version(),
        "cores": str(os.cpu_count()),
    }
    return known | {peer: version_of(peer) for peer in peers}


def version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def unfinished(stage: Stage, scale: float, folder: Path) -> Result | None:
    """Give what a run left that was cut, where the same program can go on with it."""
    left = load(stage.name, folder)
    if left is None or left.finished or left.scale != scale:
        return None
    program = facts(())["the program"]
    is_known = not program.endswith("and changes")  # of which there may be others
    return left if is_known and left.facts["the program"] == program else None


def begun(
    stage: Stage, scale: float, folder: Path, *, resume: bool
) -> tuple[Result, Iterator[Record]]:
    """Begin a stage, or go on with what is left of it."""
    left = unfinished(stage, scale, folder) if resume else None
    if left is not None:
        rest = stage.resumed(scale, {each.what: each for each in left.records})
        if rest is not None:
            return left, rest
    return Result(stage.name, scale, facts(stage.peers)), stage.records(scale)


def run(stage: Stage, scale: float, folder: Path = RESULTS, *, resume: bool = False) -> Result:
    """Run a stage; its file holds what was done at any time, marked as unfinished till the end.

    `resume`: go on with what a run of the same program left that was cut, if there is such.
    """
    result, records = begun(stage, scale, folder, resume=resume)
    last = kept = time.monotonic()
    for record in records:
        now = time.monotonic()
        known = any(each.what == record.what for each in result.records)
        result, last = result.added(record, now - last), now
        if not known or record.ok is False or now - kept > KEPT_EVERY:
            save(result, folder)
            kept = now
        tell(stage, record, result)
    result = replace(result, finished=stage.is_complete(result))
    save(result, folder)
    return result


def tell(stage: Stage, record: Record, result: Result) -> None:
    line = f"{stage.name}: {record.what}: {record.tried:,} {record.unit}, {record.outcome}"
    word = "  FAILED" if record.ok is False else ""
    print(f"{line} ({duration(result.seconds)}){word}", file=sys.stderr, flush=True)


def renew_page(folder: Path = RESULTS, page: Path = PAGE) -> None:
    """Write the verification log from the kept results."""
    page.parent.mkdir(parents=True, exist_ok=True)
    write_whole(str(page), [document(folder).encode()])


def run_apart(stage: Stage, scale: float, folder: Path, *, resume: bool) -> bool:
    """Run a stage in a process of its own: whatever becomes of it, the next one runs."""
    words = ["--only", stage.name, "--exactly", "--scale", str(scale), "--results", str(folder)]
    words += ["--resume"] if resume else []
    done = subprocess.run([sys.executable, "-m", "proof", *words], cwd=ROOT, check=False)
    return done.returncode == 0
