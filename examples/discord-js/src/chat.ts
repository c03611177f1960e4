/** What the bot needs from a chat service. `discord.ts` provides it; a test provides a fake. */
export type Chat = {
  /** Calls `answer` for every command, and posts what it resolves to. */
  onCommand(answer: (command: Command) => Promise<string>): Promise<void>
  close(): Promise<void>
}

export type Person = { id: string; name: string }

/** A slash command as the bot understands it. */
export type Command =
  | { name: 'time'; person: Person }
  | { name: 'timezone set'; caller: Person; zone: string }
  | { name: 'times'; members: Person[] }
