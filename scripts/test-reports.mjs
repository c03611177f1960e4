import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from './run.mjs'

/** Deletes the reports of an earlier run, so that a package that does not run cannot pass with an old one. */
export function removeTestReports() {
  for (const directory of testedPackages()) rmSync(reportOf(directory), { force: true })
}

/** Prints a line for each package and, as the last line, the totals. True if nothing failed. */
export function reportTests() {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const directory of testedPackages()) {
    const counts = countTests(directory)
    console.log(`${basename(directory)}: ${format(counts)} in ${counts.seconds.toFixed(0)} s`)
    for (const key of Object.keys(total)) total[key] += counts[key]
  }
  console.log(format(total))
  return total.failed === 0
}

function testedPackages() {
  return ['apps', 'packages']
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(ROOT, folder, name)))
    .concat(join(ROOT, 'torture'))
    .filter((directory) => existsSync(join(directory, 'package.json')))
    .filter(
      (directory) => 'test' in JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')).scripts,
    )
}

function reportOf(directory) {
  return join(directory, 'test-results.json')
}

function countTests(directory) {
  // A package that could not run writes no report, which counts as a failure.
  if (!existsSync(reportOf(directory))) return { passed: 0, failed: 1, skipped: 0, seconds: 0 }
  const report = JSON.parse(readFileSync(reportOf(directory), 'utf8'))
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
