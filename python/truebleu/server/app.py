"""The HTTP application of the server: routes, request bodies and error responses.

No part of a URL is used as a file path.
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
from truebleu.server.store import NotFound, Outdated, TooLarge
from truebleu.wording import visible

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from truebleu.server.controller import Controller

BYTES = "application/octet-stream"
PAGE = "text/html; charset=utf-8"
WAITING = 20.0
"""Maximum number of seconds that a request for events waits for a change."""


def application(
    controller: Controller, *, hosts: Collection[str], token: str, watching: float | None = None
) -> ASGIApp:
    """Return the ASGI application that serves `controller`.

    A `Guard` with `hosts` and `token` checks each request. Every `watching` seconds, the
    application checks whether files named on the command line have changed. If `watching` is None,
    it never does.
    """

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(controller.begin())]
        if watching is not None:
            tasks.append(asyncio.create_task(controller.watch(watching)))
        try:
            yield
        finally:
            controller.stop()
            for task in tasks:
                task.cancel()

    handlers = _Handlers(controller)
    routes = [
        Route("/", handlers.shell),
        Route("/open/{code}", handlers.open, methods=["GET"]),
        Route("/static/{name}", handlers.static),
        Route("/api/state", handlers.state),
        Route("/api/events", handlers.events),
        Route("/api/files", handlers.upload, methods=["PUT"]),
        Route("/api/files/{number}", handlers.change_file, methods=["POST"]),
        Route("/api/files/{number}/remove", handlers.remove_file, methods=["POST"]),
        Route("/api/start", handlers.start, methods=["POST"]),
        Route("/api/meta", handlers.meta),
        Route("/api/stats", handlers.stats),
        Route("/api/chunk/{number:int}", handlers.chunk),
        Route("/api/ngrams", handlers.ngrams),
        Route("/api/overview", handlers.overview),
        Route("/api/report.html", handlers.report),
        Route("/api/lab", handlers.lab, methods=["GET"]),
        Route("/api/lab", handlers.score_settings, methods=["POST"]),
        Route("/api/score", handlers.whatif, methods=["POST"]),
        Route("/api/systems", handlers.save, methods=["POST"]),
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


class _Handlers:
    def __init__(self, controller: Controller) -> None:
        self._controller = controller

    # The page

    async def shell(self, _request: Request) -> Response:
        return Response(self._controller.assets.shell, media_type=PAGE)

    async def open(self, request: Request) -> Response:
        """Redirect a browser from the one-time address to the page's address with the token."""
        token = None
        if request.method == "GET":  # HEAD must not use up the code
            token = self._controller.token_for(request.path_params["code"])
        if token is None:
            raise HTTPException(404)
        return Response(status_code=303, headers={"location": f"/#token={token}"})

    async def static(self, request: Request) -> Response:
        # The name is a key of a dictionary, never a file path.
        asset = self._controller.assets.files.get(request.path_params["name"])
        if asset is None:
            raise HTTPException(404)
        content, kind = asset
        return Response(content, headers={"content-type": kind})

    # The session

    async def state(self, _request: Request) -> Response:
        return JSONResponse(self._controller.state())

    async def events(self, request: Request) -> Response:
        after = request.query_params.get("after", "0")
        if not after.isdecimal() or len(after) > 15:
            raise ConfigurationError(
                f"after={after!r} is not a version. Use an integer of 0 or more."
            )
        await self._controller.wait_for_change(int(after), WAITING)
        return JSONResponse(self._controller.state())

    async def upload(self, request: Request) -> Response:
        name, role = (request.query_params.get(key, "") for key in ("name", "role"))
        entry = await self._controller.upload(request.stream(), name, role)
        return JSONResponse({"id": entry, **self._controller.state()})

    async def change_file(self, request: Request) -> Response:
        changes = await self._body(request, "name", "role", "column")
        number = request.path_params["number"]
        await self._controller.change(number, changes)
        return JSONResponse(self._controller.state())

    async def remove_file(self, request: Request) -> Response:
        await self._body(request)
        await self._controller.remove(request.path_params["number"])
        return JSONResponse(self._controller.state())

    async def start(self, request: Request) -> Response:
        await self._controller.score((await self._body(request, "settings")).get("settings"))
        return JSONResponse(self._controller.state())

    # The report

    async def meta(self, request: Request) -> Response:
        data = self._scored(request)
        return JSONResponse(data.meta)

    def _scored(self, request: Request) -> ReportData:
        """Return the current report data.

        Raise `Outdated` if the page shows older scores, and `NotFound` if nothing is scored yet.
        """
        data, _ = self._controller.session.scored(request.headers.get(GENERATION_HEADER))
        return data

    async def stats(self, request: Request) -> Response:
        data = self._scored(request)
        return Response(data.stats, media_type=BYTES)

    async def chunk(self, request: Request) -> Response:
        data = self._scored(request)
        number = request.path_params["number"]
        if number >= data.chunks:
            raise NotFound(f"unknown chunk {number}. Use 0 to {data.chunks - 1}.")
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
        _, corpus = self._controller.session.scored(request.headers.get(GENERATION_HEADER))
        metric = self._controller.session.metric
        return JSONResponse(
            {
                "variants": variants(metric, len(corpus.streams)),
                "choices": choices(),
                "usual": self._controller.current_settings(),
                "references": corpus.reference_names,
            }
        )

    async def score_settings(self, request: Request) -> Response:
        settings = (await self._body(request, "settings")).get("settings")
        generation = request.headers.get(GENERATION_HEADER)
        return JSONResponse(await self._controller.score_settings(settings, generation))

    async def whatif(self, request: Request) -> Response:
        body = await self._body(request, "system", "edits")
        scores = await self._controller.whatif(
            body.get("system"), body.get("edits"), request.headers.get(GENERATION_HEADER)
        )
        return JSONResponse(scores)

    async def save(self, request: Request) -> Response:
        body = await self._body(request, "name", "system", "edits")
        edits = body.get("system"), body.get("edits")
        await self._controller.save(
            body.get("name"), *edits, request.headers.get(GENERATION_HEADER)
        )
        return JSONResponse(self._controller.state())

    async def _body(self, request: Request, *members: str) -> dict[str, Any]:
        """Return the JSON object in the body of a request.

        `members` are the allowed keys of the object. Raise `TooLarge` if the body is too large.
        Raise `ConfigurationError` if it is not a JSON object, or if it has other keys.
        """
        max_bytes = self._controller.session.store.limits.request
        content = bytearray()
        async for block in request.stream():
            content += block
            if len(content) > max_bytes:
                raise TooLarge(f"the request is larger than {max_bytes:,} bytes")
        try:
            body = json.loads(content)
        except (ValueError, RecursionError):
            raise ConfigurationError("the request is not valid JSON") from None
        if not isinstance(body, dict):
            raise ConfigurationError("the request is not a JSON object")
        for name in body:
            if name not in members:
                raise ConfigurationError(_unknown(name, members))
        return body


def _unknown(name: str, members: tuple[str, ...]) -> str:
    if not members:
        return f"unknown member {name!r}. Send an empty object, {{}}."
    return allowed("member", name, members)


def _error_response(message: str, status: int) -> Response:
    # The message may contain text of the client: show it in one line.
    safe = visible(message.encode("utf-8", "replace").decode())
    return JSONResponse({"error": safe}, status_code=status)


async def _refused(_request: Request, error: Exception) -> Response:
    kinds = ((TooLarge, 413), (NotFound, 404), (Outdated, 409), (MissingDependency, 501))
    status = next((status for kind, status in kinds if isinstance(error, kind)), 422)
    return _error_response(str(error), status)


async def _no_route(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    words = {404: "unknown address", 405: "method not supported at this address"}
    return _error_response(words.get(status, "the request failed"), status)


async def _gone(_request: Request, _error: Exception) -> Response:
    return _error_response("the client disconnected", 400)


async def _failed(_request: Request, error: Exception) -> Response:
    """Return the response to an internal error."""
    if isinstance(error, MemoryError):
        return _error_response("not enough memory", 507)
    return _error_response(
        f"internal error of truebleu ({type(error).__name__}). Report it as a bug.", 500
    )
