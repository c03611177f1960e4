import { createPublicKey, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

// A signed request is valid for this long before and after its timestamp.
const MAX_APART_SECONDS = 300

/** How long a signed request may be valid: it may be repeated for as long. */
export const SIGNATURE_SECONDS = 2 * MAX_APART_SECONDS

/**
 * Whether Discord has signed a body, recently, with the key of the application: 32 bytes in hexadecimal.
 * https://discord.com/developers/docs/interactions/overview#setting-up-an-endpoint-validating-security-request-headers
 */
export function createIsSigned(publicKey: string) {
  const x = Buffer.from(publicKey, 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return (headers: IncomingHttpHeaders, body: Buffer): boolean => {
    const { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp } = headers
    if (typeof signature !== 'string' || !/^[0-9a-f]{128}$/i.test(signature)) return false
    if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false
    if (Math.abs(Date.now() / 1000 - Number(timestamp)) > MAX_APART_SECONDS) return false
    return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'hex'))
  }
}
