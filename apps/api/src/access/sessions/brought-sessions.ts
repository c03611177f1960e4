import type { IncomingMessage } from 'node:http'
import type { Cookies } from '../cookies.ts'
import type { Session } from '../identity.ts'
import type { Sessions } from './sessions.ts'

/** The valid sessions whose cookies a request carries; none for ambiguous cookies. Rejects as `Sessions.find` does. */
export type FindBroughtSessions = (req: IncomingMessage) => Promise<Session[]>

export function createFindBroughtSessions({
  cookies,
  sessions,
}: {
  cookies: Pick<Cookies, 'readSessions'>
  sessions: Pick<Sessions, 'find'>
}): FindBroughtSessions {
  return async (req) => {
    const ids = cookies.readSessions(req)
    if (ids === 'ambiguous') return []
    const found = await Promise.all(ids.map(sessions.find))
    return found.filter((session) => session !== undefined)
  }
}
