import type { RequestListener } from 'node:http'
import { contract } from '@timezone-registry/contract'
import { findZoneTime } from '@timezone-registry/zones/zone-times'
import { createExpressEndpoints } from '@ts-rest/express'
import type { Express, Request, Response } from 'express'
import { createApiKeyRoutes } from './access/api-keys/api-key-routes.ts'
import type { Person } from './access/identity.ts'
import { createHostCheck, findOwnOrigin } from './access/origin.ts'
import { createSessionRoutes } from './access/sessions/session-routes.ts'
import { createChangeRoutes } from './changes/change-routes.ts'
import type { Context } from './context.ts'
import { createHealthRoutes } from './health/health-routes.ts'
import { createBodyReader, parseBody } from './http/body.ts'
import { createCompression } from './http/compression.ts'
import { createCors } from './http/cors.ts'
import { listEndpoints } from './http/endpoints.ts'
import { createErrorHandler } from './http/error-handler.ts'
import { createExpressApp } from './http/express-app.ts'
import { securityHeaders } from './http/head.ts'
import { createLoggedPath } from './http/logged-path.ts'
import type { Messages } from './http/messages.ts'
import { createMethodNotAllowed } from './http/method-not-allowed.ts'
import { createSendProblem, HttpProblem } from './http/problem.ts'
import { createRequestHead } from './http/request-head.ts'
import { createRequestLog } from './http/request-log.ts'
import { toOriginForm } from './http/request-target.ts'
import { createResponseDeadline } from './http/response-deadline.ts'
import { createStaticPages } from './http/static-pages.ts'
import { callOnAnswer, inOrder, type RouteStep } from './http/steps.ts'
import { issuesOf, toInvalidInput } from './http/validation.ts'
import { createOverloadGuard } from './limits/overload.ts'
import { createDocsPage, createDocsRoutes } from './openapi/docs-routes.ts'
import { createDescribePerson } from './person/describe-person.ts'
import { createPersonRoutes } from './person/person-routes.ts'
import { pluginProblemMembers } from './plugin-api/plugin-problem.ts'
import { createPluginRoutes } from './plugin-api/plugin-routes.ts'
import { createPrivacyRoutes } from './privacy/privacy-routes.ts'
import { createServicePrivacy } from './privacy/service-privacy.ts'
import { createRecordRoutes } from './records/record-routes.ts'
import { requireZone } from './records/require-zone.ts'
import { createVisibleRecords, type VisibleRecords } from './records/visible-records.ts'
import { createReadPosition } from './replica/read-position.ts'
import { createTransitionRoutes } from './zones/transition-routes.ts'

/** The service as a server runs it. */
export type App = { listener: RequestListener; messages: Messages }

// Differs from a missing record, so that a client with a wrong base URL does not read "no timezone".
const NO_SUCH_ROUTE = 'There is nothing at this address. Check the base URL; /openapi.json lists every route.'

/** The HTTP pipeline, top to bottom. */
export function createApp(context: Context): App {
  const { config, logger } = context
  const endpoints = listEndpoints(config)
  const constantHeaders = securityHeaders(config.http.publicUrl)
  const sendProblem = createSendProblem(constantHeaders, pluginProblemMembers)

  const formatPosition = context.positions.format
  const { app, messages } = createExpressApp({ constantHeaders, sendProblem, formatPosition })

  const head = createRequestHead({
    log: createRequestLog({
      logger,
      requests: config.log.requests,
      pathOf: createLoggedPath(endpoints),
      networkOf: context.limits.loggedNetworkOf,
    }),
    metrics: context.metrics,
    checkHost: createHostCheck({
      publicUrl: config.http.publicUrl,
      loopbackOnly: config.auth === 'open' && config.http.onLoopback,
    }),
    cors: createCors({ endpoints, origins: config.http.corsOrigins }),
  })
  const handleError = createErrorHandler({ logger, sendProblem, health: context.health })
  app.use(inOrder([head]))
  addRoutes(app, context, createResponseDeadline({ answer: handleError }))
  app.use(createMethodNotAllowed(endpoints))
  app.use(createDocsPage())
  app.use(createStaticPages({ endpoints }))

  const listener = (req: Request, res: Response) => {
    req.url = toOriginForm(req.url)
    app(req, res, (error?: unknown) =>
      handleError(error ?? new HttpProblem('no_such_route', NO_SUCH_ROUTE), { req, res }),
    )
  }
  return { listener: listener as unknown as RequestListener, messages }
}

/** Adds every route of the contract: who may call it, how often, and what it does. */
function addRoutes(app: Express, context: Context, deadline: RouteStep): void {
  const { authenticate } = context.access
  const { rateLimit, bodies, networkOf } = context.limits
  const readBody = createBodyReader({
    budget: bodies,
    networkOf,
    // At the end of the body they are authenticated again: it may arrive slowly.
    admit: async (req, res) => {
      deadline(req, res)
      await authenticate(req, res)
      callOnAnswer(req)
      req.admittedIn = performance.now() - req.arrivedAt
    },
  })
  const admit = [readBody, createOverloadGuard(), parseBody, deadline, authenticate]
  const readPosition = createReadPosition(context.replica)
  createExpressEndpoints(contract, createHandlers(context), app, {
    globalMiddleware: [inOrder([...admit, rateLimit, readPosition, createCompression()])],
    requestValidationErrorHandler: (error, _req, _res, next) => next(toInvalidInput(issuesOf(error))),
  })
}

function createHandlers(context: Context) {
  const { config, logger, records, changes, zoneNames, limits, health, replica, version } = context
  const { audit, findBroughtSessions, login } = context.access
  const common = { registry: records.registry, audit, zoneNames, findZoneTime, callerOf: limits.networkOf }
  const visible = createVisibleRecords({ ...common, findSessions: findBroughtSessions, origins: config.http })
  return {
    ...createRecordRoutes({
      ...common,
      ...records,
      visible,
      findListState: changes.findListState,
      health,
      logger,
    }),
    ...createPluginRoutes({
      ...common,
      visible,
      requireZone: (text) => requireZone(zoneNames, text),
      isSignedIn: async (req) => (await findBroughtSessions(req)).length > 0,
      providerIds: login.providers.map(({ id }) => id),
    }),
    ...createTransitionRoutes(common),
    ...createPeopleHandlers(context, visible),
    ...createChangeRoutes({ ...common, store: changes.store, feed: changes.feed, logger }),
    ...createDocsRoutes({ version }),
    ...createHealthRoutes({ health, replica, version, tzdata: zoneNames.release }),
  }
}

/** The routes for people to sign in, to see and erase what is stored about them, and to show their clock. */
function createPeopleHandlers(context: Context, visible: VisibleRecords) {
  const { config, access, zoneNames } = context
  const { registry } = context.records
  // An id in place of a name: the provider gave none this time.
  const takeOverName = async ({ userId, username }: Person) =>
    username === userId ? undefined : registry.rename({ id: userId, username })
  return {
    ...createSessionRoutes({
      ...access,
      failures: context.limits.failedLogins,
      origins: config.http,
      ttlSeconds: config.sessions.ttlSeconds,
      writes: config.auth,
      reads: config.reads,
      admins: config.admins,
      findOwn: visible.findOwn,
      takeOverName,
      logger: context.logger,
    }),
    ...createApiKeyRoutes({ store: access.apiKeyStore, audit: access.audit }),
    ...createPrivacyRoutes({
      ...access,
      store: context.personStore,
      runInTurn: registry.runInTurn,
      privacy: createServicePrivacy(config, access.login.providers),
    }),
    ...createPersonRoutes({
      // Where reading needs a login, a stranger sees nobody.
      findAsStranger: config.reads === 'public' ? visible.findAsStranger : async () => undefined,
      describe: createDescribePerson(zoneNames),
      renderCard: context.cards.render,
      originOf: (req) => findOwnOrigin(req, config.http),
    }),
  }
}
