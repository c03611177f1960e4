import { isIP, isIPv4 } from 'node:net'

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
