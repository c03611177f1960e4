import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, as text that is valid in a cookie and in a URL. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The hash by which a secret is stored and looked up: SHA-256 in hexadecimal. A secret of 256 random bits needs no slow
 * hash, and the time it takes to compare two hashes reveals nothing about the secret.
 */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** A 256-bit key for one purpose: keys of different purposes reveal nothing about each other or the secret. */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))
}

/** Binds values that are kept outside PostgreSQL to their name and to this deployment. */
export type Seal = {
  /** The value with its HMAC-SHA-256 in front. */
  seal(name: string, value: string): string
  /** The value; undefined unless it was sealed under this name with the same key. */
  open(name: string, sealed: string): string | undefined
}

export function createSeal(key: Uint8Array): Seal {
  const macOf = (name: string, value: string) =>
    createHmac('sha256', key).update(`${name.length}:${name}${value}`).digest()
  return {
    seal: (name, value) => `${macOf(name, value).toString('base64url')}.${value}`,
    open: (name, sealed) => {
      const end = sealed.indexOf('.')
      const given = Buffer.from(sealed.slice(0, Math.max(end, 0)), 'base64url')
      const value = sealed.slice(end + 1)
      const expected = macOf(name, value)
      return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined
    },
  }
}
