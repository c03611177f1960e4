import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NODE } from '../install.mjs'

const START_TIMEOUT_MILLISECONDS = 60_000
// Half of it is Node. With packages that it does not need, it is larger.
const MAX_ARCHIVE_BYTES = 90_000_000

/** Installs the service and the client from `dist`, outside of the repository, and uses both. Rejects if either fails. */
export async function verifyRelease(dist) {
  const directory = mkdtempSync(join(tmpdir(), 'release-'))
  try {
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: dist })
    installClient({ dist, directory })
    await useService({ dist, directory })
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function installClient({ dist, directory }) {
  const archive = findFile(dist, /^timezone-registry-client-.*[.]tgz$/)
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }')
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', archive], {
    cwd: directory,
  })
}

function findFile(directory, pattern) {
  const name = readdirSync(directory).find((file) => pattern.test(file))
  assert.ok(name, `${directory} has no file ${pattern}`)
  return join(directory, name)
}

async function useService({ dist, directory }) {
  const archive = findFile(dist, /^timezone-registry-\d.*(?<![.]image)[.]tar[.]gz$/)
  assert.ok(statSync(archive).size < MAX_ARCHIVE_BYTES, `${archive} is too large.`)
  const target = ['--directory', directory, '--strip-components=1', '--one-top-level=service']
  execFileSync('tar', ['--extract', '--file', archive, ...target])
  const port = await findFreePort()
  const env = { PATH: '/usr/bin:/bin', PORT: String(port), DATA_DIR: join(directory, 'data') }
  const service = spawn(join(directory, 'service/bin/registry'), ['serve'], {
    cwd: directory,
    env,
    stdio: 'inherit',
  })
  const exited = once(service, 'exit')
  try {
    await Promise.race([
      waitUntilReady(`http://127.0.0.1:${port}/readyz`),
      exited.then(([code]) => assert.fail(`The service ended with code ${code}.`)),
    ])
    useClient({ directory, url: `http://127.0.0.1:${port}` })
  } finally {
    service.kill('SIGTERM')
  }
  assert.deepEqual(await exited, [0, null])
}

/** Writes and reads a record with the installed client, in its own process so that Node resolves it from there. */
function useClient({ directory, url }) {
  const program = `import assert from 'node:assert/strict'
import { createClient } from '@timezone-registry/client'
const registry = createClient({ baseUrl: '${url}' })
await registry.set({ user_id: '1', username: 'ada', timezone: 'Europe/London' })
assert.equal((await registry.get('1')).timezone, 'Europe/London')`
  writeFileSync(join(directory, 'use.mjs'), program)
  execFileSync(NODE, ['use.mjs'], { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function waitUntilReady(url) {
  const signal = AbortSignal.timeout(START_TIMEOUT_MILLISECONDS)
  const answers = () => fetch(url, { signal }).then(isOk, () => false)
  while (!(await answers())) {
    signal.throwIfAborted()
    await sleep(100)
  }
}

const isOk = ({ ok }) => ok

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}
