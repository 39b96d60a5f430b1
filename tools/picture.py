"""Images for the documentation: the output of `truebleu score` on a terminal, and charts."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tools.pages import ROOT

COLUMNS, ROWS = 96, 40
COMMAND = (
    "truebleu score examples/news/system.*.en.txt \\\n"
    "    -r examples/news/reference.a.en.txt -r examples/news/reference.b.en.txt"
)
# Rich's template downloads a font; any installed monospaced font is good enough.
WEB_FONTS = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)


def on_a_terminal(command: str) -> str:
    """Run a command on a pseudo-terminal; return its output with the codes for colors."""
    terminal, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    environment = {
        **{key: value for key, value in os.environ.items() if key != "NO_COLOR"},
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
    }
    process = subprocess.Popen(
        ["bash", "-c", command],
        cwd=ROOT,
        env=environment,
        stdin=inside,
        stdout=inside,
        stderr=inside,
    )
    os.close(inside)
    written = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        written += part
    os.close(terminal)
    if process.wait():
        message = f"{command} ended with exit code {process.returncode}"
        raise RuntimeError(message)
    return written.decode().replace("\r\n", "\n")


def score_table() -> str:
    """Return the table of scores of the example corpus as SVG."""
    console = Console(
        record=True,
        width=COLUMNS,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
    )
    console.print(Text.from_ansi(f"$ {COMMAND}"))
    console.print(Text.from_ansi(on_a_terminal(COMMAND).rstrip("\n")))
    drawing = console.export_svg(title="truebleu", unique_id="score")
    return WEB_FONTS.sub("", drawing)


KINDS = ("differences", "density", "length", "waterfall", "precisions", "checkpoints")


def news(*names: str) -> list[str]:
    """Return command line arguments for systems of the example corpus and both references."""
    folder = ROOT / "examples" / "news"
    arguments = [str(folder / f"system.{name}.en.txt") for name in names]
    for reference in ("a", "b"):
        arguments += ["-r", str(folder / f"reference.{reference}.en.txt")]
    for name in names:
        arguments += ["--name", name]
    return arguments


def comparison(kind: str = "overview") -> str:
    """Return a chart of the example corpus by `truebleu compare --plot`, as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        plot = Path(folder) / "comparison.svg"
        command = [sys.executable, "-m", "truebleu", "compare", "-q", "--plot", str(plot)]
        command += ["--plot-kind", kind, *news("medium", "weak", "strong")]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        return plot.read_text(encoding="utf-8") + "\n"
