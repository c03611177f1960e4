// Exits with 0 if the service on HOST and PORT answers `/livez` within two seconds.
import { get } from 'node:http'

const ANY = { '0.0.0.0': '127.0.0.1', '::': '::1' }
const host = process.env.HOST || '127.0.0.1'
const port = process.env.PORT || 3000

const request = get({ host: ANY[host] ?? host, port, path: '/livez', timeout: 2000 })
request.on('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
request.on('timeout', () => process.exit(1))
request.on('error', () => process.exit(1))
