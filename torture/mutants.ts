import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** A change of the source that breaks a promise. A test of the promise must fail on it, or passing it proves nothing. */
export type Mutant = {
  name: string
  file: string
  change: readonly [from: string, to: string]
  test: string
  /** A part of the names of the tests that must fail. */
  only: string
}

const ROOT = join(import.meta.dirname, '..')

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a start needs Redis',
    file: 'apps/api/src/redis/redis-pool.ts',
    change: ['Promise.allSettled(connections', 'Promise.all(connections'],
    test: 'apps/api/test/redis-pool.test.ts',
    only: 'a pool opens while Redis is down',
  },
  {
    name: 'a database that is unavailable is an error of the service',
    file: 'apps/api/src/http/error-handler.ts',
    change: ["case 'unavailable':\n    case 'conflict':", "case 'conflict':"],
    test: 'apps/api/test/database-errors.test.ts',
    only: 'while the database refuses',
  },
  {
    name: 'every chunk of a body stays in memory',
    file: 'apps/api/src/http/body.ts',
    change: [
      'chunk.copy(buffer, length)',
      'chunk.copy(buffer, length); ((globalThis as { kept?: Buffer[] }).kept ??= []).push(chunk)',
    ],
    test: 'torture/held-memory.slow.test.ts',
    only: 'with unfinished bodies of /bulk from callers who may write,',
  },
  {
    name: 'a body that is not JSON is an error of the service',
    file: 'apps/api/src/http/body.ts',
    change: ["throw new InvalidInput('The body is not valid JSON.')", "throw new Error('invalid')"],
    test: 'apps/api/test/bad-input.test.ts',
    only: 'POST /set refuses',
  },
  {
    name: 'private records are shown to everybody',
    file: 'apps/api/src/records/visibility.ts',
    change: ["if (visibility === 'private' || (", 'if (('],
    test: 'apps/api/test/private-records.slow.test.ts',
    only: 'to strangers, a private record looks missing',
  },
  {
    name: 'an erasure ends the sessions, and keeps the record',
    file: 'apps/api/src/privacy/erase-person.ts',
    change: ["() => 'removal'", "() => 'keep'"],
    test: 'apps/api/test/erase.test.ts',
    only: 'erasing deletes',
  },
  {
    name: 'a deletion of nothing is audited as one',
    file: 'apps/api/src/records/audited-writes.ts',
    change: ["outcomeIf(removed.isDeleted ? 'deleted' : 'absent')", "outcomeIf('deleted')"],
    test: 'apps/api/test/audit.slow.test.ts',
    only: 'each line has',
  },
  {
    name: 'the page saves whatever is stored',
    file: 'apps/web/src/record/save.ts',
    change: ["'if-match': etag ?? '*'", "'if-match': etag === null ? '*' : '*'"],
    test: 'apps/web/test/overwrites-nothing-unasked.slow.test.ts',
    only: 'is replaced only after a confirmation',
  },
  {
    name: 'Undo on the page replaces what has been added to a list since',
    file: 'apps/web/src/selection/lists.ts',
    change: ['bringBack(before, [id])', 'changeList(list, () => [id])'],
    test: 'apps/web/test/keeps-lists.slow.test.ts',
    only: 'Undo keeps who was added since',
  },
  {
    name: 'two processes may open the embedded database',
    file: 'packages/db/src/data-directory.ts',
    change: ["lock.exec('begin exclusive')", "lock.exec('select 1')"],
    test: 'packages/db/src/data-directory.test.ts',
    only: 'is locked for one process',
  },
  {
    name: 'what an interrupted first start has left is in the way of the next',
    file: 'packages/db/src/embedded-database.ts',
    change: ['  remove()\n  try {', '  try {'],
    test: 'packages/db/test/embedded-start.slow.test.ts',
    only: 'an interrupted first start is repeated',
  },
]

/** Whether the mutant's test, and not what it needs, fails in a copy of the repository that has its change. */
export function isNoticed({ file, change: [from, to], test, only }: Mutant): boolean {
  const copy = mkdtempSync(join(tmpdir(), 'mutant-'))
  try {
    for (const path of ['apps', 'packages', 'torture', 'scripts', 'package.json', 'vitest.config.ts'])
      cpSync(join(ROOT, path), join(copy, path), { recursive: true, verbatimSymlinks: true })
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    const source = readFileSync(join(ROOT, file), 'utf8')
    writeFileSync(join(copy, file), source.replace(from, to))
    return test.startsWith('apps/web/test') ? failsInBrowser(copy, test, only) : fails(copy, test, only)
  } finally {
    rmSync(copy, { recursive: true })
  }
}

function fails(cwd: string, test: string, only: string): boolean {
  const report = join(cwd, 'report.json')
  const options = [`--testNamePattern=${only}`, '--reporter=json', `--outputFile=${report}`]
  run(cwd, 'node_modules/vitest/vitest.mjs', 'run', test, ...options)
  const { numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return numFailedTests > 0 && testResults.every(({ message }: { message: string }) => message === '')
}

function failsInBrowser(copy: string, test: string, only: string): boolean {
  const cwd = join(copy, 'apps/web')
  run(cwd, 'node_modules/vite/bin/vite.js', 'build')
  const options = ['--project=slow', '--retries=0', '--reporter=json', `--grep=${only}`]
  const report = run(cwd, 'node_modules/@playwright/test/cli.js', 'test', basename(test), ...options)
  const { stats, errors } = JSON.parse(report)
  return stats.unexpected > 0 && errors.length === 0
}

/** Runs a program of Node; returns its output, also where it fails. */
function run(cwd: string, program: string, ...args: string[]): string {
  return spawnSync(process.execPath, [program, ...args], { cwd, encoding: 'utf8' }).stdout
}
