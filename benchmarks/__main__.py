"""`python -m benchmarks`: run all benchmarks and write `benchmarks/RESULTS.md`."""

from __future__ import annotations

import argparse
import datetime as dt
import os
import platform
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from benchmarks import instructions, lengths, results, texts
from benchmarks.group import figures_of
from benchmarks.results import Figure

PEERS = (
    "sacrebleu",
    "nltk",
    "bleuscore",
    "fastchrf",
    "rouge-score",
    "rouge-score-rs",
    "jiwer",
    "numpy",
)


def processor() -> str:
    """Return the model name of the processor, as the operating system reports it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    model_names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return model_names[0] if model_names else platform.machine()


def facts() -> dict[str, str]:
    """Return the table of facts in RESULTS.md: date, machine, versions and texts."""
    from truebleu import _native

    return {
        "date": dt.datetime.now(tz=dt.timezone.utc).strftime("%Y-%m-%d"),
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "load at start": f"{os.getloadavg()[0]:.1f}",
        "system": f"{platform.system()}, Python {platform.python_version()}",
        "kernels": ", ".join(_native.kernels()),
        "truebleu": _native.__version__,
        "peers": ", ".join(f"{peer} {version(peer)}" for peer in PEERS),
        "texts": "WMT" if texts.data_folder() else "generated from examples/news",
    }


def stages(options: argparse.Namespace) -> dict[str, Callable[[], list[Figure]]]:
    """Return the function that measures each stage, by the name of the stage."""
    from truebleu import _native

    kernels = {
        f"kernel {name}": (lambda name=name: figures_of("kernel", kernel=name))
        for name in _native.kernels()
    }
    return {
        "corpus": lambda: figures_of("corpus"),
        **kernels,
        "settings": lambda: figures_of("settings"),
        "sentences": lambda: figures_of("sentences"),
        "chrf": lambda: figures_of("chrf"),
        "ter": lambda: figures_of("ter"),
        "rouge": lambda: figures_of("rouge"),
        "lengths": lambda: figures_of("lengths"),
        "resegmentation": lambda: figures_of("resegmentation"),
        "family": lambda: figures_of("family"),
        "diversity": lambda: figures_of("diversity"),
        "columns": lambda: figures_of("columns"),
        "training": lambda: figures_of("training"),
        "threads": lambda: figures_of("threads"),
        "pairwise": lambda: figures_of("pairwise"),
        "pairwise-threads": lambda: figures_of("pairwise-threads"),
        "significance": lambda: figures_of("significance", str(options.compared_lines)),
        "comparison-memory": lambda: figures_of("comparison-memory", str(options.compared_lines)),
        "start-up": lambda: figures_of("start-up"),
        "lines": lambda: figures_of("lines", "2000"),
        "files": lambda: figures_of("files", str(options.file_lines)),
        "memory": lambda: figures_of("memory", str(options.memory_lines)),
        "report": lambda: figures_of("report", str(options.compared_lines)),
        "spark": lambda: figures_of("spark", str(options.spark_lines)),
        "ceiling": lambda: figures_of("ceiling"),
        "instructions": instructions.figures,
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", help="run only stages whose name contains this; write no file")
    parser.add_argument("--file-lines", type=int, default=2_400_000, metavar="N")
    parser.add_argument("--memory-lines", type=int, default=10_000_000, metavar="N")
    parser.add_argument("--spark-lines", type=int, default=1_000_000, metavar="N")
    parser.add_argument("--compared-lines", type=int, default=100_000, metavar="N")
    options = parser.parse_args()
    run_facts = facts()
    figures: list[Figure] = []
    for name, stage in stages(options).items():
        if options.only and options.only not in name:
            continue
        print(f"--- {name}", file=sys.stderr, flush=True)
        stage_figures = stage()
        print(results.table(stage_figures), flush=True)
        figures += stage_figures
    if not options.only:
        results.write(figures, run_facts, instructions.NOTES)
        lengths.PICTURE.write_text(
            lengths.picture([figure for figure in figures if figure.section == lengths.SECTION]),
            encoding="utf-8",
        )
        print(f"written to {results.RESULTS.relative_to(texts.ROOT)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
