import type { IncomingMessage } from 'node:http'
import type { CookieOptions, Request, Response } from 'express'
import { isForeignPage, type OriginPolicy } from './origin.ts'
import { hashOf } from './secrets.ts'

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
  /** The cookie of the login with this state. */
  readLogin(req: IncomingMessage, state: string): string | 'ambiguous' | undefined
  /** Keeps the cookies of a few other logins of this browser, and clears the oldest ones. */
  setLogin(req: Request, login: { state: string; secret: string; maxAgeSeconds: number }): void
  clearLogin(res: Response, state: string): void
}

// Only this host can set a cookie with this prefix, and only over TLS and for all paths. Browsers treat loopback
// without TLS as secure, except Safari, which does not store such a cookie there.
const SESSION = '__Host-session'
// Browsers that block third-party cookies keep this one, separately for each site that embeds or calls the service.
const PARTITIONED_SESSION = '__Host-session-partitioned'
const LOGIN = /^__Host-login-[0-9a-f]{16}$/
const MAX_LOGINS = 3
// With the session's cookies and other headers, well below the 8 KB that a request's head may have.
const MAX_LOGIN_CHARACTERS = 4096

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
    readLogin: (req, state) => read(req, loginName(state)),
    setLogin: (req, { state, secret, maxAgeSeconds }) => {
      for (const name of surplusLogins(req, secret)) req.res?.clearCookie(name, LOGIN_OPTIONS)
      req.res?.cookie(loginName(state), secret, { ...LOGIN_OPTIONS, maxAge: maxAgeSeconds * 1000 })
    },
    clearLogin: (res, state) => res.clearCookie(loginName(state), LOGIN_OPTIONS),
  }
}

/** Each login has its own cookie, so that two at once do not overwrite each other's state. */
function loginName(state: string): string {
  return `__Host-login-${hashOf(state).slice(0, 16)}`
}

/** The cookies of logins to clear before one with this secret is added. Browsers send older cookies first. */
function surplusLogins(req: IncomingMessage, secret: string): string[] {
  let [count, characters] = [1, secret.length]
  return readAll(req)
    .filter(({ name }) => LOGIN.test(name))
    .toReversed()
    .filter(({ value }) => {
      count += 1
      characters += value.length
      return count > MAX_LOGINS || characters > MAX_LOGIN_CHARACTERS
    })
    .map(({ name }) => name)
}

/**
 * Cookie libraries take the first of two cookies with the same name, which a page on another port of a loopback host
 * may have set to pass its own session off as the visitor's.
 */
function read(req: IncomingMessage, name: string): string | 'ambiguous' | undefined {
  const found = readAll(req).filter((cookie) => cookie.name === name)
  return found.length > 1 ? 'ambiguous' : found[0]?.value
}

function readAll(req: IncomingMessage): { name: string; value: string }[] {
  return (req.headers.cookie ?? '').split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.trim().split('=')
    return value.length === 0 ? [] : [{ name, value: value.join('=') }]
  })
}
