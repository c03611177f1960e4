"""Talks to the bot as Discord would, against the registry at the address in the first argument."""

import asyncio
import sys
from datetime import datetime, timezone

from bot import Bot, Person
from registry import Mirror, Registry

NOW = datetime(2026, 1, 15, 12, 0, tzinfo=timezone.utc)
NELLY = Person("80351110224678912", "nelly")
TOM = Person("2", "tom")


async def main(base_url: str) -> None:
    registry = Registry(base_url)
    mirror = Mirror(registry)
    await mirror.load()
    following = asyncio.create_task(mirror.run())
    bot = Bot(registry, mirror)
    try:
        assert bot.time(NELLY, NOW) == "nelly has not set a time zone."
        assert bot.times([NELLY, TOM], NOW) == "Nobody here has set a time zone."
        assert "Europe/Berlin" in await bot.set_timezone(NELLY, "Europe/Berln")
        assert await bot.set_timezone(NELLY, "europe/berlin") == "Your time zone is Europe/Berlin."
        async with asyncio.timeout(10):
            while NELLY.id not in mirror.users:
                await asyncio.sleep(0.01)
        assert bot.time(NELLY, NOW) == "nelly: Thu 13:00 (Europe/Berlin)"
        assert bot.times([NELLY, TOM], NOW) == "nelly: Thu 13:00 (Europe/Berlin)"
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        await registry.close()
    print("ok")


asyncio.run(main(sys.argv[1]))
