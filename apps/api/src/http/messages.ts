import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http'
import type { Express, Request, Response } from 'express'

/** The classes of a server's requests and responses. */
export type Messages = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>

/**
 * Creates classes whose instances already have an app's prototypes. Otherwise Express changes the prototypes of both
 * objects for each request, which costs as much as the rest of its work for a read.
 */
export function createMessages(app: Express): Messages {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  app.request = AppRequest.prototype as Request
  app.response = AppResponse.prototype as Response
  // Express would create one for each response, and nothing here uses it.
  app.response.locals = Object.freeze({})
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse } as Messages
}
