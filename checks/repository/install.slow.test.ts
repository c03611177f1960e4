import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const USER = { user_id: '1', username: 'ada', timezone: 'Europe/London' }

test('a service that runs from a clone survives a larger installation, which nothing narrows', async () => {
  const clone = mkdtempSync(join(tmpdir(), 'install-'))
  try {
    copyRepository(clone)
    const { install } = await import(join(clone, 'scripts/install.mjs'))
    expect(await install('run')).toBe(0)
    expect(existsSync(join(clone, 'apps/api/node_modules/typescript'))).toBe(false)
    const renderer = join(clone, 'apps/api/node_modules/@resvg/resvg-wasm')
    const { ino } = lstatSync(renderer)

    await using service = startProcess({ DATA_DIR: join(clone, 'data') }, { version: clone })
    const url = await service.ready()
    expect(await install('work')).toBe(0)
    expect(existsSync(join(clone, 'apps/api/node_modules/typescript'))).toBe(true)
    // Not even replaced: the service loads it only now.
    expect(lstatSync(renderer).ino).toBe(ino)
    const headers = { 'content-type': 'application/json' }
    await fetch(`${url}/v1/set`, { method: 'POST', headers, body: JSON.stringify(USER) })
    const card = await fetch(`${url}/u/1/card.png`)
    expect(card.status).toBe(200)
    expect(card.headers.get('content-type')).toBe('image/png')

    expect(await install('run')).toBe(0)
    expect(existsSync(join(clone, 'apps/api/node_modules/typescript'))).toBe(true)
  } finally {
    rmSync(clone, { recursive: true })
  }
})

function copyRepository(target: string): void {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\0')
  for (const file of files.filter((file) => file !== '' && existsSync(join(ROOT, file))))
    cpSync(join(ROOT, file), join(target, file))
}
