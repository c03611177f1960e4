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

/** A number of minutes, hours, days, weeks or years such as `24h`; see `secondsOf`. */
export function duration() {
  return z.string().regex(/^[1-9]\d{0,4}[mhdwy]$/, 'must be a number and a unit: 30m, 24h, 7d, 4w or 1y')
}

const UNIT_SECONDS: Record<string, number> = { m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000 }

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

/** An address or a host name, without anything else. */
export function hostName() {
  return z
    .string()
    .refine(
      (value) => isIP(value) !== 0 || /^(?=.*[a-z])[\w.-]+$/i.test(value),
      'must be an address or a host name, without a scheme or a port (see PORT); 0.0.0.0 listens on all addresses',
    )
}

// What a shell or a reader of files would replace or drop, a URL, two paths as Docker's -v takes them, and full-width characters.
const NO_PATH = /\p{Cc}|^[~～]|^%\w|[$＄][({\w]|["'`“”„‘’«»＂＇／＼]|^\w{2,}:\/\/|^file:|..:\/|[,;]$/u

/** The path of a directory as it stands, on this system. */
export function directoryPath() {
  return z
    .string()
    .refine(
      (value) => !NO_PATH.test(value),
      'must be the path of a directory, without "~", "$", quotation marks, or anything before or after it',
    )
}

/** What a login provider gives out. */
export function credential() {
  return z.string().regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'must have only ASCII characters, in one line')
}

/** The origin of a web page, without a trailing slash. */
export function origin() {
  return z
    .string()
    .refine(
      (value) => /^https?:\/\/[^/?#@*\s\\]+\/?$/i.test(value) && hasHostName(value),
      'must be an origin such as https://timezones.example: a scheme, a host, no path',
    )
    .transform((value) => new URL(value).origin)
}

/** Whether a URL is valid, without what surrounds one in a file, and its host is what browsers and resolvers take for one. */
function hasHostName(value: string): boolean {
  return (
    !/["`“”‘’]|[',;]$/.test(value) && /^(?:[\w.-]*|\[[\da-f:.]+\])$/i.test(URL.parse(value)?.hostname ?? '?')
  )
}

const DISCOVERY = '/.well-known/openid-configuration'

/** An OpenID Connect issuer. Its slash at the end, if any, belongs to it. */
export function issuerUrl() {
  return providerUrl().refine(
    (value) => !value.includes('/.well-known/') && !/[?#]/.test(value),
    `must be the issuer itself, as ${DISCOVERY} under it names it: without this path, "?" or "#"`,
  )
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
    ({ protocol, pathname }) => /^(?:https:|mailto:.*@)/.test(protocol + pathname),
    'must be an https: or mailto: address',
  )
}

/** The address of one Redis server. */
export function redisUrl() {
  return urlThat(
    // The driver takes `redis:6379` for the port of this machine.
    ({ protocol, hostname, pathname }) =>
      /^rediss?:$/.test(protocol) && hostname !== '' && /^(?:\/\d*)?$/.test(pathname),
    'must be redis://host:port, or rediss:// for TLS, of one server, with at most the number of a database after it',
  )
}

function urlThat(isAccepted: (url: URL) => boolean, message: string) {
  return z.string().refine((value) => hasHostName(value) && isAccepted(new URL(value)), message)
}

/** People by their login provider and their id there, separated by commas, semicolons or spaces. */
export function personList() {
  return (
    z
      .string()
      // Zero-width characters come along with pasted ids.
      .transform((value) =>
        value.split(/[\s,;，、；\p{Default_Ignorable_Code_Point}]+/u).filter((person) => person !== ''),
      )
      .refine(
        (people) =>
          people.every((person) => /^(?:discord:\d+|oidc:(?!["'`“”‘’]).+(?<!["'`“”‘’]))$/.test(person)),
        'must be a list such as discord:80351110224678912, oidc:alice, without quotation marks',
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
