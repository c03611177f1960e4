import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { test } from 'vitest'

for (const signal of ['SIGTERM', 'SIGINT'])
  test(`${signal} ends a group with every program in it`, async () => {
    // A shell that does not pass signals on, and a program that takes a moment to end.
    const slow = `process.on('${signal}', () => setTimeout(() => { console.log('ended'); process.exit() }, 300)); setInterval(() => {}, 1000); console.log(process.pid)`
    const shell = `"${process.execPath}" -e "${slow}" & wait`
    const script = `import { run } from './run.mjs'
      process.exitCode = await run('sh', ['-c', ${JSON.stringify(shell)}], { isGroup: true })`
    const runner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(runner.stdout, 'data')
    try {
      runner.kill(signal)
      let rest = ''
      runner.stdout.on('data', (chunk) => {
        rest += chunk
      })
      // Until every program that has its standard output has ended.
      await Promise.race([once(runner, 'close'), setTimeout(30_000, undefined, { ref: false })])
      assert.equal(rest, 'ended\n')
      assert.equal(runner.exitCode, 128 + constants.signals[signal])
    } finally {
      killIfRunning(Number(line))
    }
  })

function killIfRunning(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}
