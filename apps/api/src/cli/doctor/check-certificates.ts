import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Config } from '@timezone-registry/config'
import { messageOf } from '@timezone-registry/db/database-error'
import { readServerAddress } from '@timezone-registry/db/server-address'
import { type Finding, ok, problem, warning } from './finding.ts'

type Endpoint = { host: string; port: number }

const WARN_DAYS = 14
const DAY_MILLISECONDS = 86_400_000
const TIMEOUT_MILLISECONDS = 3000
// PostgreSQL's SSLRequest: a length of 8 and the code 80877103. The server answers `S` if it speaks TLS.
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** Checks when the certificates of `PUBLIC_URL` and of the database's servers expire. */
export async function checkCertificates({ http: { publicUrl }, database }: Config): Promise<Finding[]> {
  const checks: Promise<Finding>[] = []
  if (publicUrl?.startsWith('https:')) {
    const { hostname, port } = new URL(publicUrl)
    const host = hostname.replace(/^\[|\]$/g, '')
    checks.push(check('certificate', { host, port: Number(port || 443) }))
  }
  const { url } = database
  if (url !== undefined && /[?&]ssl(?:mode)?=(?!disable(?:&|$))/.test(url)) {
    const server = readServerAddress(url)
    if (!server.host.startsWith('/')) checks.push(check('database certificate', server))
  }
  return Promise.all(checks)
}

async function check(name: 'certificate' | 'database certificate', server: Endpoint): Promise<Finding> {
  const address = `${server.host}:${server.port}`
  try {
    const { expiry, distrust } = await readCertificate(server, name === 'database certificate')
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
    // Whom to trust at the database is up to the URL.
    if (!distrust || name === 'database certificate')
      return ok(name, `the certificate of ${address} is valid until ${date}`)
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
async function readCertificate(server: Endpoint, isPostgres: boolean) {
  const socket = connectTcp(server)
  try {
    if (isPostgres) await requestTls(socket)
    const servername = isIP(server.host) ? '' : server.host
    const secure = connectTls({ socket, servername, rejectUnauthorized: false })
    await once(secure, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) })
    return { expiry: new Date(secure.getPeerCertificate().valid_to), distrust: secure.authorizationError }
  } finally {
    socket.destroy()
  }
}

async function requestTls(socket: Socket): Promise<void> {
  socket.write(SSL_REQUEST)
  const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) })
  if (String(answer) !== 'S') throw new Error('the server does not speak TLS')
}
