"""Operations of the server: change the files of a session and compute scores."""

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


class Controller:
    """Operations of the server on one session.

    Operations that read files or compute scores run one after another, in the thread of `jobs`.
    """

    def __init__(self, session: Session, *, watched: bool = False, token: str = "") -> None:
        self.session = session
        self._token = token
        self._code: str | None = None
        self.assets = Assets()
        self.jobs = Jobs()
        self._watched = watched
        self._lab: tuple[int, Lab] | None = None
        self._whatif: tuple[int, WhatIf] | None = None
        self._change: asyncio.Event | None = None
        self._stopped = False

    # Authentication: one-time code and token

    def one_time_code(self) -> str:
        """Return a new code that a browser can exchange for the token once.

        The address with which a browser is started contains this code, not the token. Other users
        of the machine can see the arguments of a program, so the token would not be secret.
        """
        self._code = secrets.token_urlsafe(16)
        return self._code

    def token_for(self, code: str) -> str | None:
        """Return the token if `code` is the current one-time code, otherwise None.

        A code is valid only once.
        """
        expected = self._code
        if expected is None:
            return None
        if not hmac.compare_digest(expected.encode(), code.encode("utf-8", "replace")):
            return None
        self._code = None
        return self._token

    # Events

    def state(self) -> dict[str, Any]:
        """Return the session's state, the description of the running job, and the upload limits."""
        limits = self.session.store.limits
        return {
            **self.session.to_dict(),
            "doing": self.jobs.doing,
            "watching": self._watched,
            "limits": {"file": limits.file, "total": limits.total, "systems": limits.systems},
        }

    async def wait_for_change(self, after: int, seconds: float) -> None:
        """Wait until the session's version exceeds `after`, but at most `seconds` seconds."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while self.session.version <= after and not self._stopped:
            if self._change is None or self._change.is_set():
                self._change = asyncio.Event()
            try:
                await asyncio.wait_for(self._change.wait(), until - loop.time())
            except (asyncio.TimeoutError, TimeoutError):
                return

    def notify(self) -> None:
        """Wake all requests that wait for a change of the session."""
        if self._change is not None:
            self._change.set()

    def stop(self) -> None:
        """Stop the thread of jobs, and wake all requests that wait for a change."""
        self._stopped = True
        self.jobs.close()
        self.notify()

    # Jobs

    async def begin(self) -> None:
        """Score the files that the user named on the command line.

        Do nothing if the user did not name a required file. An error is not raised but stored as
        `session.problem`.
        """
        if self.session.missing is not None:
            return
        try:
            await self.score(None)
        except TrueBleuError as error:
            self.session.problem = str(error)
            self.session.version += 1
            self.notify()

    async def upload(self, blocks: AsyncIterable[bytes], name: str, role: str) -> str:
        """Store an uploaded file, add it to the session and return its id.

        `blocks` are the bytes of the file. `name` is the name that the client sent.

        Raises:
            Refused: The role is unknown, or the maximum number of files with this role is reached.
            TooLarge: The file is larger than its limit.
        """
        self.session.check_role(role)
        stored = await self.session.store.write_upload(blocks, name)
        try:
            entry = await self.jobs.run(
                lambda: self.session.upload(stored, name, role), f"reading {name}"
            )
        except BaseException:
            self.session.store.forget(stored.path, stored.size)
            raise
        self.notify()
        return entry.id

    async def change(self, number: str, changes: dict[str, Any]) -> None:
        """Change the name, the role or the column of the file with the id `number`.

        `changes` maps "name", "role" or "column" to the new value.

        Raises:
            NotFound: The file was removed.
            Refused: A value is invalid.
        """
        await self.jobs.run(lambda: self.session.change(number, changes))
        self.notify()

    async def remove(self, number: str) -> None:
        """Remove the file with the id `number` from the session.

        Raises:
            NotFound: The file was already removed.
        """
        await self.jobs.run(lambda: self.session.remove(number))
        self.notify()

    async def score(self, settings: object) -> None:
        """Score all files of the session and add the scores to the score history.

        `settings` is a dict with new values for settings of the metric. Without an entry, a setting
        keeps its value. None keeps all settings.

        Raises:
            Refused: Files are missing or do not match.
            ConfigurationError: A setting is invalid.
            TrueBleuError: The texts cannot be scored.
        """
        metric = self._metric(settings)
        await self.jobs.run(lambda: self._score(metric, []), "scoring")
        self.notify()

    def _metric(self, settings: object) -> BLEU | None:
        if settings is None:
            return None
        if not isinstance(settings, dict) or "references" in settings:
            raise ConfigurationError(
                "settings must be a JSON object without references. Choose references by their "
                "files."
            )
        return metric_of(self.session.metric, settings)

    def _score(self, metric: BLEU | None, changed: list[str]) -> None:
        self.session.score(metric)
        self.session.record_scores(changed)

    async def score_settings(
        self, settings: object, generation: str | None = None
    ) -> dict[str, Any]:
        """Return the scores of all systems with other settings, as `Lab.score` returns them.

        `generation` is the number of the scoring that the page shows: "1" for the first scoring of
        the files, "2" for the second. None skips the check that the page is current.

        Raises:
            NotFound: Nothing is scored yet.
            Outdated: The files were scored again, so the page shows older scores.
            ConfigurationError: A setting is invalid.
        """
        if not isinstance(settings, dict):
            raise ConfigurationError("settings must be a JSON object")
        return await self.jobs.run(lambda: self._current_lab(generation).score(settings))

    async def whatif(
        self, system: object, edits: object, generation: str | None = None
    ) -> dict[str, Any]:
        """Return the scores of a system with edited segments, as `WhatIf.scored` returns them.

        `generation` is the number of the scoring that the page shows: "1" for the first scoring of
        the files, "2" for the second. None skips the check that the page is current.

        Raises:
            NotFound: Nothing is scored yet.
            Outdated: The files were scored again, so the page shows older scores.
            ConfigurationError: The system is unknown, or the edits are invalid.
        """
        return await self.jobs.run(lambda: self._current_whatif(generation).scored(system, edits))

    async def save(
        self, name: object, system: object, edits: object, generation: str | None = None
    ) -> None:
        """Save an edited system as a new system with the name `name`, and score all files again.

        `system` is the name of the system that was edited, and `edits` are the edits. `generation`
        is the number of the scoring that the page shows: "1" for the first scoring of the files,
        "2" for the second. None skips the check that the page is current.

        Raises:
            NotFound: Nothing is scored yet.
            Outdated: The files were scored again, so the page shows older scores.
            ConfigurationError: The name is empty, the system is unknown, or the edits are invalid.
        """
        if not isinstance(name, str) or not name.strip():
            raise ConfigurationError("the new system requires a name")

        def job() -> None:
            self.session.save(name, self._current_whatif(generation).changed_texts(system, edits))

        await self.jobs.run(job, "scoring")
        self.notify()

    def current_settings(self) -> dict[str, Any]:
        """Return the current settings of the metric, and its signature."""
        metric = self.session.metric
        return {**settings_of(metric), "signature": str(metric.signature())}

    # Jobs wait in a queue: check the generation when the job starts, not when it is added.

    def _current_lab(self, generation: str | None) -> Lab:
        _, corpus = self.session.scored(generation)
        if self._lab is None or self._lab[0] != self.session.generation:
            self._lab = self.session.generation, Lab(corpus, self.session.metric)
        return self._lab[1]

    def _current_whatif(self, generation: str | None) -> WhatIf:
        _, corpus = self.session.scored(generation)
        if self._whatif is None or self._whatif[0] != self.session.generation:
            self._whatif = self.session.generation, WhatIf(corpus, self.session.metric)
        return self._whatif[1]

    # Watching

    async def watch(self, seconds: float) -> None:
        """Check for changes of the files that the user named on the command line.

        They are checked every `seconds` seconds. Changed files are read, and all files are scored
        again. A file that is still being written is not read.
        """
        watch = Watch([e for e in self.session.entries.values() if e.origin == "argument"])
        while not self._stopped:
            await asyncio.sleep(seconds)
            changed = await asyncio.to_thread(watch.changed)
            if changed:
                await self.jobs.run(lambda ids=changed: self._score_again(ids), "scoring")  # type: ignore[misc]
                self.notify()

    def _score_again(self, changed: list[str]) -> None:
        """Read the files with the ids `changed`, and score all files again.

        If this fails, the old scores remain, and the message is stored as `session.problem`.
        """
        session = self.session
        try:
            names = session.read_again(changed)
            if names:  # otherwise, the user removed them from the page
                self._score(None, names)
        except (TrueBleuError, OSError) as error:  # an exception would end the watch
            session.problem = str(error)
            session.version += 1
