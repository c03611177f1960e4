"""The bot on Discord. Only this file uses discord.py."""

import asyncio
import os
from collections.abc import Awaitable

import discord
from discord import app_commands

from bot import MAX_PINGS, Bot, Person, answered
from registry import Mirror, Registry


class DiscordClient(discord.Client):
    def __init__(self, bot: Bot) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.members = True
        # Names are other people's text: they must not mention anyone.
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none())
        self.tree = app_commands.CommandTree(self)
        _add_commands(self.tree, bot)

    async def setup_hook(self) -> None:
        await self.tree.sync()


def _add_commands(tree: app_commands.CommandTree, bot: Bot) -> None:
    @tree.command(name="time", description="Show a member’s local time")
    async def time(interaction: discord.Interaction, user: discord.User) -> None:
        await _reply(interaction, bot.time(_person(user)))

    @tree.command(name="times", description="Show the local times of this server’s members")
    @app_commands.guild_only()
    async def times(interaction: discord.Interaction) -> None:
        await _reply(interaction, bot.times([_person(member) for member in interaction.guild.members]))

    @tree.command(name="ping", description="Ping the members of a role who are available now")
    @app_commands.guild_only()
    # Whoever may mention every role.
    @app_commands.default_permissions(mention_everyone=True)
    async def ping(interaction: discord.Interaction, role: discord.Role) -> None:
        members = [_person(member) for member in role.members if not member.bot]
        pings: list[str] = []

        async def count() -> str:
            pings.extend(await bot.available(members))
            more = f" Pinging {MAX_PINGS} of them." if len(pings) > MAX_PINGS else ""
            return f"Available now: {len(pings)} of {len(members)}.{more}"

        await _reply(interaction, count())
        if pings:
            mentions = " ".join(f"<@{id}>" for id in pings[:MAX_PINGS])
            # Of its own: a mention in the message that replaces a deferred one notifies nobody.
            await interaction.followup.send(mentions, allowed_mentions=discord.AllowedMentions(users=True))

    group = app_commands.Group(name="timezone", description="Your time zone")

    @group.command(name="set", description="Save your time zone")
    @app_commands.describe(zone="Your city")
    async def set_timezone(interaction: discord.Interaction, zone: str) -> None:
        await _reply(interaction, bot.set_timezone(_person(interaction.user), zone))

    @set_timezone.autocomplete("zone")
    async def complete_zone(interaction: discord.Interaction, text: str) -> list[app_commands.Choice[str]]:
        choices = await bot.complete_zone(text, str(interaction.locale))
        return [app_commands.Choice(name=name, value=zone) for name, zone in choices]

    tree.add_command(group)


async def _reply(interaction: discord.Interaction, answer: Awaitable[str]) -> None:
    await interaction.response.defer()
    await interaction.followup.send(await answered(answer))


def _person(user: discord.User | discord.Member) -> Person:
    return Person(id=str(user.id), name=user.display_name)


async def main() -> None:
    registry = Registry(os.environ["REGISTRY_URL"], os.environ["REGISTRY_KEY"])
    mirror = Mirror(registry)
    await mirror.load()
    try:
        async with asyncio.TaskGroup() as tasks:
            # When the mirror cannot continue, the bot ends rather than show stale times.
            tasks.create_task(mirror.run())
            tasks.create_task(DiscordClient(Bot(registry, mirror)).start(os.environ["DISCORD_TOKEN"]))
    finally:
        await registry.close()


if __name__ == "__main__":
    asyncio.run(main())
