import type { IncomingMessage } from 'node:http'
import type { CookieOptions, Request, Response } from 'express'
import { isForeignPage, type OriginPolicy } from './origin.ts'

/** The service's cookies: the session id, and the state of a login in progress. */
export type Cookies = {
  /**
   * The session ids that the browser sent, at most two, in the order to try them. `ambiguous` if it sent two cookies
   * with the same name.
   */
  readSessions(req: IncomingMessage): readonly string[] | 'ambiguous'
  /** Sets the cookie for the page that sent the request: the service's own page, or one of another origin. */
  setSession(req: Request, id: string, maxAgeSeconds: number): void
  clearSessions(res: Response): void
  readLogin(req: IncomingMessage): string | 'ambiguous' | undefined
  setLogin(res: Response, secret: string, maxAgeSeconds: number): void
  clearLogin(res: Response): void
}

// Only this host can set a cookie with this prefix, and only over TLS and for all paths. Browsers treat loopback
// without TLS as secure, except Safari, which does not store such a cookie there.
const SESSION = '__Host-session'
// Browsers that block third-party cookies keep this one, separately for each site that embeds or calls the service.
const PARTITIONED_SESSION = '__Host-session-partitioned'
const LOGIN = '__Host-login'

const COMMON = { path: '/', httpOnly: true, secure: true } satisfies CookieOptions
const LOGIN_OPTIONS = { ...COMMON, sameSite: 'lax' } satisfies CookieOptions
const PARTITIONED_OPTIONS = { ...COMMON, sameSite: 'none', partitioned: true } satisfies CookieOptions

export function createCookies(origins: OriginPolicy): Cookies {
  // Pages of other origins may send the session cookie, which requires `SameSite=None`.
  const allowsForeignOrigins = origins.corsOrigins.some((origin) => origin !== origins.publicUrl)
  const sessionOptions = {
    ...COMMON,
    sameSite: allowsForeignOrigins ? 'none' : 'lax',
  } satisfies CookieOptions

  return {
    readSessions: (req) => {
      // A browser that ignores `Partitioned` also sends that cookie from the service's own page.
      const names = isForeignPage(req, origins) ? [PARTITIONED_SESSION, SESSION] : [SESSION]
      const ids = names.map((name) => read(req, name)).filter((id) => id !== undefined)
      return ids.includes('ambiguous') ? 'ambiguous' : ids
    },
    setSession: (req, id, maxAgeSeconds) => {
      const [name, options] = isForeignPage(req, origins)
        ? [PARTITIONED_SESSION, PARTITIONED_OPTIONS]
        : [SESSION, sessionOptions]
      req.res?.cookie(name, id, { ...options, maxAge: maxAgeSeconds * 1000 })
    },
    clearSessions: (res) => {
      res.clearCookie(SESSION, sessionOptions)
      if (allowsForeignOrigins) res.clearCookie(PARTITIONED_SESSION, PARTITIONED_OPTIONS)
    },
    readLogin: (req) => read(req, LOGIN),
    setLogin: (res, secret, maxAgeSeconds) =>
      res.cookie(LOGIN, secret, { ...LOGIN_OPTIONS, maxAge: maxAgeSeconds * 1000 }),
    clearLogin: (res) => res.clearCookie(LOGIN, LOGIN_OPTIONS),
  }
}

/**
 * Cookie libraries take the first of two cookies with the same name, which a page on another port of a loopback host
 * may have set to pass its own session off as the visitor's.
 */
function read(req: IncomingMessage, name: string): string | 'ambiguous' | undefined {
  const values = (req.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length > 1 ? 'ambiguous' : values[0]
}
