import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from './run.mjs'

// The report that the script of each test task writes.
const REPORT_FILES = {
  test: 'test-results.json',
  'test:npm-postgres': 'test-results-npm-postgres.json',
}

/** Deletes the reports of an earlier run, so that a package that does not run cannot pass with an old one. */
export function removeTestReports() {
  for (const { report } of listRuns(Object.keys(REPORT_FILES))) rmSync(report, { force: true })
}

/**
 * Prints each test that failed or needed a second try, with its reason, a line for each package and task and, as the last
 * line, the totals. True if nothing failed.
 */
export function reportTests(tasks) {
  const runs = listRuns(tasks)
  for (const { name, report } of runs)
    for (const failure of listFailures(report)) console.log(`${name}: ${failure}`)
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { name, report } of runs) {
    const counts = countTests(report)
    console.log(`${name}: ${format(counts)} in ${counts.seconds.toFixed(0)} s`)
    for (const key of Object.keys(total)) total[key] += counts[key]
  }
  console.log(format(total))
  return total.failed === 0
}

/** Every package that has one of the tasks, with the report that it writes. */
function listRuns(tasks) {
  return ['apps', 'packages', 'checks']
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(ROOT, folder, name)))
    .concat(join(ROOT, 'torture'))
    .filter((directory) => existsSync(join(directory, 'package.json')))
    .flatMap((directory) => {
      const { scripts } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
      return tasks
        .filter((task) => task in (scripts ?? {}))
        .map((task) => ({
          name: [basename(directory), ...task.split(':').slice(1)].join(' '),
          report: join(directory, REPORT_FILES[task]),
        }))
    })
}

/** One text for each test that failed at least once, and for each file that could not be loaded. */
function listFailures(file) {
  if (!existsSync(file)) return ['did not run']
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
  return testResults.flatMap(({ name, status, message, assertionResults }) => [
    ...(status === 'failed' && assertionResults.length === 0 ? [`FAILED ${basename(name)}\n${message}`] : []),
    ...assertionResults
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .map(({ fullName, failureMessages, status }) => {
        const outcome = status === 'failed' ? 'FAILED' : 'passed on a later try'
        return `${outcome} ${basename(name)}: ${fullName}\n${ownLines(failureMessages)}`
      }),
  ])
}

/** The messages without the test runner's part of each stack. */
function ownLines(messages) {
  return messages
    .flatMap((message) => message.split('\n'))
    .filter((line) => !/^ +at .*(?:node_modules|new Promise)/.test(line))
    .join('\n')
}

function countTests(file) {
  // A package that could not run writes no report, which counts as a failure.
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, seconds: 0 }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  // A file that could not be loaded, or whose servers did not start, has no tests that could fail.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded + (report.numTotalTests === 0 ? 1 : 0),
    skipped: report.numPendingTests,
    seconds:
      (Math.max(report.startTime, ...report.testResults.map(({ endTime }) => endTime)) - report.startTime) /
      1000,
  }
}

function format({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
