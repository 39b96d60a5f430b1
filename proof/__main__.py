"""`python -m proof`: run the verification stages, keep their results and write the log."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from proof.page import PAGE
from proof.records import RESULTS
from proof.running import renew_page, run, run_apart
from proof.stages import STAGES, Stage, chosen


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m proof", description=__doc__)
    parser.add_argument("--only", metavar="NAME", help="run only stages whose name contains this")
    parser.add_argument("--exactly", action="store_true", help="--only is the whole name")
    parser.add_argument(
        "--scale",
        type=float,
        default=1.0,
        metavar="SHARE",
        help="share of the full size (default 1)",
    )
    parser.add_argument(
        "--results",
        type=Path,
        default=RESULTS,
        metavar="FOLDER",
        help="folder for the results and the log (default proof/results)",
    )
    parser.add_argument(
        "--resume", action="store_true", help="continue an interrupted run of this commit"
    )
    parser.add_argument(
        "--page", action="store_true", help="only write the log, without running a stage"
    )
    parser.add_argument("--list", action="store_true", help="list the stages")
    return parser


def main() -> int:
    parser = arguments()
    options = parser.parse_args()
    stages = chosen(options.only)
    if options.exactly:
        stages = [stage for stage in STAGES if stage.name == options.only]
    if not stages:
        names = ", ".join(stage.name for stage in STAGES)
        parser.error(f"unknown stage {options.only!r}. Use one of: {names}.")
    if not 0 < options.scale <= 1:
        parser.error(f"--scale={options.scale:g} is invalid. Use a number above 0, at most 1.")
    if options.list:
        print("\n".join(f"{stage.name:14} {stage.title}" for stage in stages))
        return 0
    folder: Path = options.results.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return 0 if options.page or run_stages(stages, folder, options) else 1
    finally:
        renew_page(folder, PAGE if folder == RESULTS else folder / "proof.md")


def run_stages(stages: Sequence[Stage], folder: Path, options: argparse.Namespace) -> bool:
    """Run the stages, each in a separate process if there are several; return whether all pass."""
    scale, resume = options.scale, options.resume
    if len(stages) == 1:
        result = run(stages[0], scale, folder, resume=resume)
        return bool(result.records) and not result.failed
    passed = [run_apart(stage, scale, folder, resume=resume) for stage in stages]
    return all(passed)


if __name__ == "__main__":
    sys.exit(main())
