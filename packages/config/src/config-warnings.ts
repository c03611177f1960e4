import { distance } from 'fastest-levenshtein'
import { type Config, environmentSchema } from './config.ts'
import { SECRETS } from './secret-files.ts'
import { isLoopback, isPublicName } from './variable-types.ts'

/**
 * Valid settings that may not be what the operator wants, and variables of `env` that look like a misspelt setting, one
 * sentence each, for the log at startup.
 */
export function configWarnings(config: Config, env: Readonly<Record<string, string | undefined>>): string[] {
  return [...misspellings(env), ...accessWarnings(config), ...addressWarnings(config)]
}

const NAMES = [...Object.keys(environmentSchema.shape), ...SECRETS.map((name) => `${name}_FILE`)]
// Short names are close to those of other programs, as HOST is to HOME.
const SHORT_NAME = 7

function* misspellings(env: Readonly<Record<string, string | undefined>>) {
  for (const given of Object.keys(env)) {
    if (NAMES.includes(given)) continue
    const nearest = NAMES.find((name) => isMisspelt(given, name)) ?? NAMES.find((name) => goesOn(given, name))
    if (nearest !== undefined) yield `${given} is not a setting and is ignored. Did you mean ${nearest}?`
  }
}

function isMisspelt(given: string, name: string): boolean {
  const text = given.toUpperCase().replaceAll('-', '_')
  // Without some of its words: SESSION_TTL, OIDC_SECRET.
  const words = text.split('_')
  if (words.length > 1 && hasInOrder(name.split('_'), words)) return true
  return distance(text, name) <= (name.length <= SHORT_NAME ? 1 : 2)
}

/** With one more word, as OIDC_ISSUER_URL. */
function goesOn(given: string, name: string): boolean {
  return name.includes('_') && given.startsWith(name) && /^_[A-Z]+$/.test(given.slice(name.length))
}

function hasInOrder(all: readonly string[], some: readonly string[]): boolean {
  const [next, ...others] = some
  const at = next === undefined ? 0 : all.indexOf(next)
  return next === undefined || (at !== -1 && hasInOrder(all.slice(at + 1), others))
}

function* accessWarnings({ auth, login, initialApiKey, http: { host, onLoopback, ...http } }: Config) {
  const hasLogin = login.discord !== undefined || login.oidc !== undefined
  if (auth === 'open' && !onLoopback)
    yield `AUTH=open on ${host}: anyone who can reach this address can write every record`
  // What suggests that other machines can reach the service, although it listens on loopback.
  const sign =
    http.publicUrl !== undefined && !isLoopback(new URL(http.publicUrl).hostname)
      ? `PUBLIC_URL is ${http.publicUrl}`
      : (http.trustProxyHops > 0 && 'TRUST_PROXY is set') || (hasLogin && 'there is a login provider')
  if (auth === 'open' && onLoopback && sign)
    yield `AUTH is open, although ${sign}: anyone who can reach the service can write every record. Set AUTH=required`
  if (auth === 'required' && !hasLogin && initialApiKey === undefined)
    yield 'AUTH=required without a login provider: only programs with an API key can write. To create a key, run: registry keys create --name bot --scope records:write'
  if (!hasLogin) return
  if (http.publicUrl === undefined && !onLoopback)
    yield 'Only people on this machine can sign in: set PUBLIC_URL, the address that login providers redirect to'
  // Browsers store a Secure cookie only over https:// or on loopback.
  if (http.publicUrl?.startsWith('http:') && !isLoopback(new URL(http.publicUrl).hostname))
    yield 'Nobody can stay signed in: browsers store the session cookie only if PUBLIC_URL is https://'
}

function* addressWarnings({ http: { publicUrl, trustProxyHops } }: Config) {
  if (publicUrl?.startsWith('http:') && isPublicName(new URL(publicUrl).hostname))
    yield `PUBLIC_URL is ${publicUrl}: API keys and records cross the network unencrypted. Serve it through a proxy with TLS, and set https://`
  // The service itself does not speak TLS, so an https:// address is that of a proxy.
  if (publicUrl?.startsWith('https:') && trustProxyHops === 0)
    yield `PUBLIC_URL is ${publicUrl}, which needs a proxy, but TRUST_PROXY is 0: rate limits count all callers as one. Set TRUST_PROXY to the number of proxies in front`
}
