import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import proxyAddr from 'proxy-addr'

/** The network that a request comes from: an IPv4 address, or the /64 of an IPv6 address. */
export type NetworkOf = (req: IncomingMessage) => string

// The size of network that one household or server gets: blocking single addresses would leave it 2^64 others.
const IPV6_PREFIX_PARTS = 4
const MAX_KNOWN_ADDRESSES = 10_000
// Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/

/** Finds the caller behind `trustedHops` proxies. Recent addresses are cached, because parsing one is slow. */
export function createNetworkOf({ trustedHops }: { trustedHops: number }): NetworkOf {
  const known = new LRUCache<string, string>({ max: MAX_KNOWN_ADDRESSES })
  const addressOf = (req: IncomingMessage) =>
    trustedHops === 0 ? req.socket.remoteAddress : proxyAddr(req, (_address, hop) => hop < trustedHops)
  return (req) => {
    const address = addressOf(req) ?? ''
    const before = known.get(address)
    if (before !== undefined) return before
    const network = parseNetwork(address)
    known.set(address, network)
    return network
  }
}

function parseNetwork(text: string): string {
  const [, bracketed, plain] = WITH_PORT.exec(text) ?? []
  const bare = bracketed ?? plain ?? text
  if (!ipaddr.isValid(bare)) return 'unknown'
  const address = ipaddr.process(bare)
  return address instanceof ipaddr.IPv6
    ? `${address.parts
        .slice(0, IPV6_PREFIX_PARTS)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : address.toString()
}
