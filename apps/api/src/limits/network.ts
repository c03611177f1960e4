import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import proxyAddr from 'proxy-addr'
import { type Network, UNKNOWN_NETWORK } from '../access/identity.ts'

// The size of network that one household or server gets: blocking single addresses would leave it 2^64 others.
const IPV6_PREFIX_PARTS = 4
// Enough to recognise an attack, too little to identify a household.
const LOGGED_IPV4_BITS = 24
const LOGGED_IPV6_BITS = 48
const MAX_KNOWN_ADDRESSES = 10_000
// The longest address with brackets and port has 53.
const MAX_KNOWN_CHARACTERS = 60
const FORWARDED_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip']
// Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/

/**
 * Finds the network behind the trusted proxies. A chain that is shorter than these was written by the client, so it is not
 * believed. Recent addresses are cached, because parsing one is slow.
 */
export function createFindNetwork({
  trustedHops,
  isLogged = true,
  onWrongHops = () => {},
}: {
  trustedHops: number
  isLogged?: boolean
  /** Called once, at the first request that seems to have passed more proxies than none, or fewer than are trusted. */
  onWrongHops?: (warning: string) => void
}): (req: IncomingMessage) => Network {
  const known = new LRUCache<string, Network>({ max: MAX_KNOWN_ADDRESSES })
  let isReported = false
  const addressOf = (req: IncomingMessage) => {
    const chain = trustedHops === 0 ? [] : proxyAddr.all(req)
    if (chain.length > trustedHops) return chain[trustedHops]
    if (!isReported && FORWARDED_HEADERS.some((name) => name in req.headers)) {
      isReported = true
      onWrongHops(trustedHops === 0 ? UNTRUSTED_PROXY : MISSING_PROXY)
    }
    return req.socket.remoteAddress
  }
  return (req) => {
    const address = addressOf(req) ?? ''
    const before = known.get(address)
    if (before !== undefined) return before
    const found = parseNetwork(address, isLogged)
    // Other text may be as long as a header, and different each time.
    if (found !== UNKNOWN_NETWORK && address.length <= MAX_KNOWN_CHARACTERS) known.set(address, found)
    return found
  }
}

const UNTRUSTED_PROXY =
  'A request came through a proxy, but TRUST_PROXY is 0: rate limits count all callers behind it as one. Set TRUST_PROXY to the number of proxies in front'
const MISSING_PROXY =
  'A request came through fewer proxies than TRUST_PROXY says, so its X-Forwarded-For may be forged and is ignored. Set TRUST_PROXY to the number of proxies in front, through which all requests come'

function parseNetwork(text: string, isLogged: boolean): Network {
  const [, bracketed, plain] = WITH_PORT.exec(text) ?? []
  const bare = bracketed ?? plain ?? text
  if (!ipaddr.isValid(bare)) return UNKNOWN_NETWORK
  const address = ipaddr.process(bare)
  if (address instanceof ipaddr.IPv4) {
    const id = address.toString()
    const cidr = `/${LOGGED_IPV4_BITS}`
    return isLogged ? { id, logged: ipaddr.IPv4.networkAddressFromCIDR(id + cidr) + cidr } : { id }
  }
  const prefix = address.parts.slice(0, IPV6_PREFIX_PARTS).map((part) => part.toString(16))
  const id = `${prefix.join(':')}::/64`
  const cidr = `/${LOGGED_IPV6_BITS}`
  return isLogged ? { id, logged: ipaddr.IPv6.networkAddressFromCIDR(address + cidr) + cidr } : { id }
}
