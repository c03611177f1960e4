import { hash, hkdfSync, randomBytes } from 'node:crypto'

/** 256 random bits, as text that is valid in a cookie and in a URL. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 in hexadecimal: a secret of 256 random bits needs no slow hash, and comparing two hashes reveals nothing. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** A 256-bit key for one purpose: keys of different purposes reveal nothing about each other or the secret. */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))
}
