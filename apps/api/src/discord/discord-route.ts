import { createDiscord, type DiscordOptions } from '@timezone-registry/discord/discord'
import type { Interaction } from '@timezone-registry/discord/interaction'
import { SIGNATURE_SECONDS } from '@timezone-registry/discord/signature'
import type { Request, RequestHandler } from 'express'
import type { AttemptToAuthenticate } from '../access/identity.ts'
import { withDeadline } from '../deadline.ts'
import { InvalidInput, Unauthenticated } from '../errors.ts'
import type { Endpoint, RouteStep } from '../http/endpoints.ts'
import { createRegistryFor, PATH, READ, type RegistryForOptions } from './registry-adapter.ts'

/** The endpoint to which Discord sends what people do with the application's commands. */
export type DiscordRoute = Endpoint & {
  /** Makes the request one of a route, with its limits, before the steps. */
  begin: RequestHandler
  steps: RouteStep[]
}

type DiscordRouteOptions = DiscordOptions &
  RegistryForOptions & {
    /** Remembers ids for some seconds; what it returns resolves to true for the first use of one. */
    useOnceIn: (seconds: number) => (id: string) => Promise<boolean>
    attemptToAuthenticate: AttemptToAuthenticate
    beginBody: RouteStep
    finishBody: RouteStep
  }

/** `isFirst` is false where the database did not say in time whether this interaction was sent before. */
type Sent = { interaction: Interaction; isFirst: boolean }

const USE_ONCE_MS = 500

export function createDiscordRoute(options: DiscordRouteOptions): DiscordRoute {
  const { beginBody, finishBody, report, attemptToAuthenticate } = options
  const discord = createDiscord(options)
  const registryFor = createRegistryFor(options)
  const useOnce = options.useOnceIn(SIGNATURE_SECONDS)
  // Discord itself sends invalid signatures as a test, so a valid one is accepted whatever else came from the network.
  const refuse = (req: Request) => attemptToAuthenticate(req.call.network, () => Promise.reject(unsigned()))

  async function readInteraction(req: Request): Promise<Sent> {
    const bytes: Buffer = req.body ?? Buffer.alloc(0)
    req.body = undefined
    if (!discord.isSigned(req.headers, bytes)) return refuse(req)
    const interaction = discord.readInteraction(bytes)
    if (interaction === undefined) throw new InvalidInput('The body is not an interaction.')
    // Without the database, what is cached is still read. Only a change must not happen twice.
    const isFirst = await withDeadline(USE_ONCE_MS, () => useOnce(interaction.id)).catch(() => undefined)
    return isFirst === false ? refuse(req) : { interaction, isFirst: isFirst === true }
  }

  return {
    path: PATH,
    methods: ['POST', 'OPTIONS'],
    withCredentials: false,
    begin: (req, _res, next) => {
      req.tsRestRoute = READ
      next()
    },
    steps: [
      beginBody,
      finishBody,
      async (req, res) => {
        const { interaction, isFirst } = await readInteraction(req)
        const response = await discord.respond(interaction, {
          registryFor: (user) => registryFor(user, { req, res, mayWrite: isFirst }),
          onError: (error) => report(error, req.call),
        })
        res.set('Content-Type', 'application/json; charset=utf-8').end(JSON.stringify(response))
      },
    ],
  }
}

function unsigned(): Unauthenticated {
  return new Unauthenticated('Discord has not signed this request, or not recently, or it was sent before.')
}
