import { EncryptJWT, jwtDecrypt } from 'jose'
import { z } from 'zod'

/** The state of a login in progress, against which its callback is checked. */
export type LoginState = z.infer<typeof loginStateSchema>

/**
 * The state of a login, kept by the browser that started it, so that a flood of other logins cannot evict it and any
 * instance can finish it. It is encrypted and authenticated; the browser can neither read nor change it.
 */
export type LoginCookie = {
  seal(login: LoginState): Promise<string>
  /** Undefined for a cookie that is forged, from another deployment, or older than ten minutes. */
  open(cookie: string): Promise<LoginState | undefined>
}

/** How long a login may take. */
export const LOGIN_SECONDS = 600

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

/** `key` has 256 bits and is shared by all instances of this deployment. */
export function createLoginCookie({ key }: { key: Uint8Array }): LoginCookie {
  return {
    seal: (login) =>
      new EncryptJWT(login)
        .setProtectedHeader({ alg: KEY_MANAGEMENT, enc: ENCRYPTION })
        .setExpirationTime(`${LOGIN_SECONDS} s`)
        .encrypt(key),
    open: async (cookie) => {
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
    },
  }
}
