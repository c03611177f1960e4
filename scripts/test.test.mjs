import assert from 'node:assert/strict'
import { test } from 'vitest'
import { runReported } from './test.mjs'

const REPORT = `require('node:fs').writeFileSync(process.env.TEST_REPORT, '["passed"]')`
const outcomesOf = async (script) => {
  const tests = await runReported('Vitest', ['-e', script], (report) =>
    report.map((outcome) => ({ outcome })),
  )
  return tests.map(({ outcome }) => outcome)
}

test('a runner that passes has the results of its report', async () => {
  assert.deepEqual(await outcomesOf(REPORT), ['passed'])
})

test('a runner that crashes counts as a failed test, with or without a report', async () => {
  assert.deepEqual(await outcomesOf('process.exit(1)'), ['failed'])
  assert.deepEqual(await outcomesOf('process.kill(process.pid, "SIGKILL")'), ['failed'])
  assert.deepEqual(await outcomesOf(`${REPORT}; process.exit(1)`), ['passed', 'failed'])
})

test('a runner that ends without a whole report counts as a failed test', async () => {
  assert.deepEqual(await outcomesOf(''), ['failed'])
  assert.deepEqual(await outcomesOf(REPORT.replace(']', '')), ['failed'])
})
