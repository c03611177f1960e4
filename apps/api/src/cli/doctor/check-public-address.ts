import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Config } from '@timezone-registry/config'
import { messageOf } from '@timezone-registry/db/database-error'
import { checkProxies } from './check-proxies.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const WARN_DAYS = 14
const DAY_MILLISECONDS = 86_400_000
const TIMEOUT_MILLISECONDS = 3000

/** Checks the certificate of `PUBLIC_URL`, and whether clients there can choose their address. */
export async function checkPublicAddress(config: Config): Promise<Finding[]> {
  const { publicUrl } = config.http
  const certificate = publicUrl?.startsWith('https:') ? [await checkCertificate(new URL(publicUrl))] : []
  return [...certificate, ...(await checkProxies(config))]
}

async function checkCertificate({ hostname, port }: URL): Promise<Finding> {
  const name = 'certificate'
  const server = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443) }
  const address = `${server.host}:${server.port}`
  try {
    const { expiry, distrust } = await readCertificate(server)
    const days = Math.floor((expiry.getTime() - Date.now()) / DAY_MILLISECONDS)
    const date = expiry.toISOString().slice(0, 10)
    if (days < 0)
      return problem(
        name,
        `The certificate of ${address} expired on ${date}.`,
        'Renew it; clients refuse to connect.',
      )
    if (days < WARN_DAYS)
      return warning(
        name,
        `The certificate of ${address} expires on ${date}.`,
        'Renew it, and check the automatic renewal.',
      )
    if (!distrust) return ok(name, `the certificate of ${address} is valid until ${date}`)
    return warning(
      name,
      `This machine does not trust the certificate of ${address}: ${distrust}.`,
      'Check its names and that the server sends the intermediate certificates.',
    )
  } catch (error) {
    const message = `The certificate of ${address} cannot be read: ${messageOf(error)}.`
    return warning(name, message, 'Check that the address is right.')
  }
}

/** Reads a certificate whether or not this machine trusts it; `distrust` is why not. */
async function readCertificate(server: { host: string; port: number }) {
  const servername = isIP(server.host) ? '' : server.host
  const socket = connect({ ...server, servername, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) })
    return { expiry: new Date(socket.getPeerCertificate().valid_to), distrust: socket.authorizationError }
  } finally {
    socket.destroy()
  }
}
