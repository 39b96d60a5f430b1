"""The application: what is asked for, and who answers.

Paths are names of what is asked for; none of them, and no part of one, is a path of a file.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from truebleu.errors import ConfigurationError, MissingDependency, TrueBleuError, allowed
from truebleu.report.data import ReportData
from truebleu.report.overview.overview import overview
from truebleu.report.page import page
from truebleu.server.assets import tree
from truebleu.server.auth import GENERATION_HEADER, Guard
from truebleu.server.lab import choices, variants
from truebleu.server.store import NothingThere, Outdated, TooLarge
from truebleu.wording import visible

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from truebleu.server.controller import Desk

BYTES = "application/octet-stream"
PAGE = "text/html; charset=utf-8"
WAITING = 20.0
"""Seconds that a request for news waits at most."""


def application(
    desk: Desk, *, hosts: Collection[str], token: str, watching: float | None = None
) -> ASGIApp:
    """The guarded application over a desk.

    `watching` is how many seconds lie between looks at the files that were named; None: none.
    """

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(desk.begin())]
        if watching is not None:
            tasks.append(asyncio.create_task(desk.watch(watching)))
        try:
            yield
        finally:
            desk.stop()
            for task in tasks:
                task.cancel()

    answers = _Answers(desk)
    routes = [
        Route("/", answers.shell),
        Route("/open/{code}", answers.open, methods=["GET"]),
        Route("/static/{name}", answers.static),
        Route("/api/state", answers.state),
        Route("/api/events", answers.events),
        Route("/api/files", answers.hand_over, methods=["PUT"]),
        Route("/api/files/{number}", answers.change_file, methods=["POST"]),
        Route("/api/files/{number}/remove", answers.remove_file, methods=["POST"]),
        Route("/api/start", answers.start, methods=["POST"]),
        Route("/api/meta", answers.meta),
        Route("/api/stats", answers.stats),
        Route("/api/chunk/{number:int}", answers.chunk),
        Route("/api/ngrams", answers.ngrams),
        Route("/api/overview", answers.overview),
        Route("/api/report.html", answers.report),
        Route("/api/lab", answers.lab, methods=["GET"]),
        Route("/api/lab", answers.tried, methods=["POST"]),
        Route("/api/score", answers.whatif, methods=["POST"]),
        Route("/api/systems", answers.save, methods=["POST"]),
    ]
    inner = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={
            TrueBleuError: _refused, HTTPException: _no_route, ClientDisconnect: _gone,
            Exception: _failed,
        },
    )  # fmt: skip
    inner.router.redirect_slashes = False
    return Guard(inner, hosts=hosts, token=token)


class _Answers:
    """One answer for each route."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    # The page

    async def shell(self, _request: Request) -> Response:
        return Response(self._desk.assets.shell, media_type=PAGE)

    async def open(self, request: Request) -> Response:
        """From the address that works once to the one with the token."""
        token = None
        if request.method == "GET":  # HEAD would use it up for nothing
            token = self._desk.token_for(request.path_params["code"])
        if token is None:
            raise HTTPException(404)
        return Response(status_code=303, headers={"location": f"/#token={token}"})

    async def static(self, request: Request) -> Response:
        # A name of a table, not of a folder.
        found = self._desk.assets.files.get(request.path_params["name"])
        if found is None:
            raise HTTPException(404)
        content, kind = found
        return Response(content, headers={"content-type": kind})

    # The session

    async def state(self, _request: Request) -> Response:
        return JSONResponse(self._desk.state())

    async def events(self, request: Request) -> Response:
        after = request.query_params.get("after", "0")
        if not after.isdecimal() or len(after) > 15:
            raise ConfigurationError(f"after={after!r} is no version: those are numbers from 0 on")
        await self._desk.news(int(after), WAITING)
        return JSONResponse(self._desk.state())

    async def hand_over(self, request: Request) -> Response:
        name, role = (request.query_params.get(key, "") for key in ("name", "role"))
        entry = await self._desk.hand_over(request.stream(), name, role)
        return JSONResponse({"id": entry, **self._desk.state()})

    async def change_file(self, request: Request) -> Response:
        changes = await self._body(request, "name", "role", "column")
        number = request.path_params["number"]
        await self._desk.change(number, changes)
        return JSONResponse(self._desk.state())

    async def remove_file(self, request: Request) -> Response:
        await self._body(request)
        await self._desk.remove(request.path_params["number"])
        return JSONResponse(self._desk.state())

    async def start(self, request: Request) -> Response:
        await self._desk.score((await self._body(request, "settings")).get("settings"))
        return JSONResponse(self._desk.state())

    # The report

    async def meta(self, request: Request) -> Response:
        data = self._scored(request)
        return JSONResponse(data.meta)

    def _scored(self, request: Request) -> ReportData:
        """The data that the page has; if there are others by now, it is told so."""
        data, _ = self._desk.session.scored(request.headers.get(GENERATION_HEADER))
        return data

    async def stats(self, request: Request) -> Response:
        data = self._scored(request)
        return Response(data.stats, media_type=BYTES)

    async def chunk(self, request: Request) -> Response:
        data = self._scored(request)
        number = request.path_params["number"]
        if number >= data.chunks:
            raise NothingThere(f"there is no chunk {number}: they are counted from 0")
        return Response(await asyncio.to_thread(data.chunk, number), media_type=BYTES)

    async def ngrams(self, request: Request) -> Response:
        data = self._scored(request)
        return Response(data.ngrams, media_type=BYTES)

    async def overview(self, request: Request) -> Response:
        return JSONResponse(tree(overview(self._scored(request))))

    async def report(self, request: Request) -> Response:
        data = self._scored(request)
        headers = {"content-disposition": 'attachment; filename="report.html"'}
        return StreamingResponse(page(data), headers=headers, media_type=PAGE)

    # Settings and edits

    async def lab(self, request: Request) -> Response:
        _, corpus = self._desk.session.scored(request.headers.get(GENERATION_HEADER))
        metric = self._desk.session.metric
        return JSONResponse(
            {
                "variants": variants(metric, len(corpus.streams)),
                "choices": choices(),
                "usual": self._desk.usual(),
                "references": corpus.reference_names,
            }
        )

    async def tried(self, request: Request) -> Response:
        settings = (await self._body(request, "settings")).get("settings")
        generation = request.headers.get(GENERATION_HEADER)
        return JSONResponse(await self._desk.tried(settings, generation))

    async def whatif(self, request: Request) -> Response:
        body = await self._body(request, "system", "edits")
        found = await self._desk.whatif(
            body.get("system"), body.get("edits"), request.headers.get(GENERATION_HEADER)
        )
        return JSONResponse(found)

    async def save(self, request: Request) -> Response:
        body = await self._body(request, "name", "system", "edits")
        edits = body.get("system"), body.get("edits")
        await self._desk.save(body.get("name"), *edits, request.headers.get(GENERATION_HEADER))
        return JSONResponse(self._desk.state())

    async def _body(self, request: Request, *known: str) -> dict[str, Any]:
        """The object of JSON that a request sends, if it is not too long and all is known."""
        most = self._desk.session.store.limits.request
        content = bytearray()
        async for block in request.stream():
            content += block
            if len(content) > most:
                raise TooLarge(f"the request has more than {most:,} bytes, which is the most")
        try:
            found = json.loads(content)
        except (ValueError, RecursionError):
            raise ConfigurationError("the request is no JSON") from None
        if not isinstance(found, dict):
            raise ConfigurationError("the request is no object of JSON")
        for name in found:
            if name not in known:
                raise ConfigurationError(_unknown(name, known))
        return found


def _unknown(name: str, known: tuple[str, ...]) -> str:
    if not known:
        return f"the request has {name!r}: this one has nothing in it, {{}}"
    return allowed("member", name, known)


def _said(message: str, status: int) -> Response:
    # What a client sent may be in it; it is shown as text, in one line.
    safe = visible(message.encode("utf-8", "replace").decode())
    return JSONResponse({"error": safe}, status_code=status)


async def _refused(_request: Request, error: Exception) -> Response:
    kinds = ((TooLarge, 413), (NothingThere, 404), (Outdated, 409), (MissingDependency, 501))
    status = next((status for kind, status in kinds if isinstance(error, kind)), 422)
    return _said(str(error), status)


async def _no_route(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    words = {404: "there is nothing here", 405: "this cannot be asked for in this way"}
    return _said(words.get(status, "this cannot be done"), status)


async def _gone(_request: Request, _error: Exception) -> Response:
    return _said("the client went away", 400)


async def _failed(_request: Request, error: Exception) -> Response:
    """A fault of the program: the page is told that it was one, the terminal which."""
    if isinstance(error, MemoryError):
        return _said("there is not enough memory for this", 507)
    return _said(f"this is a fault of truebleu ({type(error).__name__}); please report it", 500)
