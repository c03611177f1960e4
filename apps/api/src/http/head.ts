import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Express as App, Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { callOnAnswer } from './steps.ts'

declare global {
  namespace Express {
    interface Request {
      /** Headers of any response to this request, as alternating names and values. */
      answerHeaders: string[]
      /** Replaces the `Cache-Control` of the route, for a response that others must not get. */
      cacheControl?: string
      /** Constant headers that the response must not have. */
      omittedHeaders?: readonly string[]
      /** When the head of the request arrived, by `performance.now()`. */
      arrivedAt: number
      /** When the body had arrived, less `admittedIn`; undefined if there is none. */
      receivedAt?: number
      /** How many milliseconds authentication took before the body was read: not the sender's time. */
      admittedIn?: number
    }
  }
}

/** Alternating names and values, as `writeHead` takes them. */
export type FlatHeaders = readonly string[]

/**
 * Adds the constant headers and those in `req.answerHeaders` to every response of the app, in its single `writeHead`
 * call. Nothing is set on the response before that.
 */
export function installHead(app: App, constantHeaders: FlatHeaders): void {
  const writeHead = ServerResponse.prototype.writeHead
  app.response.writeHead = function (this: Response, status: number, ...rest: unknown[]) {
    const { req } = this
    callOnAnswer(req)
    // A flat array is the whole head, built by `sendJson`; Express sets all other heads header by header.
    if (!Array.isArray(rest[0])) {
      addMissing(this, constantHeaders, req.omittedHeaders)
      addMissing(this, req.answerHeaders)
      addMissing(this, ['Cache-Control', cacheControlOf(req)])
    }
    return writeHead.call(this, status, ...(rest as []))
  } as Response['writeHead']
}

/** The security headers of every response. */
export function securityHeaders(publicUrl: string | undefined): string[] {
  const handle = helmet({
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
    strictTransportSecurity: (publicUrl?.startsWith('https:') ?? false) && { includeSubDomains: false },
  })
  return headersSetBy(handle as RequestHandler)
}

/** Runs a middleware once, at startup, on a request with these headers, and returns the headers that it sets. */
export function headersSetBy(
  handle: RequestHandler,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): string[] {
  const req = new IncomingMessage(new Socket())
  Object.assign(req, { method })
  Object.assign(req.headers, headers)
  const res = new ServerResponse(req)
  handle(req as Request, res as Response, () => {})
  return Object.entries(res.getHeaders()).flatMap(([name, value]) => [titleCase(name), String(value)])
}

function cacheControlOf(req: Request): string {
  return req.cacheControl ?? req.tsRestRoute?.metadata.cacheControl ?? 'no-store'
}

function addMissing(res: Response, headers: FlatHeaders, omitted: readonly string[] = []): void {
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = [headers[index], headers[index + 1]]
    if (omitted.includes(name)) continue
    if (!res.hasHeader(name)) res.setHeader(name, value)
    else if (name === 'Vary') res.vary(value)
  }
}

function titleCase(name: string): string {
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
