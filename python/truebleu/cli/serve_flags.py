"""The flags that only `truebleu serve` has."""

from __future__ import annotations

from truebleu.cli.flag import SERVE, Flag
from truebleu.cli.values import count

__all__ = ["HOST", "SERVE_FLAGS"]

HOST = "127.0.0.1"
"""Where the server listens if nobody says otherwise: this machine alone reaches it."""

LARGEST_PORT = 65_535


def _port(given: str) -> int:
    port = count(given)
    if port > LARGEST_PORT:
        raise ValueError(f"a port is a number from 0 to {LARGEST_PORT}")
    return port


SERVE_FLAGS: tuple[Flag, ...] = (
    Flag(
        "--port",
        metavar="N",
        parse=_port,
        commands=SERVE,
        category="server",
        default="0, one that is free",
        help="the port to listen at",
    ),
    Flag(
        "--host",
        metavar="ADDRESS",
        commands=SERVE,
        category="server",
        default=HOST,
        help="the address to listen at; any but this machine's own needs "
        "--i-know-others-can-connect",
    ),
    Flag(
        "--i-know-others-can-connect",
        commands=SERVE,
        category="server",
        help="let other machines reach the server: whoever sees the address with its token, which "
        "travels unencrypted, reads and changes everything in it",
    ),
    Flag(
        "--open",
        commands=SERVE,
        category="server",
        help="open the page in a browser",
    ),
    Flag(
        "--watch",
        commands=SERVE,
        category="server",
        help="score again whenever a file changes, and draw the scores over time",
    ),
    Flag(
        "--dir",
        metavar="FOLDER",
        commands=SERVE,
        category="server",
        help="keep systems that are saved and the scores over time in this folder, and take them "
        "up again from it; without it nothing stays",
    ),
)  # fmt: skip
