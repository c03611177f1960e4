import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, as text that fits a cookie and an address. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * What is stored of a secret, and looked up by: SHA-256 in hexadecimal. A secret of 256 random bits needs no slow hash,
 * and how long the comparison of two hashes takes tells nothing about the secret.
 */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
