import type { CookieOptions, Request } from 'express'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { z } from 'zod'
import { readCookie, readCookies } from '../cookies.ts'
import { hashOf } from '../secrets.ts'
import type { UseOnce } from '../use-once-store.ts'

/** A login in progress, against which its callback is checked. */
export type LoginState = z.infer<typeof loginStateSchema>

/** The browser keeps a login in progress, encrypted: a flood cannot evict it, and any instance can finish it. */
export type LoginCookie = ReturnType<typeof createLoginCookie>

/** How long a login may take. */
export const LOGIN_SECONDS = 600

const NAME = /^__Host-login-[0-9a-f]{16}$/
const OPTIONS = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } satisfies CookieOptions
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
      for (const name of surplusLogins(req, value)) req.res?.clearCookie(name, OPTIONS)
      req.res?.cookie(nameOf(login.state), value, { ...OPTIONS, maxAge: LOGIN_SECONDS * 1000 })
    },
    /**
     * The login with this state, for the one caller that finishes it; clears its cookie. Undefined for a cookie of another
     * provider, and for one that is missing, forged, from another deployment, or older than ten minutes.
     */
    take: async (req: Request, provider: string, state: string): Promise<LoginState | undefined> => {
      const cookie = readCookie(req, nameOf(state))
      if (cookie === undefined) return undefined
      req.res?.clearCookie(nameOf(state), OPTIONS)
      const login = await open(cookie, key)
      const isOurs = login?.provider === provider && login.state === state
      return isOurs && (await finish(state)) ? login : undefined
    },
  }
}

/** Each login has its own cookie, so that two at once do not overwrite each other's state. */
function nameOf(state: string): string {
  return `__Host-login-${hashOf(state).slice(0, 16)}`
}

/** The cookies of logins to clear before one with this value is added. Browsers send older cookies first. */
function surplusLogins(req: Request, value: string): string[] {
  let [count, characters] = [1, value.length]
  return readCookies(req)
    .filter(({ name }) => NAME.test(name))
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
