import type { Config } from './config.ts'
import { isLoopback, isPublicName } from './variable-types.ts'

/** Valid settings that may not be what the operator wants, one sentence each, for the log at startup. */
export function configWarnings(config: Config): string[] {
  return [
    ...openToAll(config),
    ...nobodyCanWrite(config),
    ...loginCannotWork(config),
    ...unencrypted(config),
    ...proxyNotTrusted(config),
  ]
}

function openToAll(config: Config): string[] {
  const { host, onLoopback } = config.http
  if (config.auth !== 'open') return []
  if (!onLoopback) return [`AUTH=open on ${host}: ANYBODY who can reach this address can write ANY record`]
  const sign = signOfOthers(config)
  if (sign === undefined) return []
  return [
    `AUTH is open, although ${sign}: ANYBODY who can reach the service can write ANY record. Set AUTH=required`,
  ]
}

/** What suggests that other machines can reach the service, although it listens on loopback. */
function signOfOthers(config: Config): string | undefined {
  const { publicUrl, trustProxyHops } = config.http
  if (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname)) return `PUBLIC_URL is ${publicUrl}`
  if (trustProxyHops > 0) return 'TRUST_PROXY is set'
  return hasLogin(config) ? 'there is a login provider' : undefined
}

function nobodyCanWrite(config: Config): string[] {
  if (config.auth !== 'required' || hasLogin(config)) return []
  // The command opens the database, and the embedded one serves one process at a time.
  const first = config.database.url === undefined ? 'stop this service and run' : 'run'
  return [
    `AUTH=required without a login provider: only programs with an API key can write. To create a key, ${first}: npx registry keys create --name bot --scope records:write`,
  ]
}

function loginCannotWork(config: Config): string[] {
  if (!hasLogin(config)) return []
  const { publicUrl, onLoopback } = config.http
  if (publicUrl === undefined)
    return onLoopback
      ? []
      : [
          'Only people on this machine can sign in: set PUBLIC_URL, the address that login providers redirect to',
        ]
  // Browsers store a Secure cookie only over https:// or on loopback.
  if (publicUrl.startsWith('https:') || isLoopback(new URL(publicUrl).hostname)) return []
  return ['Nobody can stay signed in: browsers store the session cookie only if PUBLIC_URL is https://']
}

function unencrypted({ http: { publicUrl } }: Config): string[] {
  if (publicUrl === undefined || !publicUrl.startsWith('http:')) return []
  if (!isPublicName(new URL(publicUrl).hostname)) return []
  return [
    `PUBLIC_URL is ${publicUrl}: API keys and records cross the network unencrypted. Serve it through a proxy with TLS, and set https://`,
  ]
}

/** The service itself does not speak TLS, so an https:// address is that of a proxy. */
function proxyNotTrusted({ http: { publicUrl, trustProxyHops } }: Config): string[] {
  if (publicUrl === undefined || !publicUrl.startsWith('https:') || trustProxyHops > 0) return []
  return [
    `PUBLIC_URL is ${publicUrl}, which needs a proxy, but TRUST_PROXY is 0: rate limits count all callers as one. Set TRUST_PROXY to the number of proxies in front`,
  ]
}

function hasLogin({ login }: Config): boolean {
  return login.discord !== undefined || login.oidc !== undefined
}
