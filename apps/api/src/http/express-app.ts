import express, { type Express } from 'express'
import { type FlatHeaders, installHead } from './head.ts'
import { createMessages, type Messages } from './messages.ts'
import { installSendJson } from './send-json.ts'

/**
 * Creates an Express app that writes head and body itself: without Express's own headers, ETags and query parser, with
 * the constant headers on every response.
 */
export function createExpressApp(
  answers: { constantHeaders: FlatHeaders } & Parameters<typeof installSendJson>[1],
): {
  app: Express
  messages: Messages
} {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  const messages = createMessages(app)
  installHead(app, answers.constantHeaders)
  installSendJson(app, answers)
  return { app, messages }
}
