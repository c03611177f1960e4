import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import express, { type Express, type Request, type Response } from 'express'
import helmet from 'helmet'
import { createSendProblem, type SendProblemOptions } from './error-handler.ts'
import { inlineScriptSources } from './pages.ts'
import type { SendProblem } from './problem.ts'
import { type CheckBody, createSend, type HeadersFor, installResponses } from './response.ts'

/** The classes of a server's requests and responses. */
export type Messages = { IncomingMessage: typeof IncomingMessage; ServerResponse: typeof ServerResponse }

/** Creates classes for one server, which one app may use. */
export function createMessages(): Messages {
  return {
    IncomingMessage: class extends IncomingMessage {},
    ServerResponse: class extends ServerResponse {} as typeof ServerResponse,
  }
}

/** Creates an Express app without Express's own headers, ETags and query parser. */
export function createExpressApp({ messages, headersFor, checkBody, ...problems }: ExpressAppOptions): {
  app: Express
  sendProblem: SendProblem
} {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  useMessages(app, messages)
  const send = createSend(headersFor)
  const sendProblem = createSendProblem({ ...problems, send })
  installResponses(app, { headersFor, send, sendProblem, checkBody })
  return { app, sendProblem }
}

type ExpressAppOptions = Omit<SendProblemOptions, 'send'> & {
  messages: Messages
  headersFor: HeadersFor
  checkBody?: CheckBody | undefined
}

/**
 * Lets the instances of a server's classes have an app's prototypes from the start. Otherwise Express changes the
 * prototypes of both objects for each request, which costs as much as the rest of its work for a read.
 */
function useMessages(app: Express, { IncomingMessage, ServerResponse }: Messages): void {
  Object.setPrototypeOf(IncomingMessage.prototype, app.request)
  Object.setPrototypeOf(ServerResponse.prototype, app.response)
  app.request = IncomingMessage.prototype as Request
  app.response = ServerResponse.prototype as Response
  // Express would create one for each response, and nothing here uses it.
  app.response.locals = Object.freeze({})
}

/** The security headers of every response. */
export function securityHeaders(publicUrl: string | undefined): Record<string, string> {
  const handle = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: (publicUrl?.startsWith('https:') ?? false) && { includeSubDomains: false },
  })
  // Run once, because they are the same for all.
  const res = new ServerResponse(new IncomingMessage(new Socket()))
  handle(res.req, res, () => {})
  const own = Object.entries(res.getHeaders()).map(([name, value]) => [titleCase(name), String(value)])
  return { 'Content-Security-Policy': pagePolicy(), ...Object.fromEntries(own) }
}

function titleCase(name: string): string {
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

/** The Content-Security-Policy of the web app. It has no `style-src`. */
export function pagePolicy(): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScriptSources()].join(' '),
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';')
}
