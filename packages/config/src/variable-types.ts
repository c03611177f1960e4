import { isIP, isIPv4 } from 'node:net'
import { z } from 'zod'

// The types of variables. A message completes a sentence that begins with the variable's name; it must not contain the
// value, which may be a secret.

/** A whole number, as digits. */
export function integer({ min, max }: { min: number; max: number }) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

/** A number of minutes, hours or days such as `24h`; see `secondsOf`. */
export function duration() {
  return z.string().regex(/^[1-9]\d{0,4}[mhd]$/, 'must be a number and a unit: 30m, 24h or 7d')
}

const UNIT_SECONDS: Record<string, number> = { m: 60, h: 3600, d: 86_400 }

/** The seconds of a `duration`. */
export function secondsOf(duration: string): number {
  return Number.parseInt(duration, 10) * (UNIT_SECONDS[duration.slice(-1)] ?? Number.NaN)
}

/** One of the given words. */
export function oneOf<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.enum(choices, `must be one of ${choices.join(', ')}`)
}

/** `on` or `off`, as a boolean. */
export function onOrOff() {
  return oneOf(['on', 'off']).transform((value) => value === 'on')
}

/** An id at Discord. */
export function discordId() {
  return z.string().regex(/^\d{17,20}$/, 'must be an id of 17 to 20 digits')
}

/** An Ed25519 public key, as Discord shows it. */
export function ed25519Key() {
  return z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')
}

/** The origin of a web page, without a trailing slash. */
export function origin() {
  const message = 'must be an origin such as https://timezones.example: a scheme, a host, no path'
  return z
    .string()
    .refine((value) => {
      const parsed = URL.parse(value)
      return (
        parsed !== null &&
        /^https?:$/.test(parsed.protocol) &&
        [`${parsed.origin}/`, parsed.origin].includes(value.toLowerCase())
      )
    }, message)
    .transform((value) => new URL(value).origin)
}

/** A URL to which codes and tokens are sent; plain HTTP is allowed only on loopback. */
export function providerUrl() {
  return urlThat(
    ({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)),
    'must be an https:// URL (http:// on a loopback address)',
  )
}

/** An `https:` or `mailto:` URL. It becomes a link on the page, so no other scheme is accepted. */
export function contactUrl() {
  return urlThat(
    ({ protocol }) => /^(?:https|mailto):$/.test(protocol),
    'must be an https: or mailto: address',
  )
}

/** The address of one Redis server. */
export function redisUrl() {
  return urlThat(
    // The driver takes `redis:6379` for the port of this machine.
    ({ protocol, hostname }) => /^rediss?:$/.test(protocol) && hostname !== '',
    'must be redis://host:port, or rediss:// for TLS',
  )
}

function urlThat(isAccepted: (url: URL) => boolean, message: string) {
  return z.string().refine((value) => URL.canParse(value) && isAccepted(new URL(value)), message)
}

/** People by their login provider and their id there, separated by commas or spaces. */
export function personList() {
  return (
    z
      .string()
      // Zero-width characters come along with pasted ids.
      .transform((value) =>
        value.split(/[\s,\p{Default_Ignorable_Code_Point}]+/u).filter((person) => person !== ''),
      )
      .refine(
        (people) => people.every((person) => /^(?:discord|oidc):./.test(person)),
        'must be a list such as discord:80351110224678912, oidc:alice',
      )
  )
}

/** True for the host names and addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
  )
}

// RFC 6761, 6762, 8375 and ICANN's `internal`; `lan` is common in routers.
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa|lan|test)$/i

/** True for a host name that may be in the public DNS; addresses are not names. */
export function isPublicName(host: string): boolean {
  return host.includes('.') && isIP(host) === 0 && !host.startsWith('[') && !PRIVATE_NAME.test(host)
}
