// Runs the test runners and adds up their results. Plain JavaScript, as everything that the bootstrap imports.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { NODE } from './install.mjs'
import { ROOT, run } from './run.mjs'

const PAGE_TESTS = 'apps/web/test'
const CACHE = join(ROOT, 'node_modules', '.cache')
const REPORT = join(CACHE, 'test-report.json')
const SKIP_REASONS = join(CACHE, 'test-skip-reasons')

/**
 * Runs the quick tests or, with `slow`, the others; given paths, only those in files whose path contains one. Shows what
 * failed; the last lines say how long each runner took, name the tests that needed a second try and why others were skipped,
 * and have the totals. Resolves to an exit code.
 */
export async function runTests({ slow = false, paths: given = [] } = {}) {
  const paths = given.map((path) => normalize(path))
  const isWanted = (ofPage) =>
    paths.length === 0 || paths.some((path) => path.startsWith(PAGE_TESTS) === ofPage)
  rmSync(SKIP_REASONS, { force: true })
  const start = performance.now()
  const vitest = isWanted(false) ? await runVitest(slow ? 'slow*' : '!slow*', paths) : []
  const middle = performance.now()
  const playwright = isWanted(true) ? await runPlaywright(slow ? 'slow' : 'main', paths) : []
  const end = performance.now()
  const tests = [...vitest, ...playwright]
  for (const { outcome, name, message } of tests.filter(({ message }) => message !== ''))
    console.log(`${outcome === 'failed' ? 'FAILED' : 'passed on a later try'}: ${name}\n${message}`)
  console.log(
    `${Math.round((middle - start) / 1000)} s: Vitest\n${Math.round((end - middle) / 1000)} s: Playwright`,
  )
  const count = (outcome) => tests.filter((test) => test.outcome === outcome).length
  const skipped = count('skipped')
  const retried = tests.filter(({ outcome, message }) => outcome === 'passed' && message !== '')
  if (retried.length > 0)
    console.log(`${retried.length} passed on a later try: ${retried.map(({ name }) => name).join('; ')}`)
  if (skipped > 0) console.log(`${skipped} skipped: ${readSkipReasons()}`)
  console.log(
    `${count('passed')} passed, ${count('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  )
  return count('failed') === 0 ? 0 : 1
}

/** The tests of the Vitest projects with this name. */
function runVitest(project, paths) {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=./scripts/vitest-report.mjs']
  return runReported('Vitest', [vitest, 'run', ...paths, `--project=${project}`, ...reporters], listVitest)
}

/** The tests of the page in a browser. */
function runPlaywright(project, paths) {
  const web = join('apps', 'web')
  const playwright = join(web, 'node_modules', '@playwright', 'test', 'cli.js')
  const args = [
    playwright,
    'test',
    ...paths,
    `--config=${web}`,
    `--project=${project}`,
    '--reporter=dot,json',
  ]
  return runReported('Playwright', args, listPlaywright)
}

/** Runs a test runner. It counts as a failed test if it crashed, left no report, or failed without a failed test. */
export async function runReported(name, args, listTests) {
  mkdirSync(CACHE, { recursive: true })
  rmSync(REPORT, { force: true })
  const variables = {
    TEST_REPORT: REPORT,
    PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT,
    TEST_SKIP_REASONS: SKIP_REASONS,
  }
  const code = await run(NODE, args, { variables })
  const tests = readReport(listTests)
  const hasFailed = tests.some(({ outcome }) => outcome === 'failed')
  if (hasFailed || (code === 0 && tests.length > 0)) return tests
  return [...tests, { name, outcome: 'failed', message: `It ended with code ${code}.` }]
}

function readSkipReasons() {
  if (!existsSync(SKIP_REASONS)) return 'see above'
  return [...new Set(readFileSync(SKIP_REASONS, 'utf8').trim().split('\n'))].join('; ')
}

function readReport(listTests) {
  if (!existsSync(REPORT)) return []
  try {
    return listTests(JSON.parse(readFileSync(REPORT, 'utf8')))
  } catch (error) {
    return [{ name: 'The report', outcome: 'failed', message: error.message }]
  }
}

/** The tests of `vitest-report.mjs`. */
function listVitest(tests) {
  return tests.map((test) => ({ ...test, message: ownLines(test.messages) }))
}

/** The tests of a report of Playwright, which nests the files' groups, and errors outside of tests. */
function listPlaywright({ suites, errors }) {
  const specs = suites.flatMap(listSpecs).flatMap(({ name, tests }) =>
    tests.map(({ status, results }) => ({
      name,
      outcome: { expected: 'passed', flaky: 'passed', unexpected: 'failed' }[status] ?? 'skipped',
      message: ownLines(results.flatMap(({ errors }) => errors.map(({ message }) => message))),
    })),
  )
  return [...specs, ...errors.map(({ message }) => ({ name: 'Playwright', outcome: 'failed', message }))]
}

function listSpecs({ file, specs, suites = [] }) {
  return [
    ...specs.map(({ title, tests }) => ({ name: `${join('apps', 'web', 'test', file)}: ${title}`, tests })),
    ...suites.flatMap(listSpecs),
  ]
}

/** The messages without the test runner's part of each stack. */
function ownLines(messages) {
  return messages
    .flatMap((message) => message.split('\n'))
    .filter((line) => !/^ +at .*(?:node_modules|new Promise)/.test(line))
    .join('\n')
}
