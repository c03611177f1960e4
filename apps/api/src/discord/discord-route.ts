import { cleanText, type ProblemCode, type RouteMetadata } from '@timezone-registry/contract'
import type { Request, RequestHandler, Response } from 'express'
import { outcomeOfError } from '../access/audit.ts'
import type { FailedAttempts, KnownPerson } from '../access/identity.ts'
import { InvalidInput, RateLimited, Unauthenticated, Unavailable } from '../errors.ts'
import type { Endpoint, RoutedRequest, RouteStep } from '../http/endpoints.ts'
import type { Report } from '../http/error-handler.ts'
import { withDeadline } from '../limiter.ts'
import type { Command } from './call.ts'
import type { Commands } from './commands.ts'
import {
  type Answer,
  type DiscordUser,
  INTERACTION,
  type Interaction,
  interactionSchema,
  PONG,
  toResponse,
} from './interaction.ts'
import { createIsSigned, SIGNATURE_SECONDS } from './signature.ts'
import type { Wording, WordingIn } from './wording.ts'

/** The endpoint to which Discord sends what people do with the application's commands. */
export type DiscordRoute = Endpoint & {
  /** Makes the request one of a route, with its limits, before the steps. */
  begin: RequestHandler
  steps: RouteStep[]
}

export type DiscordRouteOptions = {
  publicKey: string
  commands: Commands
  wordingIn: WordingIn
  /** The user id of a person at Discord. */
  userIdOf: (id: string) => string | undefined
  /** Remembers ids for some seconds; what it returns resolves to true for the first use of one. */
  useOnceIn: (seconds: number) => (id: string) => Promise<boolean>
  failures: FailedAttempts
  readBody: RouteStep
  guard: RouteStep
  rateLimit: RouteStep
  report: Report
  /** Called for each command with what became of it. */
  onCommand?: ((command: string, outcome: 'answered' | ProblemCode) => void) | undefined
}

const PATH = '/discord/interactions'
// Ten people with many roles each are more than the usual 16 KB.
const METADATA = { auth: 'anyone', cacheControl: 'no-store', maxBodyBytes: 65_536 } as const
// Reading several people costs as much as by any other route.
const ROUTES: Record<Command['limit'], { path: string; metadata: RouteMetadata }> = {
  read: { path: PATH, metadata: { ...METADATA, limit: 'reads' } },
  lookup: { path: PATH, metadata: { ...METADATA, limit: 'reads', cost: 5 } },
  write: { path: PATH, metadata: { ...METADATA, limit: 'writes' } },
}
// Discord waits for three seconds, which include the network.
const READ_MS = 900
const WRITE_MS = 2000
const USE_ONCE_MS = 500
const RETRY_SOON = { retryAfterSeconds: 1 }

export function createDiscordRoute(options: DiscordRouteOptions): DiscordRoute {
  const { readBody } = options
  const readInteraction = createReadInteraction(options)
  const respond = createRespond(options)
  return {
    path: PATH,
    methods: ['POST', 'OPTIONS'],
    withCredentials: false,
    isPage: false,
    begin: (req, _res, next) => {
      req.tsRestRoute = ROUTES.read
      next()
    },
    steps: [
      readBody,
      async (req, res) => {
        const sent = await readInteraction(req)
        const response =
          sent.interaction.type === INTERACTION.ping ? PONG : toResponse(await respond(req, res, sent))
        res.set('Content-Type', 'application/json; charset=utf-8').end(JSON.stringify(response))
      },
    ],
  }
}

/** `isFirst` is false where the database did not say in time whether this interaction was sent before. */
type Sent = { interaction: Interaction; isFirst: boolean }

/** Runs the command of an interaction. Whatever goes wrong is an answer, too. */
function createRespond({ commands, wordingIn, userIdOf, ...options }: DiscordRouteOptions) {
  const { guard, rateLimit, report, onCommand = () => {} } = options
  return async (req: RoutedRequest, res: Response, { interaction, isFirst }: Sent): Promise<Answer> => {
    const wording = wordingIn(interaction.locale)
    const sayInstead = (content: string): Answer =>
      interaction.type === INTERACTION.autocomplete ? { choices: [] } : { content }
    const person = toPerson(interaction.member?.user ?? interaction.user, userIdOf)
    const command = person && commands.find(interaction)
    if (person === undefined || command === undefined) {
      onCommand('unknown', 'answered')
      return sayInstead(wording.texts.unknownCommand)
    }
    req.identity = { kind: 'discord', person }
    req.tsRestRoute = ROUTES[command.limit]
    const run = async () => {
      if (!isFirst && command.limit === 'write') throw tooLate()
      await guard(req, res)
      await rateLimit(req, res)
      return command.run({ req, interaction, person, wording })
    }
    try {
      const answer = await withDeadline(command.limit === 'write' ? WRITE_MS : READ_MS, run, tooLate)
      onCommand(command.name, 'answered')
      return answer
    } catch (error) {
      const { code } = report(error, req)
      onCommand(command.name, code)
      return sayInstead(explain(error, code, { command, wording }))
    }
  }
}

/** The interaction in a body that Discord has signed. */
function createReadInteraction({
  publicKey,
  useOnceIn,
  failures,
}: Pick<DiscordRouteOptions, 'publicKey' | 'useOnceIn' | 'failures'>) {
  const useOnce = useOnceIn(SIGNATURE_SECONDS)
  const isSigned = createIsSigned(publicKey)
  // Discord itself sends invalid signatures as a test, so a valid one is accepted whatever else came from the network.
  const refuse = (req: Request) => failures.attempt(req, () => Promise.reject(unsigned()))
  return async (req: Request): Promise<Sent> => {
    const { bytes = Buffer.alloc(0) } = req.received ?? {}
    req.received = undefined
    if (!isSigned(req.headers, bytes)) return refuse(req)
    const { data: interaction } = interactionSchema.safeParse(parseJson(bytes))
    if (interaction === undefined) throw new InvalidInput('The body is not an interaction.')
    // Without the database, what is cached is still read. Only a change must not happen twice.
    const isFirst = await withDeadline(USE_ONCE_MS, () => useOnce(interaction.id)).catch(() => undefined)
    return isFirst === false ? refuse(req) : { interaction, isFirst: isFirst === true }
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

function unsigned(): Unauthenticated {
  return new Unauthenticated('Discord has not signed this request, or not recently, or it was sent before.')
}

/** Undefined if an interaction says nothing of who it comes from. */
function toPerson(
  user: DiscordUser | undefined,
  userIdOf: DiscordRouteOptions['userIdOf'],
): KnownPerson | undefined {
  const userId = user && userIdOf(user.id)
  if (user === undefined || userId === undefined) return undefined
  return {
    provider: 'discord',
    subject: user.id,
    userId,
    // Cleaned, as that of a login.
    username: cleanText(user.username) || userId,
  }
}

function tooLate(cause?: Error): Unavailable {
  return new Unavailable('The command took too long.', { ...RETRY_SOON, cause })
}

/** A write whose outcome is not known must not be called a failure. */
function explain(
  error: unknown,
  code: ProblemCode,
  { command, wording: { texts } }: { command: Command; wording: Wording },
): string {
  if (error instanceof RateLimited) return texts.rateLimited(error.retryAfterSeconds)
  if (code === 'storage_full') return texts.storageFull
  if (command.limit === 'write' && outcomeOfError(error) === 'unknown') return texts.unconfirmed
  return code === 'unavailable' ? texts.unavailable : texts.failed
}
