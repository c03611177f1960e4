import type { RouteMetadata } from '@timezone-registry/contract'
import type { Json } from './components.ts'

/** The ways to authenticate. */
export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key: `tzr_…`. The operator creates it.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description:
      'The cookie that a login sets. Pages of `CORS_ORIGINS` have one named `__Host-session-partitioned`.',
  },
}

const KEY = { apiKey: [] }
const SESSION = { session: [] }
const NOTHING = {}

/** The alternatives that a route accepts; the empty one stands for an anonymous request. */
export function securityOf({ auth, usesSession }: RouteMetadata): Json[] {
  if (auth === 'person' || auth === 'admin') return [SESSION]
  // Anonymous writes work in open mode, anonymous reads unless the operator requires authentication.
  if (auth === 'program') return [KEY, NOTHING]
  if (auth === 'writer') return [KEY, SESSION, NOTHING]
  if (auth === 'reader') return [NOTHING, KEY, SESSION]
  return usesSession ? [NOTHING, SESSION] : [NOTHING]
}
