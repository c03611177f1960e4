import type { IncomingHttpHeaders } from 'node:http'
import type { Formatters } from '@timezone-registry/zones/formatters'
import { createFindCommand } from './commands.ts'
import {
  type Answer,
  type DiscordUser,
  INTERACTION,
  type Interaction,
  interactionSchema,
  PONG,
  toResponse,
} from './interaction.ts'
import { Failure, type Registry } from './registry.ts'
import { createIsSigned } from './signature.ts'
import { createWordingIn, type Wording } from './wording.ts'

export type DiscordOptions = {
  /** Of the application, in hexadecimal. */
  publicKey: string
  formatters: Formatters
}

/** What one interaction is answered with. */
type Surroundings = {
  /** The registry for the person who uses a command; undefined for a person who can have no record. */
  registryFor: (user: DiscordUser) => Registry | undefined
  /** Called with what no command expects. */
  onError: (error: unknown) => void
}

/** Discord's commands. */
export type Discord = {
  /** Whether Discord has signed a request, within five minutes. */
  isSigned(headers: IncomingHttpHeaders, body: Buffer): boolean
  /** Undefined for a body that is not an interaction. */
  readInteraction(body: Buffer): Interaction | undefined
  /** The response, as JSON. Whatever goes wrong is an answer, too. */
  respond(interaction: Interaction, surroundings: Surroundings): Promise<object>
}

export function createDiscord({ publicKey, formatters }: DiscordOptions): Discord {
  const wordingIn = createWordingIn(formatters)
  const findCommand = createFindCommand()

  async function answer(interaction: Interaction, { registryFor, onError }: Surroundings): Promise<Answer> {
    const wording = wordingIn(interaction.locale)
    const sayInstead = (content: string): Answer =>
      interaction.type === INTERACTION.autocomplete ? { choices: [] } : { content }
    const caller = interaction.member?.user ?? interaction.user
    const registry = caller && registryFor(caller)
    const command = registry && findCommand(interaction)
    if (caller === undefined || registry === undefined || command === undefined)
      return sayInstead(wording.text('unknownCommand'))
    try {
      return await command({ interaction, caller, registry, wording })
    } catch (error) {
      if (!(error instanceof Failure)) onError(error)
      return sayInstead(explain(error instanceof Failure ? error : new Failure('internal'), wording))
    }
  }

  return {
    isSigned: createIsSigned(publicKey),
    readInteraction: (body) => interactionSchema.safeParse(parseJson(body)).data,
    respond: async (interaction, surroundings) =>
      interaction.type === INTERACTION.ping ? PONG : toResponse(await answer(interaction, surroundings)),
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

function explain({ code, retryAfterSeconds }: Failure, { text }: Wording): string {
  switch (code) {
    case 'rate_limited':
      return text('rateLimited', { seconds: retryAfterSeconds })
    case 'storage_full':
      return text('storageFull')
    // A write whose outcome is not known must not be called a failure.
    case 'outcome_unknown':
      return text('unconfirmed')
    case 'unavailable':
      return text('unavailable')
    case 'internal':
      return text('failed')
  }
}
