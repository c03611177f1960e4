import { distance } from 'fastest-levenshtein'
import { type Config, environmentSchema } from './config.ts'
import { SECRETS } from './secret-files.ts'
import { isLoopback, isPublicName } from './variable-types.ts'

/** What the operator may not want, a sentence each. `ownNames` are those in a file for this service, such as `.env`. */
export function configWarnings(
  config: Config,
  env: Environment,
  { ownNames = [] }: { ownNames?: readonly string[] } = {},
): string[] {
  return [...unknownNames(env, ownNames), ...accessWarnings(config), ...addressWarnings(config)]
}

type Environment = Readonly<Record<string, string | undefined>>

const NAMES = [...Object.keys(environmentSchema.shape), ...SECRETS.map((name) => `${name}_FILE`)]
// Short names are close to those of other programs, as HOST is to HOME.
const SHORT_NAME = 7
// In a file for this service and for those beside it, such as Compose's and the client libraries'.
const OF_OTHERS =
  /^(?:COMPOSE|DOCKER|LC|NODE|NPM|OTEL|POSTGRES|SSL|TEST|UV)_|^PG[A-Z]|_PROXY$|^(?:DEBUG|DISCORD_BOT_TOKEN|LANG|TZ)$/i

function* unknownNames(env: Environment, ownNames: readonly string[]) {
  for (const given of Object.keys(env)) {
    if (NAMES.includes(given)) continue
    const isOwn = ownNames.includes(given)
    const text = given.toUpperCase().replaceAll('-', '_')
    const nearest =
      NAMES.find((name) => distance(text, name) <= (name.length <= SHORT_NAME ? 1 : 2)) ??
      NAMES.find((name) => isCalled(name, text) && (isOwn || couldBe(name, env[given], env)))
    if (nearest !== undefined) yield `${given} is not a setting and is ignored. Did you mean ${nearest}?`
    else if (isOwn && !OF_OTHERS.test(given))
      yield `${given} is not a setting and is ignored. Remove it, or look for its name in docs/operations/configuration.md`
  }
}

/** Whether a name is a setting's with one more word, as OIDC_ISSUER_URL, or without some, as SESSION_TTL and OIDC_SECRET. */
function isCalled(name: string, given: string): boolean {
  const [words, others] = [name.split('_'), given.split('_')]
  if (words.length === 1 || others.length === 1) return false
  const isLonger = given.startsWith(`${name}_`) && others.length === words.length + 1
  return isLonger || hasInOrder(words, others)
}

function hasInOrder(all: readonly string[], some: readonly string[]): boolean {
  const [next, ...others] = some
  const at = next === undefined ? 0 : all.indexOf(next)
  return next === undefined || (at !== -1 && hasInOrder(all.slice(at + 1), others))
}

/** Whether a setting that is not set could have this value, which is probably not another program's then. */
function couldBe(name: string, value: string | undefined, env: Environment): boolean {
  const schema = environmentSchema.shape[name as keyof typeof environmentSchema.shape]
  return !env[name] && !env[`${name}_FILE`] && schema?.safeParse(value).success
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
