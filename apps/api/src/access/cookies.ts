import type { IncomingMessage } from 'node:http'
import type { CookieOptions, Response } from 'express'

/** The service's cookies: the session's id, and what binds a login under way to the browser that began it. */
export type Cookies = {
  /** The session's id; `ambiguous` when the browser sends more than one. */
  readSession(req: IncomingMessage): string | 'ambiguous' | undefined
  setSession(res: Response, id: string, maxAgeSeconds: number): void
  clearSession(res: Response): void
  readLogin(req: IncomingMessage): string | 'ambiguous' | undefined
  setLogin(res: Response, secret: string, maxAgeSeconds: number): void
  clearLogin(res: Response): void
}

/**
 * `Secure` and with the prefix `__Host-`, which no other host and no path can set, wherever people come over TLS: that
 * is everywhere but on plain loopback. Pages of foreign origins send the session along only with `SameSite=None`, and
 * browsers accept that only together with `Secure`.
 */
export function createCookies({
  isPlainLoopback,
  allowsForeignOrigins,
}: {
  isPlainLoopback: boolean
  allowsForeignOrigins: boolean
}): Cookies {
  const prefix = isPlainLoopback ? '' : '__Host-'
  const common = { path: '/', httpOnly: true, secure: !isPlainLoopback } satisfies CookieOptions
  const session = {
    ...common,
    sameSite: allowsForeignOrigins && !isPlainLoopback ? 'none' : 'lax',
  } satisfies CookieOptions
  const login = { ...common, sameSite: 'lax' } satisfies CookieOptions
  const names = { session: `${prefix}session`, login: `${prefix}login` }

  return {
    readSession: (req) => read(req, names.session),
    setSession: (res, id, maxAgeSeconds) =>
      res.cookie(names.session, id, { ...session, maxAge: maxAgeSeconds * 1000 }),
    clearSession: (res) => res.clearCookie(names.session, session),
    readLogin: (req) => read(req, names.login),
    setLogin: (res, secret, maxAgeSeconds) =>
      res.cookie(names.login, secret, { ...login, maxAge: maxAgeSeconds * 1000 }),
    clearLogin: (res) => res.clearCookie(names.login, login),
  }
}

/**
 * Cookie libraries take the first of two cookies with one name. Another path or another port of this
 * host may have set it, to replace the visitor's session with its own.
 */
function read(req: IncomingMessage, name: string): string | 'ambiguous' | undefined {
  const values = (req.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length > 1 ? 'ambiguous' : values[0]
}
