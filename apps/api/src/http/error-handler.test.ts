import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { Response } from 'express'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { Overloaded } from '../errors.ts'
import { createErrorHandler, createReport, createSendProblem } from './error-handler.ts'
import { createCall } from './request.ts'
import { createSend, streamed } from './response.ts'

const report = createReport(pino({ level: 'silent' }), { reportFailure: () => {} })
const handleError = createErrorHandler(report, () => {
  throw new Error('There is a response already')
})

/** What a client receives from a server with this listener; undefined if the connection breaks. */
async function answerOf(listener: RequestListener): Promise<string | undefined> {
  await using server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    return await response.text()
  } catch {
    return undefined
  } finally {
    server.closeAllConnections()
  }
}

test('an error in the same turn as the response leaves that response whole', async () => {
  const answer = await answerOf((_, res) => {
    res.writeHead(503, { 'content-length': 4 })
    res.end('late')
    handleError(new Error('too late'), res as Response)
  })
  expect(answer).toBe('late')
})

test('an error while a response waits for the end of the turn leaves that response whole', async () => {
  const send = createSend(() => ({ Vary: 'Origin' }))
  const sendProblem = createSendProblem({ membersOf: () => ({}), onProblem: undefined, send })
  const handleAny = createErrorHandler(report, sendProblem)
  const answer = await answerOf((req, res) => {
    Object.assign(req, { call: createCall('1') })
    handleAny(new Overloaded(), res as Response)
    handleAny(new Error('too late'), res as Response)
  })
  expect(JSON.parse(answer ?? '{}')).toMatchObject({ status: 503, code: 'unavailable' })
})

test('a stream that comes too late leaves the response whole', async () => {
  const answer = await answerOf((_, res) => {
    res.writeHead(503, { 'content-length': 4 })
    res.end('late')
    streamed(Readable.from(['stream']), res as Response, pino({ level: 'silent' }))
  })
  expect(answer).toBe('late')
})

test('an error in the middle of a response breaks the connection, so that it does not look whole', async () => {
  const answer = await answerOf((req, res) => {
    res.writeHead(200)
    res.write('half of')
    Object.assign(req, { call: createCall('1') })
    handleError(new Error('broken'), res as Response)
  })
  expect(answer).toBeUndefined()
})
