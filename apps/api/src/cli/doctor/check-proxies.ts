import type { Config } from '@timezone-registry/config'
import { type Finding, ok, problem } from './finding.ts'

const TIMEOUT_MILLISECONDS = 3000
// Addresses for documentation (RFC 5737), which no caller has.
const FORGED = ['192.0.2.1', '198.51.100.1', '203.0.113.1']

/**
 * Whether clients can choose the address by which limits count them: then each of three addresses that this machine makes
 * up has its whole limit left. Says nothing if the service does not answer, or has no limits.
 */
export async function checkProxies({ http: { publicUrl, trustProxyHops } }: Config): Promise<Finding[]> {
  if (publicUrl === undefined || trustProxyHops === 0) return []
  const name = 'trusted proxies'
  const areWhole = await Promise.all(
    FORGED.map((address) => hasWholeLimit(publicUrl, Array(trustProxyHops).fill(address).join(', '))),
  )
  if (areWhole.includes(undefined)) return []
  if (areWhole.includes(false)) return [ok(name, 'clients cannot choose their address')]
  return [
    problem(
      name,
      `Clients can choose the address by which limits count them: fewer proxies are in front than TRUST_PROXY=${trustProxyHops}.`,
      'Set TRUST_PROXY to the number of proxies, and let the one at the edge replace X-Forwarded-For.',
    ),
  ]
}

async function hasWholeLimit(publicUrl: string, forwardedFor: string): Promise<boolean | undefined> {
  const headers = { 'x-forwarded-for': forwardedFor }
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS)
  const response = await fetch(`${publicUrl}/auth`, { headers, signal }).catch(() => undefined)
  const [limit, remaining] = ['limit', 'remaining'].map((of) => response?.headers.get(`ratelimit-${of}`))
  return limit && remaining ? Number(remaining) === Number(limit) - 1 : undefined
}
