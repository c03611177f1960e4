"""A Timezone Registry over HTTP, and a mirror of its records."""

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator
from typing import Any

import httpx

# The service sends something every 15 seconds. A frozen connection stays open but silent.
SILENCE_SECONDS = 45
MAX_WAIT_SECONDS = 30


class RegistryError(Exception):
    """A failed request. ``str(error)`` is a sentence for people, ``code`` is for programs; status 0: no response."""

    def __init__(self, message: str, code: str, status: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.status = status


class Registry:
    """The few routes that a bot needs."""

    def __init__(self, base_url: str, api_key: str | None = None) -> None:
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._http = httpx.AsyncClient(base_url=f"{base_url.rstrip('/')}/v1", headers=headers, timeout=10)

    async def set(self, user_id: str, username: str, timezone: str) -> dict:
        body = {"user_id": user_id, "username": username, "timezone": timezone}
        return (await self._send("POST", "/set", json=body)).json()

    async def time(self, ids: list[str]) -> dict[str, dict]:
        """The local times of up to 100 users and whether they are available, without those who have no record."""
        return (await self._send("GET", "/time", params={"ids": ",".join(ids)})).json()["users"]

    async def find_zones(self, query: str, locale: str) -> list[dict]:
        """The places that somebody may mean who types this, named in their language."""
        params, headers = {"query": query, "limit": 25}, {"Accept-Language": locale}
        response = await self._send("GET", "/zones", params=params, headers=headers, timeout=2)
        return response.json()["zones"]

    async def list(self) -> tuple[dict, str]:
        """Every record by user id, and the cursor from which the changes continue."""
        response = await self._send("GET", "/list", timeout=300)
        return response.json(), response.headers["Changes-Cursor"]

    async def changes(self, since: str) -> dict:
        return (await self._send("GET", "/changes", params={"since": since, "limit": 1000})).json()

    async def events(self, since: str) -> AsyncIterator[tuple[str | None, dict | None]]:
        """One connection: a cursor, a change or both for each event. Ends when the connection does."""
        timeout = httpx.Timeout(10, read=SILENCE_SECONDS)
        headers = {"Last-Event-ID": since}
        async with self._http.stream("GET", "/events", headers=headers, timeout=timeout) as response:
            if response.is_error:
                await response.aread()
            _checked(response)
            cursor = change = name = None
            async for line in response.aiter_lines():
                if line.startswith("id:"):
                    cursor = line[3:].strip()
                elif line.startswith("data:"):
                    change = json.loads(line[5:])
                elif line.startswith("event:"):
                    name = line[6:].strip()
                elif line == "":
                    # An event with a name is no change.
                    if name is None and (cursor or change):
                        yield cursor, change
                    cursor = change = name = None

    async def close(self) -> None:
        await self._http.aclose()

    async def _send(self, method: str, path: str, **how: Any) -> httpx.Response:
        try:
            return _checked(await self._http.request(method, path, **how))
        except httpx.TransportError as error:
            raise RegistryError("The time zone registry cannot be reached. Try again later.", "unreachable") from error


class Mirror:
    """``users`` holds every record by user id, and stays current while ``run`` runs."""

    def __init__(self, registry: Registry) -> None:
        self.users: dict[str, dict] = {}
        self._registry = registry
        self._cursor: str | None = None

    async def load(self) -> None:
        self.users, self._cursor = await self._registry.list()

    async def run(self) -> None:
        """Follows the changes until it is cancelled. Raises when it cannot continue, such as with a revoked key."""
        failures = 0
        while True:
            try:
                if self._cursor is None:
                    await self.load()
                elif failures > 0:
                    await self._catch_up()
                # Closed immediately when this task is cancelled, rather than when the generator is collected.
                async with contextlib.aclosing(self._registry.events(self._cursor)) as events:
                    async for cursor, change in events:
                        failures = 0
                        self._apply(change)
                        self._cursor = cursor or self._cursor
            except RegistryError as error:
                if error.code == "cursor_expired":
                    self._cursor = None
                elif error.status not in (0, 408, 429, 502, 503, 504):
                    raise
            except httpx.TransportError:
                pass
            await asyncio.sleep(min(0.25 * 2 ** min(failures, 10), MAX_WAIT_SECONDS) * random.uniform(0.5, 1))
            failures += 1

    async def _catch_up(self) -> None:
        more = True
        while more:
            page = await self._registry.changes(self._cursor)
            for change in page["changes"]:
                self._apply(change)
            self._cursor, more = page["cursor"], page["more"]

    def _apply(self, change: dict | None) -> None:
        if change is None:
            return
        if change["type"] == "delete":
            self.users.pop(change["user_id"], None)
        elif change["type"] == "set":
            self.users[change["user_id"]] = {"username": change["username"], "timezone": change["timezone"]}


def _checked(response: httpx.Response) -> httpx.Response:
    if response.status_code == 200:
        return response
    try:
        problem = response.json()
        message, code = problem["message"], problem["code"]
    except (ValueError, KeyError, TypeError):
        message, code = f"Unexpected response with status {response.status_code}", "unexpected_answer"
    raise RegistryError(message, code, response.status_code)
