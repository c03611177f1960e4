import type { IncomingMessage } from 'node:http'
import type { CookieOptions, Request, Response } from 'express'
import { isForeignPage, type OriginPolicy } from './origin.ts'

/** The cookies with the session id. */
export type Cookies = ReturnType<typeof createCookies>

// Only this host can set a cookie with this prefix, and only over TLS and for all paths. Browsers treat loopback
// without TLS as secure, except Safari, which does not store such a cookie there.
const SESSION = '__Host-session'
// Browsers that block third-party cookies keep this one, separately for each site that embeds or calls the service.
const PARTITIONED_SESSION = '__Host-session-partitioned'

const COMMON = { path: '/', httpOnly: true, secure: true } satisfies CookieOptions
const PARTITIONED_OPTIONS = { ...COMMON, sameSite: 'none', partitioned: true } satisfies CookieOptions

/** `ttlSeconds` is the maximum age of a session since login. */
export function createCookies(origins: OriginPolicy, { ttlSeconds }: { ttlSeconds: number }) {
  // Pages of other origins may send the session cookie, which requires `SameSite=None`.
  const allowsForeignOrigins = origins.corsOrigins.some((origin) => origin !== origins.publicUrl)
  const sessionOptions = {
    ...COMMON,
    sameSite: allowsForeignOrigins ? 'none' : 'lax',
  } satisfies CookieOptions

  return {
    /** The session ids that the browser sent, at most two, in the order to try them. */
    readSessions: (req: IncomingMessage): readonly string[] => {
      // A browser that ignores `Partitioned` also sends that cookie from the service's own page.
      const names = isForeignPage(req, origins) ? [PARTITIONED_SESSION, SESSION] : [SESSION]
      return names.map((name) => readCookie(req, name)).filter((id) => id !== undefined)
    },
    /** Sets the cookie for the page that sent the request: the service's own page, or one of another origin. */
    setSession: (req: Request, id: string) => {
      const [name, options] = isForeignPage(req, origins)
        ? [PARTITIONED_SESSION, PARTITIONED_OPTIONS]
        : [SESSION, sessionOptions]
      req.res?.cookie(name, id, { ...options, maxAge: ttlSeconds * 1000 })
    },
    clearSessions: (res: Response) => {
      res.clearCookie(SESSION, sessionOptions)
      if (allowsForeignOrigins) res.clearCookie(PARTITIONED_SESSION, PARTITIONED_OPTIONS)
    },
  }
}

/** Neither of two with this name: a page on another port of a loopback host may have set one to pass off its own session. */
export function readCookie(req: IncomingMessage, name: string): string | undefined {
  const [found, another] = readCookies(req).filter((cookie) => cookie.name === name)
  return another === undefined ? found?.value : undefined
}

/** Every cookie, in the order in which the browser sent them. */
export function readCookies(req: IncomingMessage): { name: string; value: string }[] {
  return (req.headers.cookie ?? '').split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.trim().split('=')
    return value.length === 0 ? [] : [{ name, value: value.join('=') }]
  })
}
