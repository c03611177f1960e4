import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const KEY_PREFIX = 'tzr_'
const KEY = /^tzr_[0-9a-f]{72}$/
const SECRET_BYTES = 32

/**
 * A new key: `tzr_`, 256 random bits and their CRC-32, in hexadecimal. The form lets secret scanners recognise a
 * published key, and lets the service refuse a mistyped one without a query.
 */
export function createApiKey(): string {
  const secret = randomBytes(SECRET_BYTES).toString('hex')
  return `${KEY_PREFIX}${secret}${checksumOf(secret)}`
}

/** False for text in another format, or with a missing or changed character. */
export function isWellFormedApiKey(text: string): boolean {
  const checksumAt = KEY_PREFIX.length + 2 * SECRET_BYTES
  return KEY.test(text) && checksumOf(text.slice(KEY_PREFIX.length, checksumAt)) === text.slice(checksumAt)
}

function checksumOf(secret: string): string {
  return crc32(secret).toString(16).padStart(8, '0')
}
