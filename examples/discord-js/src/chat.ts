/** What the bot needs from a chat service. `discord.ts` provides it; a test provides a fake. */
export type Chat = {
  /** Posts what the bot answers to every command, and offers its choices for a zone while it is typed. */
  start(bot: Bot): Promise<void>
  close(): Promise<void>
}

export type Bot = {
  answer(command: Command): Promise<Reply>
  /** `locale` is that of the person who types. */
  complete(text: string, locale: string): Promise<Choice[]>
}

export type Person = { id: string; name: string }

export type Choice = { name: string; value: string }

/** `pings` has the ids of the people to mention, in a message of its own. */
export type Reply = { text: string; pings?: string[] }

/** A slash command as the bot understands it. */
export type Command =
  | { name: 'time'; person: Person }
  | { name: 'timezone set'; caller: Person; zone: string }
  | { name: 'times'; members: Person[] }
  | { name: 'ping'; members: Person[] }
