import type { RequestListener } from 'node:http'
import { contract } from '@timezone-registry/contract'
import { createExpressEndpoints } from '@ts-rest/express'
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express'
import { createApiKeyRoutes } from './access/api-keys/api-key-routes.ts'
import { createLoginRoutes } from './access/login/login-routes.ts'
import { createHostCheck, findOwnOrigin } from './access/origin.ts'
import { createUseOnce } from './access/use-once-store.ts'
import type { Context } from './context.ts'
import { toInvalidInput } from './errors.ts'
import { createChangeRoutes } from './feed/change-routes.ts'
import { createHealthRoutes } from './health/health.ts'
import { createBeginBody, createFinishBody, parseBody } from './http/body.ts'
import { type Cors, createCors } from './http/cors.ts'
import { type Endpoint, listEndpoints } from './http/endpoints.ts'
import { createErrorHandler, createReport, issuesOf, type Report } from './http/error-handler.ts'
import { createExpressApp, type Messages, securityHeaders } from './http/express-app.ts'
import { createPages } from './http/pages.ts'
import { methodNotAllowed } from './http/problem.ts'
import {
  createBegin,
  createRequestHead,
  inOrder,
  type RoutedRequest,
  type RouteStep,
  takesBody,
} from './http/request.ts'
import { createRequestLog } from './http/request-log.ts'
import type { CheckBody } from './http/response.ts'
import { createOverloadGuard, createResponseDeadline } from './limits/overload.ts'
import { createDocsPages, createDocsRoutes } from './openapi/docs-routes.ts'
import { createPlaces } from './person/describe-person.ts'
import { createMeetingRoutes } from './person/meeting-routes.ts'
import { createPersonRoutes } from './person/person-routes.ts'
import { createTagsOf, type TagsOf } from './person/preview-tags.ts'
import { createPluginRoutes, pluginProblemMembers } from './plugin-api/plugin-routes.ts'
import { createPrivacyRoutes } from './privacy/privacy-routes.ts'
import { createAuditedWrites } from './records/audited-writes.ts'
import { createBulkRoutes } from './records/bulk-routes.ts'
import { createReadRoutes } from './records/read-routes.ts'
import { toOwn } from './records/record-body.ts'
import { createSearchRoutes } from './records/search.ts'
import { createTimeRoutes } from './records/time-routes.ts'
import { createCanSee, createVisibleRecords } from './records/visibility.ts'
import { createWriteRoutes } from './records/write-routes.ts'
import { createZoneRoutes } from './zones/zone-routes.ts'

/** The HTTP pipeline, top to bottom: Express matches the route, and everything that depends on it follows. */
export function createApp(
  context: Context,
  { messages, checkBody }: { messages: Messages; checkBody?: CheckBody },
): RequestListener {
  const { config, logger, metrics, limits } = context
  const { publicUrl, corsOrigins, onLoopback } = config.http
  const endpoints = listEndpoints(config)
  const cors = createCors(corsOrigins, endpoints, securityHeaders(publicUrl))
  const { app, sendProblem } = createExpressApp({
    messages,
    checkBody,
    headersFor: cors.headersFor,
    membersOf: pluginProblemMembers,
    onProblem: metrics?.onProblem,
  })
  const report = createReport(logger, context.health)
  const handleError = createErrorHandler(report, sendProblem)
  const deadline = createResponseDeadline(handleError)

  const loopbackOnly = config.auth === 'open' && onLoopback
  const observers = [createRequestLog(logger, config.log.requests), metrics?.onClose]
  const begin = createBegin(createHostCheck(publicUrl, loopbackOnly), observers)
  const parts = createParts(context)
  const guard = createOverloadGuard()

  createExpressEndpoints(contract, createHandlers(parts), app, {
    globalMiddleware: [createRouteSteps(context, { begin, guard, deadline })],
    requestValidationErrorHandler: (error, _req, _res, next) => next(toInvalidInput(issuesOf(error))),
  })
  const discord = createDiscord(parts, { guard, report })
  if (discord !== undefined) {
    endpoints.set(discord.path, discord)
    app.post(discord.path, discord.begin, inOrder([begin, ...discord.steps]))
  }
  addPages(app, [...endpoints.values()], { begin: inOrder([begin]), cors, tagsOf: parts.tagsOf })
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) => {
    // The rest of the body is discarded.
    req.call.arriving?.discard()
    req.resume()
    // Node's parser first gets to the end of what it has read: it may refuse the rest, which closes the connection.
    setImmediate(() => handleError(error, res))
  })
  const prepare = createRequestHead(limits.findNetwork)
  const listener = (req: Request, res: Response) => {
    prepare(req)
    app(req, res)
  }
  return listener as unknown as RequestListener
}

/** Adds the pages, and the responses to other methods and to unknown paths. */
function addPages(
  app: Express,
  endpoints: readonly Endpoint[],
  { begin, cors, tagsOf }: { begin: RequestHandler; cors: Cors; tagsOf: TagsOf },
): void {
  const pages = createPages({ tagsOf })
  const served = [...createDocsPages(), ...pages.views]
  for (const { path, serve } of served) app.get(path, begin, serve)
  const others = served.map(({ path }) => ({ path, methods: ['GET', 'HEAD', 'OPTIONS'] }))
  for (const { path, methods } of [...endpoints, ...others])
    app.all(path, begin, (req, res) => {
      if (req.method !== 'OPTIONS') throw methodNotAllowed(req.method, methods.join(', '))
      cors.respondToOptions(res, methods)
    })
  app.use(begin, pages.serveFile)
  app.use(pages.onError)
}

// With what is parsed of it, a large body takes a few megabytes. Who sends an interaction is known when all of it is here.
const LARGE_BODIES_AT_ONCE = 32
const INTERACTIONS_AT_ONCE = 1024
// A body may take 15 s, and what is revoked meanwhile must not write.
const TRUSTED_MILLISECONDS = 500

/** What every route of the contract does before its request is validated and handled. */
function createRouteSteps(
  { access: { authenticate }, limits: { rateLimit } }: Context,
  { begin, guard, deadline }: Record<'begin' | 'guard' | 'deadline', RouteStep>,
): RequestHandler {
  const finishBody = createFinishBody({ atOnce: LARGE_BODIES_AT_ONCE })
  const finish = async (req: RoutedRequest, res: Response) => {
    const identifiedAt = performance.now()
    await finishBody(req, res)
    if (performance.now() - identifiedAt > TRUSTED_MILLISECONDS) await authenticate(req, res)
  }
  const costsByBody = ({ tsRestRoute }: RoutedRequest) => tsRestRoute.metadata.recordsPerCost !== undefined
  const withoutBody = inOrder([begin, deadline, authenticate, rateLimit, guard])
  const withBody = inOrder([
    begin,
    createBeginBody(deadline),
    authenticate,
    (req) => (costsByBody(req) ? undefined : rateLimit(req)),
    finish,
    guard,
    parseBody,
    (req) => (costsByBody(req) ? rateLimit(req) : undefined),
  ])
  return (req, res, next) => (takesBody(req) ? withBody : withoutBody)(req, res, next)
}

/** What the routes use: the service's components, and the records as the sender of a request may see them. */
type Parts = ReturnType<typeof createParts>

function createParts(context: Context) {
  const { config, access, limits, records, changes } = context
  const { auth: writes, reads, http: origins } = config
  const canSee = createCanSee(config)
  const { findPresented: findSessions } = access.sessions
  const visible = createVisibleRecords({ ...records, ...access, findSessions, origins, canSee })
  const originOf = (req: Request) => findOwnOrigin(req, origins)
  const auditedWrites = createAuditedWrites({ ...context, ...access, ...records, canSee })
  const shown = { originOf, tagsOf: createTagsOf(originOf), canSee, visible, auditedWrites }
  return { ...context, ...access, ...limits, ...records, ...changes, writes, reads, origins, ...shown }
}

/** Undefined unless it is configured. */
function createDiscord({ discord, ...parts }: Parts, shared: { guard: RouteStep; report: Report }) {
  if (parts.config.discord === undefined || discord === undefined) return undefined
  return discord.createDiscordRoute({
    ...parts,
    ...shared,
    ...parts.config.discord,
    beginBody: createBeginBody(() => {}),
    finishBody: createFinishBody({ atOnce: INTERACTIONS_AT_ONCE }),
    userIdOf: parts.discordUserId,
    useOnceIn: (seconds) => createUseOnce(parts.database, { kind: 'interaction', seconds }),
  })
}

function createHandlers(parts: Parts) {
  const { config, access, registry, visible, zoneNames } = parts
  const shown = {
    ...parts,
    // Where reading needs a login, a stranger sees nobody.
    findAsStranger: parts.reads === 'public' ? visible.findAsStranger : async () => undefined,
    renderCard: parts.cards.render,
    places: createPlaces(zoneNames),
  }
  return {
    ...createReadRoutes(parts),
    ...createTimeRoutes(parts),
    ...createSearchRoutes(parts),
    ...createWriteRoutes(parts),
    ...createBulkRoutes(parts),
    ...createPluginRoutes({
      ...parts,
      findPresentedSessions: parts.sessions.findPresented,
      providerIds: parts.login.providers.map(({ id }) => id),
    }),
    ...createZoneRoutes(parts),
    ...createChangeRoutes(parts),
    ...createDocsRoutes(parts),
    ...createHealthRoutes(parts.health, parts.version, parts.zoneNames.release),
    ...createLoginRoutes({
      ...parts,
      discordApplicationId: config.discord?.applicationId,
      findOwn: async (req, userId) => toOwn(await visible.findOwn(req, userId)),
      takeOverName: registry.takeOverName,
    }),
    ...createApiKeyRoutes(access.apiKeyStore, access.audit),
    ...createPrivacyRoutes(parts),
    ...createPersonRoutes(shown),
    ...createMeetingRoutes({
      ...shown,
      findOwnZone: async (req) => {
        const [session] = await parts.sessions.findPresented(req).catch(() => [])
        return session && (await visible.findOwn(req, session.person.userId))?.timezone
      },
    }),
  }
}
