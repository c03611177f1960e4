"""What the bot answers. It knows neither Discord nor HTTP."""

from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import datetime

from registry import Mirror, Registry, RegistryError

# Keeps a message within Discord's limit of 2,000 characters.
MAX_LINES = 40
MAX_PINGS = 80
# The users in one request of /time.
MAX_IDS = 100
# Discord's limit for the name of a choice.
MAX_CHOICE_CHARACTERS = 100


@dataclass(frozen=True)
class Person:
    id: str
    name: str


async def answered(answer: Awaitable[str]) -> str:
    """The answer, or the registry's error: its messages are written for people."""
    try:
        return await answer
    except RegistryError as error:
        return str(error)


class Bot:
    def __init__(self, registry: Registry, mirror: Mirror) -> None:
        self._registry = registry
        self._mirror = mirror

    async def time(self, person: Person) -> str:
        """``/time @user``"""
        return "\n".join(await self._times([person])) or f"{person.name} has not set a time zone."

    async def times(self, members: list[Person]) -> str:
        """``/times``: the local times of a server's members."""
        # Most members of a large server have no record: the mirror knows who has one.
        known = [member for member in members if member.id in self._mirror.users][:MAX_LINES]
        return "\n".join(await self._times(known)) or "Nobody here has set a time zone."

    async def set_timezone(self, caller: Person, zone: str) -> str:
        """``/timezone set``"""
        saved = await self._registry.set(caller.id, caller.name, zone)
        return f"Your time zone is {saved['timezone']}."

    async def available(self, members: list[Person]) -> list[str]:
        """``/ping``: the ids of those who are available now, without whoever has not set their hours."""
        ids = [member.id for member in members]
        available: list[str] = []
        for at in range(0, len(ids), MAX_IDS):
            users = await self._registry.time(ids[at : at + MAX_IDS])
            available += [id for id, user in users.items() if (user["availability"] or {}).get("state") == "available"]
        return available

    async def complete_zone(self, text: str, locale: str) -> list[tuple[str, str]]:
        """The name and the zone of each place that the text may mean while it is typed."""
        try:
            zones = await self._registry.find_zones(text, locale)
        except RegistryError:
            # There is no room for a message. What was typed can be sent all the same.
            return []
        return [
            (f"{zone['local_time'][11:16]} · {zone['label']} · {zone['timezone']}"[:MAX_CHOICE_CHARACTERS], zone["timezone"])
            for zone in zones
        ]

    async def _times(self, people: list[Person]) -> list[str]:
        """A line for each person with a record. The service computes the times: its zone data may be newer than ours."""
        if not people:
            return []
        users = await self._registry.time([person.id for person in people])
        return [f"{person.name}: {_format(users[person.id])}" for person in people if person.id in users]


def _format(user: dict) -> str:
    return f"{datetime.fromisoformat(user['local_time']):%a %H:%M} ({user['timezone']})"
