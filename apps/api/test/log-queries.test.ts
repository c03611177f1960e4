import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failIfRequired } from '@timezone-registry/test-servers/fail-if-required'
import { expect, onTestFinished, test } from 'vitest'

// Runs the commands of the documents that read the log.

const DOCS = new URL('../../../docs/', import.meta.url)
const isMissing = spawnSync('jq', ['--version']).error !== undefined
if (isMissing) failIfRequired('JQ', 'jq is not installed')

test.skipIf(isMissing)('failed requests are found in a journal, which also has lines of systemd', () => {
  const journal = [
    'Started timezone-registry.service - Timezone Registry.',
    '{"level":"info","msg":"Timezone Registry is ready at http://127.0.0.1:3000"}',
    '{"level":"info","path":"/get","status":200,"msg":"request"}',
    '{"level":"error","path":"/set","status":503,"msg":"request"}',
  ]
  const { status, stdout, stderr } = runBlock('operations/monitoring.md', {
    programs: { journalctl: `cat <<'END'\n${journal.join('\n')}\nEND` },
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ path: '/set', status: 503 })
})

test.skipIf(isMissing)('erasures are repeated after a restore', () => {
  const time = '2026-11-27T04:00:00.123Z'
  const line = { time, msg: 'audit', action: 'erase', user_id: '1', outcome: 'deleted' }
  const before = { ...line, time: '2026-11-27T03:59:59.999Z', user_id: '4' }
  const log = [
    before,
    line,
    { ...line, user_id: '2 2' },
    { ...line, user_id: '3', outcome: 'absent' },
    { time },
  ]
  const { status, stdout } = runBlock('privacy.md', {
    programs: {
      npx: `printf '[%s]' "$@"; echo`,
      journalctl: `cat <<'END'\nStarted it.\n${log.map((entry) => JSON.stringify(entry)).join('\n')}\nEND`,
    },
  })
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: '[registry][erase][1]\n[registry][erase][2 2]\n',
  })
})

/** Runs the block of a page that uses `jq`, with these programs on the PATH. */
function runBlock(page: string, { programs }: { programs: Record<string, string> }) {
  const blocks = [...readFileSync(new URL(page, DOCS), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
  const block = blocks.map(([, code = '']) => code).find((code) => code.includes('jq '))
  if (block === undefined) throw new Error(`${page} does not use jq`)
  const cwd = mkdtempSync(join(tmpdir(), 'log-queries-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  for (const [name, code] of Object.entries(programs))
    writeFileSync(join(cwd, name), `#!/bin/sh\n${code}\n`, { mode: 0o755 })
  const env = { PATH: `${cwd}:${process.env.PATH}` }
  return spawnSync('sh', ['-ec', block], { cwd, env, encoding: 'utf8' })
}
