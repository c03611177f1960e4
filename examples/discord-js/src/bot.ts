import { type Mirror, type RegistryClient, RegistryError, type UserTime } from '@timezone-registry/client'
import type { Bot, Chat, Choice, Command, Person, Reply } from './chat.ts'

/** Keeps a message within Discord's limit of 2,000 characters. */
const MAX_LINES = 40
const MAX_PINGS = 80
/** The users in one request of `/time`. */
const MAX_IDS = 100
/** Discord's limits for the choices of an option. */
const MAX_CHOICES = 25
const MAX_CHOICE_CHARACTERS = 100
/** Discord shows no choices after three seconds. */
const COMPLETE_MILLISECONDS = 2000

/** Starts the bot: it answers `/time`, `/timezone set`, `/times` and `/ping`. Stop it with `close`. */
export async function startBot({
  chat,
  registry,
}: {
  chat: Chat
  registry: RegistryClient
}): Promise<{ mirror: Mirror; close(): Promise<void> }> {
  const mirror = await registry.mirror()
  await chat.start(createBot(registry, mirror))
  return {
    mirror,
    close: async () => {
      await chat.close()
      mirror.close()
      await mirror.closed
    },
  }
}

function createBot(registry: RegistryClient, mirror: Mirror): Bot {
  return {
    answer: async (command) => {
      try {
        return await answer(command, registry, mirror)
      } catch (error) {
        // The service's messages are written for people.
        if (error instanceof RegistryError) return { text: error.message }
        throw error
      }
    },
    complete: (text, locale) => complete(text, locale, registry),
  }
}

async function answer(command: Command, registry: RegistryClient, mirror: Mirror): Promise<Reply> {
  switch (command.name) {
    case 'time': {
      const [line] = await timesOf([command.person], registry)
      return { text: line ?? `${command.person.name} has not set a time zone.` }
    }
    case 'times': {
      // Most members of a large server have no record: the mirror knows who has one.
      const members = command.members.filter(({ id }) => mirror.users.has(id)).slice(0, MAX_LINES)
      const lines = await timesOf(members, registry)
      return { text: lines.join('\n') || 'Nobody here has set a time zone.' }
    }
    case 'timezone set': {
      const { caller, zone } = command
      const saved = await registry.set({ user_id: caller.id, username: caller.name, timezone: zone })
      return { text: `Your time zone is ${saved.timezone}.` }
    }
    case 'ping':
      return pingAvailable(command.members, registry)
  }
}

/** Whoever has not set their hours, or is away, is not pinged. */
async function pingAvailable(members: Person[], registry: RegistryClient): Promise<Reply> {
  const available: string[] = []
  for (let at = 0; at < members.length; at += MAX_IDS) {
    const { users } = await registry.time(members.slice(at, at + MAX_IDS).map(({ id }) => id))
    for (const [id, { availability }] of Object.entries(users))
      if (availability?.state === 'available') available.push(id)
  }
  const text = `Available now: ${available.length} of ${members.length}.`
  if (available.length <= MAX_PINGS) return { text, pings: available }
  return { text: `${text} Pinging ${MAX_PINGS} of them.`, pings: available.slice(0, MAX_PINGS) }
}

/** A line for each person with a record. The service computes the times: its zone data may be newer than this runtime's. */
async function timesOf(people: Person[], registry: RegistryClient): Promise<string[]> {
  if (people.length === 0) return []
  const { users } = await registry.time(people.map(({ id }) => id))
  return people.flatMap(({ id, name }) => {
    const user = users[id]
    return user === undefined ? [] : `${name}: ${formatTime(user)}`
  })
}

function formatTime({ local_time, timezone }: UserTime): string {
  const format = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const clock = new Intl.DateTimeFormat('en-GB', { ...format, timeZone: 'UTC' })
  return `${clock.format(new Date(`${local_time.slice(0, 19)}Z`))} (${timezone})`
}

async function complete(text: string, language: string, registry: RegistryClient): Promise<Choice[]> {
  try {
    const options = { language, limit: MAX_CHOICES, timeoutMs: COMPLETE_MILLISECONDS }
    const zones = await registry.findZones(text, options)
    return zones.map(({ label, timezone, local_time }) => ({
      name: `${local_time.slice(11, 16)} · ${label} · ${timezone}`.slice(0, MAX_CHOICE_CHARACTERS),
      value: timezone,
    }))
  } catch (error) {
    // There is no room for a message. What was typed can be sent all the same.
    if (error instanceof RegistryError) return []
    throw error
  }
}
