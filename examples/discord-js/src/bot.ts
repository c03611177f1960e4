import { type Mirror, type RegistryClient, RegistryError } from '@timezone-registry/client'
import type { Chat, Command, Person } from './chat.ts'

/** Keeps a message within Discord's limit of 2,000 characters. */
const MAX_LINES = 40

/** Starts the bot: it answers `/time`, `/timezone set` and `/times`. Stop it with `close`. */
export async function startBot({
  chat,
  registry,
  now = () => new Date(),
}: {
  chat: Chat
  registry: RegistryClient
  now?: () => Date
}): Promise<{ mirror: Mirror; close(): Promise<void> }> {
  const mirror = await registry.mirror()
  await chat.onCommand((command) => answer(command, { mirror, registry, now }))
  return {
    mirror,
    close: async () => {
      await chat.close()
      mirror.close()
      await mirror.closed
    },
  }
}

type Parts = { mirror: Mirror; registry: RegistryClient; now: () => Date }

async function answer(command: Command, { mirror, registry, now }: Parts): Promise<string> {
  switch (command.name) {
    case 'time':
      return timeOf(command.person, mirror, now())
    case 'times':
      return timesOf(command.members, mirror, now())
    case 'timezone set':
      return setTimezone(command.caller, command.zone, registry)
  }
}

function timeOf({ id, name }: Person, mirror: Mirror, now: Date): string {
  const user = mirror.users.get(id)
  return user === undefined ? `${name} has not set a time zone.` : `${name}: ${localTime(now, user.timezone)}`
}

function timesOf(members: Person[], mirror: Mirror, now: Date): string {
  const lines = members.filter(({ id }) => mirror.users.has(id)).map((member) => timeOf(member, mirror, now))
  return lines.length === 0 ? 'Nobody here has set a time zone.' : lines.slice(0, MAX_LINES).join('\n')
}

async function setTimezone({ id, name }: Person, zone: string, registry: RegistryClient): Promise<string> {
  try {
    const saved = await registry.set({ user_id: id, username: name, timezone: zone })
    return `Your time zone is ${saved.timezone}.`
  } catch (error) {
    // The service's messages are written for people.
    if (error instanceof RegistryError) return error.message
    throw error
  }
}

function localTime(now: Date, timeZone: string): string {
  try {
    const format = {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    } as const
    return `${new Intl.DateTimeFormat('en-GB', format).format(now)} (${timeZone})`
  } catch {
    // The registry's zone data may be newer than this runtime's.
    return timeZone
  }
}
