import type { OutgoingHttpHeaders } from 'node:http'
import type { ProblemCode, RouteMetadata } from '@timezone-registry/contract'
import { ANYONE, type Identity } from '../access/identity.ts'
import type { ArrivingBody } from './body-reader.ts'
import type { Endpoint } from './endpoints.ts'

/** What the steps learn of a request. */
export type Call = {
  /** Identifies this request in the log, in the `X-Request-Id` header and in an error's body. */
  readonly id: string
  /** When the head of the request arrived, by `performance.now()`. */
  readonly arrivedAt: number
  /** Why the request is refused once its endpoint is known, which determines the headers of the response. */
  refused: unknown
  /** The path that Express matched; undefined if there is none. */
  endpoint: Endpoint | undefined
  /** The caller's network as it is logged; undefined if it is not logged or not known. */
  network: string | undefined
  /** The bytes that had been written to the connection when the request arrived. */
  bytesBefore: number
  /** The headers of the response, unless it sets them itself. */
  headers: OutgoingHttpHeaders
  /** The body until it has arrived. */
  arriving: ArrivingBody | undefined
  /** The body until it is parsed. */
  received: Buffer | undefined
  /** Set by `authenticate` before any handler runs. */
  identity: Identity
  /** Called once: when the head of the response is written, or when the response closes without one. */
  onResponse: (() => void) | undefined
  /** The code of the error response that was sent. */
  problemCode: ProblemCode | undefined
}

declare global {
  namespace Express {
    interface Request {
      call: Call
      /** The contract's route that Express matched; undefined for any other request. */
      tsRestRoute?: { path: string; metadata: RouteMetadata }
    }
  }
}

export function createCall(id: string): Call {
  return {
    id,
    arrivedAt: performance.now(),
    refused: undefined,
    endpoint: undefined,
    network: undefined,
    bytesBefore: 0,
    headers: {},
    arriving: undefined,
    received: undefined,
    identity: ANYONE,
    onResponse: undefined,
    problemCode: undefined,
  }
}
