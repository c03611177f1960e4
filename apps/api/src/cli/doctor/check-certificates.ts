import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Config } from '@timezone-registry/config'
import { listHosts } from '@timezone-registry/db/find-server'
import { type Finding, ok, problem, warning } from './finding.ts'

type Endpoint = { host: string; port: number }
/** `distrust` is why this machine does not trust it. */
type Certificate = { expiry: Date; distrust: string | undefined }

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
    checks.push(check('certificate', { host, port: Number(port || 443) }, connectTcp))
  }
  for (const url of [database.url, database.readUrl])
    if (url !== undefined && usesTls(url))
      for (const server of listHosts(url))
        if (!server.host.startsWith('/')) checks.push(check('database certificate', server, connectPostgres))
  return Promise.all(checks)
}

function usesTls(url: string): boolean {
  const [, mode] = /[?&]ssl(?:mode)?=([^&]*)/.exec(url) ?? []
  return mode !== undefined && mode !== 'disable'
}

async function check(
  name: string,
  { host, port }: Endpoint,
  connect: (server: Endpoint) => Socket | Promise<Socket>,
): Promise<Finding> {
  const address = `${host}:${port}`
  try {
    const certificate = await readCertificate(host, await connect({ host, port }))
    // Whom to trust at the database is up to the URL.
    return judge(
      name,
      address,
      connect === connectTcp ? certificate : { ...certificate, distrust: undefined },
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return warning(name, `That of ${address} cannot be read: ${reason}.`, 'Check that the address is right.')
  }
}

function judge(name: string, address: string, { expiry, distrust }: Certificate): Finding {
  const days = Math.floor((expiry.getTime() - Date.now()) / DAY_MILLISECONDS)
  const date = expiry.toISOString().slice(0, 10)
  if (days < 0)
    return problem(name, `That of ${address} expired on ${date}.`, 'Renew it; clients refuse to connect.')
  if (days >= WARN_DAYS && distrust !== undefined)
    return warning(
      name,
      `This machine does not trust that of ${address}: ${distrust}.`,
      'Check its names and that the server sends the intermediate certificates.',
    )
  if (days >= WARN_DAYS) return ok(name, `that of ${address} is valid until ${date}`)
  return warning(name, `That of ${address} expires on ${date}.`, 'Renew it, and check the automatic renewal.')
}

/** Reads the certificate whether or not it is trusted. */
async function readCertificate(host: string, socket: Socket): Promise<Certificate> {
  const secure = connectTls({ socket, servername: isIP(host) ? '' : host, rejectUnauthorized: false })
  try {
    await once(secure, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) })
    const { valid_to: expiry } = secure.getPeerCertificate()
    const { authorizationError } = secure
    return { expiry: new Date(expiry), distrust: authorizationError ? String(authorizationError) : undefined }
  } finally {
    secure.destroy()
    socket.destroy()
  }
}

async function connectPostgres(server: Endpoint): Promise<Socket> {
  const socket = connectTcp(server)
  socket.write(SSL_REQUEST)
  try {
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) })
    if (String(answer) !== 'S') throw new Error('the server does not speak TLS')
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}
