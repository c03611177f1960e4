import { cleanText, type ProblemCode, type RouteMetadata } from '@timezone-registry/contract'
import { createDiscord, type DiscordOptions } from '@timezone-registry/discord/discord'
import type { DiscordUser, Interaction } from '@timezone-registry/discord/interaction'
import {
  Failure,
  type FailureCode,
  type PersonRecord,
  type Registry,
  type SavedZone,
} from '@timezone-registry/discord/registry'
import { SIGNATURE_SECONDS } from '@timezone-registry/discord/signature'
import { createFindZones, type Finding } from '@timezone-registry/zones/find-zones'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { Request, RequestHandler, Response } from 'express'
import { outcomeOfError } from '../access/audit.ts'
import type { AttemptToAuthenticate } from '../access/identity.ts'
import { withDeadline } from '../deadline.ts'
import { InvalidInput, notAnswering, RateLimited, Unauthenticated } from '../errors.ts'
import type { Endpoint } from '../http/endpoints.ts'
import type { Report } from '../http/error-handler.ts'
import type { RoutedRequest, RouteStep } from '../http/request.ts'
import type { AuditedWrites } from '../records/audited-writes.ts'
import type { TimezoneRecord, User } from '../records/record.ts'
import type { VisibleRecords } from '../records/visibility.ts'

/** The endpoint to which Discord sends what people do with the application's commands. */
type DiscordRoute = Endpoint & {
  /** Makes the request one of a route, with its limits, before the steps. */
  begin: RequestHandler
  steps: RouteStep[]
}

type DiscordRouteOptions = DiscordOptions & {
  auditedWrites: AuditedWrites
  visible: VisibleRecords
  zoneNames: ZoneNames
  /** The user id of a person at Discord. */
  userIdOf: (id: string) => string | undefined
  guard: RouteStep
  rateLimit: RouteStep
  report: Report
  /** Remembers ids for some seconds; what it returns resolves to true for the first use of one. */
  useOnceIn: (seconds: number) => (id: string) => Promise<boolean>
  attemptToAuthenticate: AttemptToAuthenticate
  beginBody: RouteStep
  finishBody: RouteStep
}

/** `isFirst` is false where the database did not say in time whether this interaction was sent before. */
type Sent = { interaction: Interaction; isFirst: boolean }

const PATH = '/discord/interactions'
// Ten people with many roles each are more than the usual 16 KB.
const METADATA = { auth: 'anyone', cacheControl: 'no-store', maxBodyBytes: 65_536 } as const
const READ: RoutedRequest['tsRestRoute'] = { path: PATH, metadata: { ...METADATA, limit: 'reads' } }
// Reading several people costs as much as by any other route.
const LOOKUP = { path: PATH, metadata: { ...METADATA, limit: 'reads', cost: 5 } satisfies RouteMetadata }
const WRITE = { path: PATH, metadata: { ...METADATA, limit: 'writes' } satisfies RouteMetadata }
// Someone and the caller, to compare their clocks.
const MAX_READ = 2
// Discord waits for three seconds, which include the network.
const READ_MS = 900
const WRITE_MS = 2000
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

/** The registry for a person in Discord, during one request; undefined if they can have no user id. */
type RegistryFor = (user: DiscordUser, use: Use) => Registry | undefined

/** `mayWrite` is false where a change might be one that was made before. */
type Use = { req: RoutedRequest; res: Response; mayWrite: boolean }

/** Gives the Discord app its registry: the records, with the limits, the audit log and the rule for ids of this service. */
function createRegistryFor(options: DiscordRouteOptions): RegistryFor {
  const { visible, userIdOf, zoneNames, formatters } = options
  const zones = createFindZones(zoneNames)
  const write = createWrite(options)

  async function find(req: RoutedRequest, ids: readonly string[]) {
    const records = await visible.findMany(
      req,
      ids.map((id) => userIdOf(id) ?? ''),
    )
    return records.map((record) => record && toRecord(zoneNames, record))
  }

  return (user, request) => {
    const { req } = request
    const userId = userIdOf(user.id)
    if (userId === undefined) return undefined
    // Cleaned, as that of a login.
    const username = cleanText(user.username) || userId
    const person = { provider: 'discord', subject: user.id, userId, username }
    req.call.identity = { kind: 'discord', person }
    const use = createUse(options, request)
    const { set, change, remove } = write(req, { id: userId, username })
    const suggest = async (text: string, finding: Finding) => {
      if (text.trim() !== '') return zones.find(text, finding)
      const [own] = await find(req, [user.id])
      const region = finding.region ?? formatters.locale(finding.language, {}).maximize().region
      return zones.offer(own?.canonical, { ...finding, region })
    }
    return {
      find: (ids) => use(ids.length > MAX_READ ? LOOKUP : READ, () => find(req, ids)),
      set: (given) => use(WRITE, () => set(given)),
      change: (part) => use(WRITE, () => change(part)),
      remove: () => use(WRITE, remove),
      suggest: (text, finding) => use(READ, () => suggest(text, finding)),
    }
  }
}

function createWrite({ auditedWrites, zoneNames }: DiscordRouteOptions) {
  return (req: RoutedRequest, user: User): Pick<Registry, 'set' | 'change' | 'remove'> => {
    const target = { named: user.id, userId: () => user.id }
    return {
      set: async ({ timezone: text, visibility }) => {
        const timezone = zoneNames.find(text.trim())
        if (timezone === undefined)
          return { suggestions: zoneNames.suggest(text).map((zone) => toZone(zoneNames, zone)) }
        const { record } = await auditedWrites.set(req, {
          named: user.id,
          user: () => user,
          timezone,
          visibility,
        })
        return { record: toRecord(zoneNames, record as TimezoneRecord) }
      },
      change: async (part) => {
        const { record, isChanged } = await auditedWrites.patch(req, { ...target, part })
        return record && { record: toRecord(zoneNames, record), isChanged }
      },
      remove: async () => (await auditedWrites.remove(req, target)).isDeleted,
    }
  }
}

function toRecord(names: ZoneNames, { timezone, visibility, availability }: TimezoneRecord): PersonRecord {
  return { ...toZone(names, timezone), visibility, availability }
}

function toZone({ canonicalOf }: ZoneNames, timezone: string): SavedZone {
  return { timezone, canonical: canonicalOf(timezone) }
}

/** Counts what one request uses, bounds how long it takes, and rejects with a `Failure`. */
function createUse({ guard, rateLimit, report }: DiscordRouteOptions, { req, res, mayWrite }: Use) {
  let entered: Promise<void> | undefined
  return async <Result>(
    route: RoutedRequest['tsRestRoute'],
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const isWrite = route === WRITE
    req.tsRestRoute = route
    const run = async () => {
      if (isWrite && !mayWrite) throw notAnswering()
      // A request has one place.
      entered ??= Promise.try(guard, req, res)
      await entered
      await rateLimit(req, res)
      return work()
    }
    try {
      return await withDeadline(isWrite ? WRITE_MS : READ_MS, run)
    } catch (error) {
      const { code } = report(error, req.call)
      throw toFailure(error, code, isWrite)
    }
  }
}

function toFailure(error: unknown, code: ProblemCode, isWrite: boolean): Failure {
  if (error instanceof RateLimited) return new Failure('rate_limited', error)
  const isUnknown = isWrite && code !== 'storage_full' && outcomeOfError(error) === 'unknown'
  return new Failure(isUnknown ? 'outcome_unknown' : (FAILURES[code] ?? 'internal'), { cause: error })
}

const FAILURES: Partial<Record<ProblemCode, FailureCode>> = {
  storage_full: 'storage_full',
  unavailable: 'unavailable',
}
