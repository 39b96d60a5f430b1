"""Between the requests and the session: everything is done in turn, and news are told."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import AsyncIterable
from typing import TYPE_CHECKING, Any

from truebleu.errors import ConfigurationError, TrueBleuError
from truebleu.metrics.bleu import BLEU
from truebleu.server.assets import Assets
from truebleu.server.edits import WhatIf
from truebleu.server.jobs import Jobs, Watch
from truebleu.server.lab import Lab, metric_of, settings_of

if TYPE_CHECKING:
    from truebleu.server.session import Session


class Desk:
    """What the requests are answered from."""

    def __init__(self, session: Session, *, watched: bool = False, token: str = "") -> None:
        self.session = session
        self._token = token
        self._code: str | None = None
        self.assets = Assets()
        self.jobs = Jobs()
        self._watched = watched
        self._lab: tuple[int, Lab] | None = None
        self._whatif: tuple[int, WhatIf] | None = None
        self._news: asyncio.Event | None = None
        self._stopped = False

    # The door

    def one_time_code(self) -> str:
        """A code that gives the token away once.

        A browser is started with it: what a program is started with, others on the machine see.
        """
        self._code = secrets.token_urlsafe(16)
        return self._code

    def token_for(self, code: str) -> str | None:
        """The token, for the code that was made, once; None for any other, and ever after."""
        made = self._code
        if made is None or not hmac.compare_digest(made.encode(), code.encode("utf-8", "replace")):
            return None
        self._code = None
        return self._token

    # News

    def state(self) -> dict[str, Any]:
        """What the page is told of the session, and what is being done."""
        limits = self.session.store.limits
        return {
            **self.session.to_dict(),
            "doing": self.jobs.doing,
            "watching": self._watched,
            "limits": {"file": limits.file, "total": limits.total, "systems": limits.systems},
        }

    async def news(self, after: int, seconds: float) -> None:
        """Wait until the session's version is past `after`, or for some time."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while self.session.version <= after and not self._stopped:
            if self._news is None or self._news.is_set():
                self._news = asyncio.Event()
            try:
                await asyncio.wait_for(self._news.wait(), until - loop.time())
            except (asyncio.TimeoutError, TimeoutError):
                return

    def tell(self) -> None:
        """Wake all that wait for news."""
        if self._news is not None:
            self._news.set()

    def stop(self) -> None:
        """Let nobody wait any longer."""
        self._stopped = True
        self.jobs.close()
        self.tell()

    # What is done

    async def begin(self) -> None:
        """Score what was named on the command line, if it can be."""
        if self.session.missing is not None:
            return
        try:
            await self.score(None)
        except TrueBleuError as error:
            self.session.problem = str(error)
            self.session.version += 1
            self.tell()

    async def hand_over(self, blocks: AsyncIterable[bytes], name: str, role: str) -> str:
        """Take in a file; gives its number."""
        self.session.check_role(role)
        stored = await self.session.store.take(blocks, name)
        try:
            entry = await self.jobs.run(
                lambda: self.session.hand_over(stored, name, role), f"reading {name}"
            )
        except BaseException:
            self.session.store.forget(stored.path, stored.size)
            raise
        self.tell()
        return entry.id

    async def change(self, number: str, changes: dict[str, Any]) -> None:
        """Change a file's name, role or column."""
        await self.jobs.run(lambda: self.session.change(number, changes))
        self.tell()

    async def remove(self, number: str) -> None:
        """Take a file away."""
        await self.jobs.run(lambda: self.session.remove(number))
        self.tell()

    async def score(self, settings: object) -> None:
        """Score the files, by other settings if some are given."""
        metric = self._metric(settings)
        await self.jobs.run(lambda: self._scored(metric, []), "scoring")
        self.tell()

    def _metric(self, settings: object) -> BLEU | None:
        if settings is None:
            return None
        if not isinstance(settings, dict) or "references" in settings:
            raise ConfigurationError(
                "settings is an object of JSON; references are chosen by their files"
            )
        return metric_of(self.session.metric, settings)

    def _scored(self, metric: BLEU | None, changed: list[str]) -> None:
        self.session.score(metric)
        self.session.noted(changed)

    async def tried(self, settings: object, asked: str | None = None) -> dict[str, Any]:
        """The scores by other settings; `asked` is the generation that the page has."""
        if not isinstance(settings, dict):
            raise ConfigurationError("settings is an object of JSON")
        return await self.jobs.run(lambda: self._own_lab(asked).tried(settings))

    async def whatif(
        self, system: object, edits: object, asked: str | None = None
    ) -> dict[str, Any]:
        """The scores with some segments changed, of the generation that the page has."""
        return await self.jobs.run(lambda: self._own_whatif(asked).scored(system, edits))

    async def save(
        self, name: object, system: object, edits: object, asked: str | None = None
    ) -> None:
        """Make a new system of a changed one, of the generation that the page has."""
        if not isinstance(name, str) or not name.strip():
            raise ConfigurationError("the new system has no name")

        def job() -> None:
            self.session.save(name, self._own_whatif(asked).changed_texts(system, edits))

        await self.jobs.run(job, "scoring")
        self.tell()

    def usual(self) -> dict[str, Any]:
        """The settings that are in use, as the lab names them."""
        metric = self.session.metric
        return {**settings_of(metric), "signature": str(metric.signature())}

    # A job waits for those before it, so what the page asks of is looked at when it begins.

    def _own_lab(self, asked: str | None) -> Lab:
        """The lab of the present scores."""
        _, corpus = self.session.scored(asked)
        if self._lab is None or self._lab[0] != self.session.generation:
            self._lab = self.session.generation, Lab(corpus, self.session.metric)
        return self._lab[1]

    def _own_whatif(self, asked: str | None) -> WhatIf:
        _, corpus = self.session.scored(asked)
        if self._whatif is None or self._whatif[0] != self.session.generation:
            self._whatif = self.session.generation, WhatIf(corpus, self.session.metric)
        return self._whatif[1]

    # Watching

    async def watch(self, seconds: float) -> None:
        """Score again whenever files that were named have changed and are quiet again."""
        watch = Watch([e for e in self.session.entries.values() if e.origin == "given"])
        while not self._stopped:
            await asyncio.sleep(seconds)
            changed = await asyncio.to_thread(watch.settled)
            if changed:
                await self.jobs.run(lambda found=changed: self._again(found), "scoring")  # type: ignore[misc]
                self.tell()

    def _again(self, changed: list[str]) -> None:
        """Read files again and score; while they do not fit, what was there stays."""
        session = self.session
        names = session.read_again(changed)
        try:
            self._scored(None, names)
        except TrueBleuError as error:
            session.problem = str(error)
            session.version += 1
