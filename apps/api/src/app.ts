import type { IncomingMessage, RequestListener } from 'node:http'
import { contract, timezoneRecordSchema } from '@timezone-registry/contract'
import { createExpressEndpoints, type RequestValidationError } from '@ts-rest/express'
import compression from 'compression'
import express, { type Request, type Response, Router } from 'express'
import helmet from 'helmet'
import proxyAddr from 'proxy-addr'
import { createAudit } from './access/audit.ts'
import { createAuthenticate } from './access/authenticate.ts'
import { createCookies } from './access/cookies.ts'
import { createHostCheck, isPlainLoopback } from './access/origin.ts'
import { createSessionRoutes } from './access/sessions/session-routes.ts'
import { createChangeRoutes } from './changes/change-routes.ts'
import { formatCursor } from './changes/cursor.ts'
import type { Context } from './context.ts'
import { InvalidInput, NotFound } from './errors.ts'
import { createHealthRoutes } from './health/health-routes.ts'
import { checkEscapes, createBodyParsers, readJson } from './http/body.ts'
import { createCors, createMethodNotAllowed } from './http/cors.ts'
import { listEndpoints, PREFIXES } from './http/endpoints.ts'
import { createHotReads } from './http/hot-reads.ts'
import { createHotSets } from './http/hot-sets.ts'
import { oncePerRequest } from './http/once-per-request.ts'
import { createErrorHandler } from './http/problem.ts'
import { createRequestLog, logRequests } from './http/request-log.ts'
import { createWebPage } from './http/web-page.ts'
import { createOverloadGuard } from './limits/overload.ts'
import { createRateLimit } from './limits/rate-limit.ts'
import { createDocsPage, createDocsRoutes } from './openapi/docs-routes.ts'
import { createSetTimezone } from './records/set-timezone.ts'
import { createToBody } from './records/timezone-body.ts'
import { createTimezoneRoutes } from './records/timezone-routes.ts'
import type { TimezoneRecord } from './records/timezone-store.ts'

/** The HTTP pipeline, top to bottom. */
export function createApp(context: Context): RequestListener {
  const { config, logger, registry, stats, changes, zoneNames, health, redis, version } = context
  const { auth, reads, http } = config
  const endpoints = listEndpoints({ reads })
  const cookies = createCookies({
    isPlainLoopback: isPlainLoopback(http),
    allowsForeignOrigins: http.corsOrigins.some((origin) => origin !== http.publicUrl),
  })
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', http.trustProxyHops)
  app.set('query parser', 'simple')
  app.set('etag', 'strong')

  const addressOf =
    http.trustProxyHops === 0
      ? (req: IncomingMessage) => req.socket.remoteAddress
      : (req: IncomingMessage) => proxyAddr(req, app.get('trust proxy fn'))
  const audit = createAudit({ logger, enabled: config.log.audit, addressOf })
  const startLog = createRequestLog({ logger, requests: config.log.requests })
  const hostCheck = createHostCheck({
    publicUrl: http.publicUrl,
    loopbackOnly: auth === 'open' && http.onLoopback,
  })
  const rateLimit = createRateLimit({
    ...config.rateLimit,
    redis,
    isOneOfSeveral: config.workers > 1,
    addressOf,
  })
  const toBody = createToBody({ zoneNames })
  const authenticate = createAuthenticate({
    auth,
    reads,
    origins: http,
    cookies,
    findKey: context.apiKeys.find,
    findSession: context.sessions.find,
  })
  const findTimezone = oncePerRequest((_req: IncomingMessage, userId: string) => registry.find(userId))
  const setTimezone = createSetTimezone({ registry, zoneNames, toBody, audit })
  const overload = createOverloadGuard()
  const shared = {
    etagOf: (body: string) => app.get('etag fn')(body, 'utf8'),
    isWelcome: hostCheck.isWelcome,
    rateLimit,
    startLog,
  }
  const beforeReads = createHotReads({
    peek: registry.peek,
    find: findTimezone,
    toBody: (record: TimezoneRecord) => timezoneRecordSchema.parse(toBody(record)),
    ...shared,
  })
  const beforeSets = createHotSets({
    readJson,
    admit: overload.admit,
    identify: authenticate.identify,
    setTimezone,
    ...shared,
  })

  app.use(logRequests(startLog))
  app.use(securityHeaders(http.publicUrl))
  app.use(hostCheck.handle)
  app.use(compression({ filter: isWorthCompressing }))
  app.use(createCors({ endpoints, origins: http.corsOrigins }))
  app.use(checkEscapes)
  app.post('/{*path}', createBodyParsers())
  app.use(overload.handle)

  const api = Router()
  createExpressEndpoints(
    contract,
    {
      ...createTimezoneRoutes({
        registry,
        stats,
        zoneNames,
        findListState,
        audit,
        toBody,
        setTimezone,
        findTimezone,
        logger,
      }),
      ...createSessionRoutes({
        login: context.login,
        sessions: context.sessions,
        cookies,
        origins: http,
        ttlSeconds: config.sessions.ttlSeconds,
        writes: auth,
        reads,
        findTimezone: async (userId) => (await registry.find(userId))?.timezone,
        audit,
      }),
      ...createChangeRoutes({ ...changes, logger }),
      ...createDocsRoutes({ version }),
      ...createHealthRoutes({ health, version, tzdata: zoneNames.release }),
    },
    api,
    {
      globalMiddleware: [authenticate.handle, rateLimit.handle],
      requestValidationErrorHandler: (error, _req, _res, next) => next(toInvalidRequest(error)),
      responseValidation: true,
    },
  )
  for (const prefix of PREFIXES) app.use(prefix || '/', api)

  app.use(createMethodNotAllowed(endpoints))
  app.use(createDocsPage())
  app.use(createWebPage())
  app.use(() => {
    throw new NotFound('There is nothing at this address.')
  })
  app.use(createErrorHandler({ logger }))
  // Where readers must say who they are, the pipeline asks each of them.
  return beforeSets(reads === 'public' ? beforeReads(app) : app)

  async function findListState() {
    const { version, end } = await changes.store.findState()
    return { version, changesCursor: formatCursor(end) }
  }
}

function securityHeaders(publicUrl: string | undefined) {
  const isBehindTls = publicUrl?.startsWith('https:') ?? false
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isBehindTls,
  })
}

/** Says every field that is wrong, by its name. */
function toInvalidRequest({ pathParams, headers, query, body }: RequestValidationError): Error {
  const errors = [pathParams, headers, query, body]
    .flatMap((part) => part?.issues ?? [])
    .map((issue) => ({
      path: (issue.path ?? []).map((key) => String(typeof key === 'object' ? key.key : key)).join('.'),
      message: issue.message ?? 'is invalid',
    }))
  const summary = errors.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')
  return new InvalidInput(`The request is not valid: ${summary}.`, { errors })
}

/** An event must not wait in a compressor for the next ones. */
function isWorthCompressing(req: Request, res: Response): boolean {
  return (
    !String(res.getHeader('Content-Type')).startsWith('text/event-stream') && compression.filter(req, res)
  )
}
