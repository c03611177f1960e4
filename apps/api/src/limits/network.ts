import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import proxyAddr from 'proxy-addr'

/** The network that a request comes from: an IPv4 address, or the /64 of an IPv6 address. */
export type NetworkOf = (req: IncomingMessage) => string

type FoundNetwork = { network: string; coarse: string | undefined }

// The size of network that one household or server gets: blocking single addresses would leave it 2^64 others.
const IPV6_PREFIX_PARTS = 4
// Enough to recognise an attack, too little to identify a household.
const LOGGED_IPV4_BITS = 24
const LOGGED_IPV6_BITS = 48
const MAX_KNOWN_ADDRESSES = 10_000
// The longest address with brackets and port has 53.
const MAX_KNOWN_CHARACTERS = 60
const FORWARDED_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip']
const UNKNOWN: FoundNetwork = { network: 'unknown', coarse: undefined }
// Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/

/**
 * Finds the network behind the trusted proxies. A chain that is shorter than these was written by the client, so it is not
 * believed. Recent addresses are cached, because parsing one is slow.
 */
export function createNetworks({
  trustedHops,
  onWrongHops = () => {},
}: {
  trustedHops: number
  /** Called once, at the first request that seems to have passed more proxies than none, or fewer than are trusted. */
  onWrongHops?: () => void
}) {
  const known = new LRUCache<string, FoundNetwork>({ max: MAX_KNOWN_ADDRESSES })
  let isReported = false
  const addressOf = (req: IncomingMessage) => {
    const chain = trustedHops === 0 ? [] : proxyAddr.all(req)
    if (chain.length > trustedHops) return chain[trustedHops]
    if (!isReported && FORWARDED_HEADERS.some((name) => name in req.headers)) {
      isReported = true
      onWrongHops()
    }
    return req.socket.remoteAddress
  }
  const find = (req: IncomingMessage) => {
    const address = addressOf(req) ?? ''
    const before = known.get(address)
    if (before !== undefined) return before
    const found = parseNetwork(address)
    // Other text may be as long as a header, and different each time.
    if (found !== UNKNOWN && address.length <= MAX_KNOWN_CHARACTERS) known.set(address, found)
    return found
  }
  return {
    networkOf: (req: IncomingMessage) => find(req).network,
    /** For the log: the /24 of an IPv4 address or the /48 of an IPv6 address, in CIDR notation; undefined if unknown. */
    coarseNetworkOf: (req: IncomingMessage) => find(req).coarse,
  }
}

function parseNetwork(text: string): FoundNetwork {
  const [, bracketed, plain] = WITH_PORT.exec(text) ?? []
  const bare = bracketed ?? plain ?? text
  if (!ipaddr.isValid(bare)) return UNKNOWN
  const address = ipaddr.process(bare)
  if (address instanceof ipaddr.IPv4)
    return {
      network: address.toString(),
      coarse: `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/${LOGGED_IPV4_BITS}`)}/${LOGGED_IPV4_BITS}`,
    }
  const prefix = address.parts.slice(0, IPV6_PREFIX_PARTS).map((part) => part.toString(16))
  return {
    network: `${prefix.join(':')}::/64`,
    coarse: `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${LOGGED_IPV6_BITS}`)}/${LOGGED_IPV6_BITS}`,
  }
}
