import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from './run.mjs'

/**
 * Writes the tests to the file `TEST_REPORT`, and each file that failed outside its tests. Vitest's own JSON leaves out the
 * causes of errors, without which `fetch failed` says nothing.
 */
export default class VitestReport {
  onTestRunEnd(modules) {
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(modules.flatMap(listTests)))
  }
}

function listTests(module) {
  const file = relative(ROOT, module.moduleId)
  const tests = [...module.children.allTests()].map((test) => {
    const { state, errors = [] } = test.result()
    const outcome = state === 'passed' || state === 'failed' ? state : 'skipped'
    return { name: `${file}: ${test.fullName}`, outcome, messages: errors.map(describe) }
  })
  const others = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())
  if (others.length === 0) return tests
  return [...tests, { name: file, outcome: 'failed', messages: others.map(describe) }]
}

function describe({ stack, message, cause }) {
  return `${stack || message}${cause?.message === undefined ? '' : `\nCaused by: ${describe(cause)}`}`
}
