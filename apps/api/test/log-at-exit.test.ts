import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

const OUTPUT = new URL('../src/logger.ts', import.meta.url).href
// Far more than a pipe holds, and less than the megabyte that may wait.
const LINES = 3000
const LOGS_AND_EXITS = `
  const { openLog } = await import(${JSON.stringify(OUTPUT)})
  const { logger, exit } = openLog('info', process.env)
  for (let number = 1; number <= ${LINES}; number++) logger.info({ number }, ' '.repeat(200))
  await exit(3)`

test.for([
  ['a pipe', '| cat'],
  ['a pipe whose reader starts late', '| { sleep 0.5; cat; }'],
  ['a file', '> "$FILE"; code=$?; cat "$FILE"; exit $code'],
  ['a terminal', undefined],
  ['a socket', ''],
] as const)('a process that exits loses no line on its way to %s', async ([, shell]) => {
  const directory = mkdtempSync(join(tmpdir(), 'log-at-exit-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const node = `"$NODE" --input-type=module --eval "$PROGRAM"`
  const command =
    shell === undefined ? `script --quiet --return --command '${node}' /dev/null` : `${node} ${shell}`
  const env = {
    ...process.env,
    NODE: process.execPath,
    PROGRAM: LOGS_AND_EXITS,
    FILE: join(directory, 'log'),
  }
  const child = spawn('bash', ['-o', 'pipefail', '-c', command], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(code).toBe(3)
  const numbers = Array.from(output.matchAll(/"number":(\d+)/g), ([, number]) => Number(number))
  expect(numbers).toEqual(Array.from({ length: LINES }, (_, index) => index + 1))
})
