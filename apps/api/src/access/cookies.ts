import type { IncomingMessage } from 'node:http'
import type { CookieOptions, Request, Response } from 'express'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { z } from 'zod'
import { isForeignPage, type OriginPolicy } from './origin.ts'
import { hashOf } from './secrets.ts'
import type { UseOnce } from './use-once-store.ts'

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

/** A login in progress, against which its callback is checked. */
export type LoginState = z.infer<typeof loginStateSchema>

/** The browser keeps a login in progress, encrypted: a flood cannot evict it, and any instance can finish it. */
export type LoginCookie = ReturnType<typeof createLoginCookie>

/** How long a login may take. */
export const LOGIN_SECONDS = 600

const LOGIN_COOKIE = /^__Host-login-[0-9a-f]{16}$/
const LOGIN_OPTIONS = { ...COMMON, sameSite: 'lax' } satisfies CookieOptions
const MAX_LOGINS = 3
// With the session's cookies and other headers, well below the 8 KB that a request's head may have.
const MAX_CHARACTERS = 4096
const KEY_MANAGEMENT = 'dir'
const ENCRYPTION = 'A256GCM'

const loginStateSchema = z.object({
  provider: z.string(),
  /** Sent to the provider and back. */
  state: z.string(),
  codeVerifier: z.string(),
  nonce: z.string(),
  redirect: z.string().optional(),
})

/** `key` has 256 bits and is shared by all instances of this deployment; `finish` gets the state of a finished login. */
export function createLoginCookie({ key, finish }: { key: Uint8Array; finish: UseOnce }) {
  return {
    /** Keeps the cookies of a few other logins of this browser, and clears the oldest ones. */
    set: async (req: Request, login: LoginState): Promise<void> => {
      const value = await new EncryptJWT(login)
        .setProtectedHeader({ alg: KEY_MANAGEMENT, enc: ENCRYPTION })
        .setExpirationTime(`${LOGIN_SECONDS} s`)
        .encrypt(key)
      for (const name of surplusLogins(req, value)) req.res?.clearCookie(name, LOGIN_OPTIONS)
      req.res?.cookie(loginCookieOf(login.state), value, { ...LOGIN_OPTIONS, maxAge: LOGIN_SECONDS * 1000 })
    },
    /**
     * The login with this state, for the one caller that finishes it; clears its cookie. Undefined for a cookie of another
     * provider, and for one that is missing, forged, from another deployment, or older than ten minutes.
     */
    take: async (req: Request, provider: string, state: string): Promise<LoginState | undefined> => {
      const cookie = readCookie(req, loginCookieOf(state))
      if (cookie === undefined) return undefined
      req.res?.clearCookie(loginCookieOf(state), LOGIN_OPTIONS)
      const login = await open(cookie, key)
      const isOurs = login?.provider === provider && login.state === state
      return isOurs && (await finish(state)) ? login : undefined
    },
  }
}

/** Each login has its own cookie, so that two at once do not overwrite each other's state. */
function loginCookieOf(state: string): string {
  return `__Host-login-${hashOf(state).slice(0, 16)}`
}

/** The cookies of logins to clear before one with this value is added. Browsers send older cookies first. */
function surplusLogins(req: Request, value: string): string[] {
  let [count, characters] = [1, value.length]
  return readCookies(req)
    .filter(({ name }) => LOGIN_COOKIE.test(name))
    .toReversed()
    .filter(({ value }) => {
      count += 1
      characters += value.length
      return count > MAX_LOGINS || characters > MAX_CHARACTERS
    })
    .map(({ name }) => name)
}

async function open(cookie: string, key: Uint8Array): Promise<LoginState | undefined> {
  try {
    const { payload } = await jwtDecrypt(cookie, key, {
      keyManagementAlgorithms: [KEY_MANAGEMENT],
      contentEncryptionAlgorithms: [ENCRYPTION],
      requiredClaims: ['exp'],
    })
    return loginStateSchema.parse(payload)
  } catch {
    return undefined
  }
}

/** Neither of two with this name: a page on another port of a loopback host may have set one to pass off its own session. */
function readCookie(req: IncomingMessage, name: string): string | undefined {
  const [found, another] = readCookies(req).filter((cookie) => cookie.name === name)
  return another === undefined ? found?.value : undefined
}

/** Every cookie, in the order in which the browser sent them. */
function readCookies(req: IncomingMessage): { name: string; value: string }[] {
  return (req.headers.cookie ?? '').split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.trim().split('=')
    return value.length === 0 ? [] : [{ name, value: value.join('=') }]
  })
}
