"""Talks to the bot as Discord would, against the registry at the address in the first argument."""

import asyncio
import re
import sys

from bot import Bot, Person, answered
from registry import Mirror, Registry

NELLY = Person("80351110224678912", "nelly")
TOM = Person("2", "tom")
ALL_WEEK = {"days": ["mo", "tu", "we", "th", "fr", "sa", "su"], "from": "00:00", "to": "24:00"}


async def main(base_url: str) -> None:
    registry = Registry(base_url)
    mirror = Mirror(registry)
    await mirror.load()
    following = asyncio.create_task(mirror.run())
    bot = Bot(registry, mirror)
    try:
        assert await bot.time(NELLY) == "nelly has not set a time zone."
        assert await bot.times([NELLY, TOM]) == "Nobody here has set a time zone."
        assert "Europe/Berlin" in await answered(bot.set_timezone(NELLY, "Europe/Berln"))
        assert await answered(bot.set_timezone(NELLY, "europe/berlin")) == "Your time zone is Europe/Berlin."
        async with asyncio.timeout(10):
            while NELLY.id not in mirror.users:
                await asyncio.sleep(0.01)
        for answer in (await bot.time(NELLY), await bot.times([NELLY, TOM])):
            assert re.fullmatch(r"nelly: [A-Z][a-z]{2} \d\d:\d\d \(Europe/Berlin\)", answer), answer
        for weekly, expected in (([ALL_WEEK], [NELLY.id]), ([], [])):
            await registry._send("PUT", "/availability", json={"user_id": NELLY.id, "weekly": weekly})
            assert await bot.available([NELLY, TOM] + [Person(f"other{n}", "x") for n in range(150)]) == expected
        [(name, zone)] = await bot.complete_zone("münch", "de")
        assert zone == "Europe/Berlin" and "München, Deutschland" in name, name
        assert await bot.complete_zone("x" * 100, "de") == []
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        await registry.close()
    print("ok")


asyncio.run(main(sys.argv[1]))
