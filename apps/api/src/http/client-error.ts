import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { HttpProblem, toProblemBody } from './problem.ts'

/** Responds on the socket itself to what Node's parser refuses, which never becomes a request. */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  latest: ServerResponse | undefined,
): void {
  const isAnswering = latest?.headersSent === true && !latest.writableFinished
  // A connection that was opened in advance: a 408 could be taken for the answer to a request that is on its way.
  const isUnused = socket.bytesRead === 0
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering || isUnused) {
    socket.destroy()
    return
  }
  const problem = toProblemBody(toHttpProblem(error.code), crypto.randomUUID())
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

function toHttpProblem(code: string | undefined): HttpProblem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new HttpProblem('invalid_request', 'The headers are too large: at most 8 KB are accepted.', {
      status: 431,
    })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new HttpProblem('invalid_request', 'The request took too long to arrive.', { status: 408 })
  return new HttpProblem('invalid_request', 'This is not a valid HTTP request.')
}
