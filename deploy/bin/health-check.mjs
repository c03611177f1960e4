// Exits with 0 if the service on HOST and PORT answers `/livez` within two seconds.
import { get } from 'node:http'
import { env, exit } from 'node:process'

const ANY = { '0.0.0.0': '127.0.0.1', '::': '::1' }
const host = env.HOST || '127.0.0.1'
const port = env.PORT || 3000

const request = get({ host: ANY[host] ?? host, port, path: '/livez', timeout: 2000 })
request.on('response', ({ statusCode }) => exit(statusCode === 200 ? 0 : 1))
request.on('timeout', () => exit(1))
request.on('error', () => exit(1))
