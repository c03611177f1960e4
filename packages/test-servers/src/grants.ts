import { createHash, randomUUID } from 'node:crypto'

/** Codes and tokens that have been issued; a code is exchanged once. */
export type Grants<User> = {
  issue(redirectUri: string, challenge: string | null): string
  /** The token of a user; undefined if the code was issued for another address or another verifier. */
  exchange(given: URLSearchParams, user: User): string | undefined
  userOf(token: string): User | undefined
}

export function createGrants<User>(): Grants<User> {
  const codes = new Map<string, { redirectUri: string; challenge: string | null }>()
  const tokens = new Map<string, User>()
  return {
    issue: (redirectUri, challenge) => {
      const code = randomUUID()
      codes.set(code, { redirectUri, challenge })
      return code
    },
    exchange: (given, user) => {
      const code = given.get('code') ?? ''
      const issued = codes.get(code)
      codes.delete(code)
      const challenge = createHash('sha256')
        .update(given.get('code_verifier') ?? '')
        .digest('base64url')
      const isBound = issued?.challenge === null || issued?.challenge === challenge
      if (issued?.redirectUri !== given.get('redirect_uri') || !isBound) return undefined
      const token = randomUUID()
      tokens.set(token, user)
      return token
    },
    userOf: (token) => tokens.get(token),
  }
}
