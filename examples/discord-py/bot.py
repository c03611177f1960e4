"""What the bot answers. It knows neither Discord nor HTTP."""

from dataclasses import dataclass
from datetime import datetime, timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from registry import Mirror, Registry, RegistryError

# Keeps a message within Discord's limit of 2,000 characters.
MAX_LINES = 40


@dataclass(frozen=True)
class Person:
    id: str
    name: str


class Bot:
    def __init__(self, registry: Registry, mirror: Mirror) -> None:
        self._registry = registry
        self._mirror = mirror

    def time(self, person: Person, now: datetime | None = None) -> str:
        """``/time @user``"""
        user = self._mirror.users.get(person.id)
        if user is None:
            return f"{person.name} has not set a time zone."
        return f"{person.name}: {_local_time(user['timezone'], now or datetime.now(timezone.utc))}"

    def times(self, members: list[Person], now: datetime | None = None) -> str:
        """``/times``: the local times of a server's members."""
        lines = [self.time(member, now) for member in members if member.id in self._mirror.users]
        return "\n".join(lines[:MAX_LINES]) or "Nobody here has set a time zone."

    async def set_timezone(self, caller: Person, zone: str) -> str:
        """``/timezone set``"""
        try:
            saved = await self._registry.set(caller.id, caller.name, zone)
        except RegistryError as error:
            # The service's messages are written for people.
            return str(error)
        return f"Your time zone is {saved['timezone']}."


def _local_time(zone: str, now: datetime) -> str:
    try:
        return f"{now.astimezone(ZoneInfo(zone)):%a %H:%M} ({zone})"
    except ZoneInfoNotFoundError:
        # The registry's zone data may be newer than this machine's.
        return zone
