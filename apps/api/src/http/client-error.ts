import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { HttpProblem, toProblemBody } from './problem.ts'
import { isStream } from './stream.ts'

/** Responds on the socket itself to what Node's parser refuses, which never becomes a request. */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  latest: ServerResponse | undefined,
): void {
  // A connection that was opened in advance: a 408 could be taken for the answer to a request that is on its way.
  const isUnused = socket.bytesRead === 0
  if (error.code === 'ECONNRESET' || !socket.writable || isUnused) socket.destroy()
  else if (latest === undefined || latest.socket === null) refuse(error, socket)
  else if (latest.req.complete) endAfter(latest, socket)
  // What was refused is the rest of the latest request.
  else if (latest.headersSent) socket.destroy()
  else refuse(error, socket)
}

/**
 * Closes a connection after the response in progress, because what follows on it is not answered: a client would take
 * a refusal for the response to the request in progress.
 */
export function endAfter(latest: ServerResponse, socket: Socket): void {
  if (isStream(latest.req)) return void socket.destroy()
  socket.pause()
  if (!latest.headersSent) latest.shouldKeepAlive = false
  // Before Node assigns the connection to the next response.
  else latest.prependOnceListener('finish', () => socket.destroySoon())
}

function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  const problem = toProblemBody(toParserProblem(error.code), crypto.randomUUID())
  const body = JSON.stringify(problem)
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${problem.title}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${problem.request_id}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  // The remaining bytes of a refused request must not be processed.
  socket.destroySoon()
}

function toParserProblem(code: string | undefined): HttpProblem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new HttpProblem('invalid_request', 'The headers are too large: at most 8 KB are accepted.', {
      status: 431,
    })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new HttpProblem('invalid_request', 'The request took too long to arrive.', { status: 408 })
  return new HttpProblem('invalid_request', 'This is not a valid HTTP request.')
}
