"""OpenAPI description of the server, for the fuzzer.

`test_api.py` compares the operations with the routes of `truebleu.server.app`. schemathesis
generates requests from the operations, and checks the answers of a running server.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truebleu._native import __version__
from truebleu.server.auth import GENERATION_HEADER, TOKEN_HEADER
from truebleu.server.entries import ROLES
from truebleu.server.lab import choices

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Schema = dict[str, Any]

JSON = "application/json"
BYTES = "application/octet-stream"
PAGE = "text/html; charset=utf-8"

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
WHOLE: Schema = {"type": "integer", "minimum": 0}
TRUTH: Schema = {"type": "boolean"}
OBJECT: Schema = {"type": "object"}
TREE: Schema = {"type": "array"}


def _array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _some(**members: Schema) -> Schema:
    """Return the schema of an object with some of these members and no others."""
    return {"type": "object", "properties": members, "additionalProperties": False}


def _all(**members: Schema) -> Schema:
    """Return the schema of an object with all of these members and no others."""
    return {**_some(**members), "required": list(members)}


TEXTS = _array(TEXT)
ERROR = _all(error=TEXT)
FILE = _all(
    id=TEXT, role={"enum": list(ROLES)}, name=TEXT,
    origin={"enum": ["argument", "upload", "saved"]}, format=TEXT, column=_or_null(TEXT),
    choices=TEXTS, bytes=WHOLE, lines=_or_null(WHOLE), first=TEXTS, problem=_or_null(TEXT),
)  # fmt: skip
MISFIT = _all(
    id=TEXT, name=TEXT, lines=WHOLE, other=TEXT, other_lines=WHOLE, message=TEXT, line=WHOLE,
    first=_array(_all(line=WHOLE, ours=_or_null(TEXT), theirs=_or_null(TEXT))),
)  # fmt: skip
POINT = _all(
    time=TEXT, scores={"type": "object", "additionalProperties": NUMBER}, signature=TEXT,
    changed=TEXTS,
)  # fmt: skip
STATE = _all(
    version=WHOLE, generation=WHOLE, ready=TRUTH, files=_array(FILE), missing=_or_null(TEXT),
    misfits=_array(MISFIT), problem=_or_null(TEXT), signature=TEXT, history=_array(POINT),
    doing=_or_null(TEXT), watching=TRUTH, limits=_all(file=WHOLE, total=WHOLE, systems=WHOLE),
)  # fmt: skip
UPLOADED = _all(id=TEXT, **STATE["properties"])
LAB = _all(
    variants=_array(_all(setting=TEXT, value=TEXT, settings=OBJECT)),
    choices={"type": "object", "additionalProperties": {"type": "array"}},
    usual=OBJECT, references=TEXTS,
)  # fmt: skip
TRIED = {
    "anyOf": [
        _all(refused=TEXT),
        _all(
            signature=TEXT, full_signature=TEXT, ranks_otherwise=TRUTH, changed=_or_null(WHOLE),
            scores=_array(_all(system=TEXT, value=NUMBER, difference=NUMBER)),
            segments=_array(WHOLE),
            examples=_array(_all(before=TEXT, after=TEXT, count=WHOLE, segment=WHOLE)),
        ),
    ]
}  # fmt: skip
SEGMENT = _all(
    segment=WHOLE, before=NUMBER, after=NUMBER, tokens=TEXTS,
    counts={"type": "object", "additionalProperties": {"type": "integer"}},
)  # fmt: skip
WHAT_IF = _all(
    system=TEXT, before=NUMBER, after=NUMBER, difference=NUMBER, brevity_penalty=NUMBER,
    precisions=_array(NUMBER), segments=_array(SEGMENT),
)  # fmt: skip
EDITS = _array(
    {"type": "array", "prefixItems": [WHOLE, TEXT], "items": False, "minItems": 2, "maxItems": 2}
)


def _settings(**more: Schema) -> Schema:
    """Return the schema of BLEU's settings that the page offers."""
    chosen: dict[str, Schema] = {name: {"enum": known} for name, known in choices().items()}
    return _some(**chosen, smoothing_value=_or_null(NUMBER), **more)


@dataclass(frozen=True)
class Operation:
    """One request that the server accepts.

    `name` is the name of the method that handles it. `takes` and `gives` are a JSON schema or
    another content type. `refusals` are statuses with an error as JSON, in addition to those of the
    authentication. `then` names operations that take the answer's `id`.
    """

    name: str
    method: str
    path: str
    about: str
    gives: Schema | str = PAGE
    takes: Schema | str | None = None
    parameters: tuple[Schema, ...] = ()
    refusals: tuple[int, ...] = ()
    then: tuple[str, ...] = ()

    @property
    def guarded(self) -> bool:
        """Whether the operation needs the token."""
        return self.path.startswith("/api/")


def _parameter(place: str, name: str, about: str, *, needed: bool, **schema: Any) -> Schema:
    told = {"in": place, "name": name, "description": about, "required": needed}
    return {**told, "schema": schema or TEXT}


GENERATION = _parameter(
    "header", GENERATION_HEADER, "the expected `generation` of the state; 409 if it is another",
    needed=False,
)  # fmt: skip
ID = _parameter("path", "number", "the file's `id`", needed=True)
NAME = _parameter("path", "name", "as the page names it", needed=True)
CODE = _parameter("path", "code", "the code in the address that `--open` opens", needed=True)
AFTER = _parameter(
    "query", "after", "wait up to 20 seconds until the state's `version` is larger",
    needed=False, **WHOLE,
)  # fmt: skip
UPLOAD = (
    _parameter("query", "name", "name of the file; its ending gives its format", needed=False),
    _parameter("query", "role", "what it holds", needed=True, enum=list(ROLES)),
)
CHUNK = _parameter("path", "number", "of a block of segments, from 0", needed=True, **WHOLE)

SENT = (413, 422, 507)
SCORED = (404, 409)


def operations() -> list[Operation]:
    """Return all operations, in the order of the application's routes."""
    return [*_page(), *_session(), *_report(), *_tried()]


def _page() -> Iterator[Operation]:
    yield Operation("shell", "GET", "/", "the page, without data")
    yield Operation(
        "open", "GET", "/open/{code}", "leads to the page with the token, once", "",
        parameters=(CODE,), refusals=(404,),
    )  # fmt: skip
    yield Operation(
        "static", "GET", "/static/{name}", "the page's program and style", "text/*",
        parameters=(NAME,), refusals=(404,),
    )  # fmt: skip


def _session() -> Iterator[Operation]:
    yield Operation("state", "GET", "/api/state", "return the files and their errors", STATE)
    yield Operation(
        "events", "GET", "/api/events", "send the state whenever it changes",
        STATE, parameters=(AFTER,), refusals=(422,),
    )  # fmt: skip
    yield Operation(
        "upload", "PUT", "/api/files", "add a file; the body is its bytes", UPLOADED, BYTES,
        UPLOAD, SENT, then=("change_file", "remove_file"),
    )  # fmt: skip
    yield Operation(
        "change_file", "POST", "/api/files/{number}", "change the name, role or column of a file",
        STATE, _some(name=TEXT, role={"enum": list(ROLES)}, column=TEXT), (ID,), (404, *SENT),
    )  # fmt: skip
    yield Operation(
        "remove_file", "POST", "/api/files/{number}/remove", "remove a file", STATE, _some(),
        (ID,), (404, *SENT),
    )  # fmt: skip
    yield Operation(
        "start", "POST", "/api/start", "score the files, with other settings if the body has some",
        STATE, _some(settings=_or_null(_settings())), refusals=(*SENT, 501),
    )  # fmt: skip


def _report() -> Iterator[Operation]:
    yield _shown(
        "meta", "/api/meta", "return the data of all systems (`meta` of the report)", OBJECT
    )
    yield _shown("stats", "/api/stats", "return the statistics of every segment, packed", BYTES)
    yield _shown(
        "chunk", "/api/chunk/{number}", "return the texts of 256 segments, packed", BYTES, CHUNK
    )
    yield _shown("ngrams", "/api/ngrams", "return n-gram counts, packed", BYTES)
    yield _shown(
        "overview", "/api/overview", "return the report's first screen as a JSON tree", TREE
    )
    yield _shown("report", "/api/report.html", "return the report as one file", PAGE)


def _shown(name: str, path: str, about: str, gives: Schema | str, *more: Schema) -> Operation:
    """Return an operation that reads data of the scored systems."""
    return Operation(name, "GET", path, about, gives, None, (*more, GENERATION), SCORED)


def _tried() -> Iterator[Operation]:
    settings = _settings(references={**_array(WHOLE), "minItems": 1})
    yield _shown("lab", "/api/lab", "return the settings that can be tried", LAB)
    yield Operation(
        "score_settings", "POST", "/api/lab", "return the scores with other settings", TRIED,
        _all(settings=settings), (GENERATION,), (*SCORED, *SENT, 501),
    )  # fmt: skip
    yield Operation(
        "whatif", "POST", "/api/score", "return the scores with some segments changed", WHAT_IF,
        _all(system=TEXT, edits=EDITS), (GENERATION,), (*SCORED, *SENT),
    )  # fmt: skip
    yield Operation(
        "save", "POST", "/api/systems", "save a changed system as a new one and score all", STATE,
        _all(name=TEXT, system=TEXT, edits=EDITS), (GENERATION,), (*SCORED, *SENT),
    )  # fmt: skip


def description() -> dict[str, Any]:
    """Return the OpenAPI document (version 3.1)."""
    paths: dict[str, Schema] = {}
    for operation in operations():
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation)
    scheme = {"type": "apiKey", "in": "header", "name": TOKEN_HEADER}
    return {
        "openapi": "3.1.0",
        "info": {"title": "truebleu serve", "version": __version__},
        "paths": paths,
        "components": {"securitySchemes": {"token": scheme}, "schemas": {"Error": ERROR}},
    }


def _described(operation: Operation) -> Schema:
    schema: Schema = {
        "operationId": operation.name,
        "summary": operation.about,
        "parameters": list(operation.parameters),
        "responses": _answers(operation),
        "security": [{"token": []}] if operation.guarded else [],
    }
    if operation.takes is not None:
        schema["requestBody"] = {"required": True, "content": _content(operation.takes)}
    return schema


def _answers(operation: Operation) -> Schema:
    good: Schema = {"200": {"description": "done", "content": _content(operation.gives)}}
    if operation.then:
        good["200"]["links"] = {
            name: {"operationId": name, "parameters": {"number": "$response.body#/id"}}
            for name in operation.then
        }
    if not operation.gives:
        good = {"303": {"description": "go there", "headers": {"location": {"schema": TEXT}}}}
    content = {JSON: {"schema": {"$ref": "#/components/schemas/Error"}}}
    guard = (400, 403, *((401,) if operation.guarded else ()), *((415,) if operation.takes else ()))
    refused = {"description": "refused, in words", "content": content}
    return good | {str(status): refused for status in sorted({*guard, *operation.refusals})}


def _content(what: Schema | str) -> Schema:
    return {what: {}} if isinstance(what, str) else {JSON: {"schema": what}}
