"""Fuzzing targets that call the package, its command line and its server with any input."""

from __future__ import annotations

import contextlib
import io
import json
import math
import os
from collections.abc import Callable
from functools import cache
from typing import Any

from tests.fuzzing.files import folder, refusals, remaining_bytes
from tests.generators.corpora import Tape, decode, pieces
from truebleu import BLEU, CHRF, GLEU, ROUGE, TER, References, pairwise, self_bleu
from truebleu.metrics.base.signature import Signature
from truebleu.metrics.registry import from_signature

__all__ = ["command", "containers", "of_corpora", "requests", "signatures"]

FIELDS = ("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0", "|", ":", "smooth:")


def signatures(data: bytes) -> None:
    """Check that a signature rebuilds the metric with this signature, or is rejected."""
    text = data.decode("utf-8", "surrogateescape" if data[:1] == b"!" else "replace")
    with refusals():
        signature = Signature.parse(text)
        assert Signature.parse(str(signature)) == signature
        metric = from_signature(text)
        again = from_signature(str(metric.signature()))
        assert again == metric


METRICS: tuple[Callable[[], Any], ...] = (BLEU, CHRF, TER, GLEU, lambda: ROUGE(2))


def value(tape: Tape, depth: int = 0) -> Any:
    """Return any object that could be passed as a text, or as a container of texts."""
    kind = tape.below(16)
    if kind < 8 and depth:
        return "".join(pieces(tape))
    if kind < 12 and depth < 4:
        items = [value(tape, depth + 1) for _ in range(tape.below(5))]
        return (list, tuple, iter, list)[kind % 4](items)
    return (
        None, 7, b"bytes", "\ud800", "text", math.nan, {"a": "b"}, {"x"}, object(), True, ["a"], "",
    )[tape.below(12)]  # fmt: skip


def containers(data: bytes) -> None:
    """Check that containers of any objects are scored or rejected, and never give NaN."""
    tape = Tape(data)
    metric, call = METRICS[tape.below(5)](), tape.below(6)
    hypotheses, references = value(tape), value(tape)
    shapes = (References.per_segment, References.streams)
    # Python's own TypeError for an argument of a wrong type is acceptable, too.
    with refusals(TypeError):
        if tape.below(3) == 0:
            references = shapes[tape.below(2)](references)
        if call == 0:
            scores = [metric.sentence_score(hypotheses, references).value]
        elif call == 1:
            scores = list(metric.segment_scores(hypotheses, references))
        elif call == 2:
            scores = [float(metric.statistics(hypotheses, references).sum())]
        elif call == 3:
            scores = list(pairwise(hypotheses, references, metric).ravel())
        elif call == 4:
            scores = [float(self_bleu(hypotheses))]
        else:
            scores = [metric.corpus_score(hypotheses, references).value]
        assert not any(math.isnan(score) for score in scores)


def of_corpora(data: bytes) -> None:
    """Check that the corpus score of unusual texts equals that of the summed statistics."""
    tape = Tape(data)
    metric, corpus = METRICS[tape.below(5)](), decode(remaining_bytes(tape))
    references = References.per_segment(corpus.references)
    with refusals():
        rows = metric.statistics(corpus.hypotheses, references, threads=1)
        score = metric.corpus_score(corpus.hypotheses, references).value
        assert score >= 0
        assert metric.score(rows.sum(axis=0)).value == score or metric.layout.last_columns


COMMANDS = (
    "score", "compare", "evaluate", "check", "explain", "report", "conventions", "identify",
    "verify", "diversity", "statistics", "merge", "mbr", "oracle", "tokenize",
    "sacrebleu", "help", "--version", "scor", "", "complete",
)  # fmt: skip
NAMES = ("h.txt", "r.txt", "s.txt", "n.best", "t.tsv", "gone.txt", ".", "-", "out.json")


@cache
def flags() -> tuple[str, ...]:
    from truebleu.cli.run import COMMANDS, load

    of_all = [flag for command in COMMANDS for flag in load(command).flags]
    return tuple(sorted({name for flag in of_all for name in flag.names}))


@cache
def prepared() -> None:
    target = folder()
    (target / "h.txt").write_text("the cat sat\nit rained\n", encoding="utf-8")
    (target / "r.txt").write_text("the cat sat down\nit rained hard\n", encoding="utf-8")
    (target / "s.txt").write_bytes(b"caf\xe9\n\nx\n")
    (target / "n.best").write_text("0 ||| a ||| f= 1 ||| 1\n1 ||| b ||| f= 1 ||| 1\n", "utf-8")
    (target / "t.tsv").write_text("mt\tref\na b\ta c\n", encoding="utf-8")


def words_of(tape: Tape) -> list[str]:
    words = [COMMANDS[tape.below(len(COMMANDS))]]
    for _ in range(tape.below(10)):
        kind = tape.below(8)
        if kind < 3:
            words.append(flags()[tape.below(256) % len(flags())])
        elif kind < 6:
            words.append(NAMES[tape.below(len(NAMES))])
        elif kind == 6:
            words.append(
                str((0, 1, 2, 4, -1, 1e9, "nan", "json", "13a", "lc", "csv")[tape.below(11)])
            )
        else:
            words.append("".join(pieces(tape))[:40])
    # Command line arguments cannot contain NUL.
    return [word.replace("\0", "") for word in words]


def command(data: bytes) -> None:
    """Check that any command line succeeds or is rejected with a message, without a traceback."""
    prepared()
    words = words_of(Tape(data))
    # Leave out commands that do not end by themselves.
    if {"serve", "--watch", "--port"} & set(words):
        return
    out, err = io.StringIO(), io.StringIO()
    before = os.getcwd()  # noqa: PTH109  contextlib.chdir is of Python 3.11
    os.chdir(folder())
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(words)
    finally:
        os.chdir(before)
    assert code in {0, 1, 2}, (words, code)
    assert "Traceback" not in err.getvalue(), words
    assert code != 2 or err.getvalue().strip() or "sacrebleu" in words, words
    for name in folder().iterdir():
        assert not name.name.endswith(".part"), words


def run(words: list[str]) -> Any:
    import sys

    from truebleu.cli import main

    stdin = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(b"the cat\nit\n"))
    try:
        return main(words)
    except SystemExit as ended:
        return ended.code or 0
    finally:
        sys.stdin = stdin


METHODS = ("GET", "POST", "PUT", "HEAD", "DELETE")
PATHS = (
    "/", "/static/app.js", "/open/x", "/api/state", "/api/files", "/api/files/0", "/api/start",
    "/api/meta", "/api/stats", "/api/chunk/0", "/api/chunk/99999999999999999999", "/api/ngrams",
    "/api/overview", "/api/report.html", "/api/lab", "/api/score", "/api/systems",
    "/api/files/000000000000/remove", "/..%2f", "/api/%00",
)  # fmt: skip
BODIES: tuple[Any, ...] = (
    {}, [], None, {"tokenizer": "13a"}, {"settings": [{}]},
    {"system": 0, "segment": 0, "text": "a"},
    {"name": "x", "edits": {"0": "a"}}, {"role": "reference"}, {"a": {"b": [1e308]}},
)  # fmt: skip


@cache
def server() -> Any:
    from tests.server.local_server import serve_in_process

    holder = serve_in_process()
    local_server = holder.__enter__()
    _servers.append(holder)
    local_server.news()
    return local_server


_servers: list[Any] = []


def close_server() -> None:
    """Stop the server, whose thread would keep the process alive."""
    server.cache_clear()
    while _servers:
        _servers.pop().__exit__(None, None, None)


def requests(data: bytes) -> None:
    """Check that the server's answers have a status below 500, and JSON if they declare it."""
    from tests.server.local_server import TOKEN

    tape = Tape(data)
    local_server = server()
    for _ in range(1 + tape.below(4)):
        method, path = METHODS[tape.below(5)], PATHS[tape.below(len(PATHS))]
        kind = ("application/json", "application/octet-stream", "text/plain")[tape.below(3)]
        headers = {"x-truebleu-token": TOKEN, "content-type": kind}
        if tape.below(16) == 0:
            headers["host"] = "".join(c for c in "".join(pieces(tape)) if " " < c < "\x7f") or "x"
        body: Any = BODIES[tape.below(len(BODIES))]
        if isinstance(body, dict) and tape.below(2):
            body = {**body, "".join(pieces(tape)): "".join(pieces(tape))}
        sent = json.dumps(body).encode() if tape.below(4) else "".join(pieces(tape)).encode()
        query = {"name": "".join(pieces(tape)), "role": ("system", "reference", "x")[tape.below(3)]}
        query["after"] = str(tape.byte() - 3)
        if path == "/api/events":
            continue
        answer = local_server.client.request(
            method, path, headers=headers, content=sent, params=query
        )
        assert answer.status_code < 500, (method, path, sent, answer.text[:300])
        if method != "HEAD" and answer.headers.get("content-type") == "application/json":
            answer.json()
