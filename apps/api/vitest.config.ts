import { configDefaults, defineConfig } from 'vitest/config'

// They measure short times, or wait for every transaction on the PostgreSQL that all tests share, so nothing else runs
// at the same time.
const ALONE = toPaths([
  'changes',
  'feed-ahead',
  'feed-cursors',
  'feed-mirrors',
  'feed-pruning',
  'feed-visibility',
  'feed-writers',
  'hidden-records',
  'identification',
  'list',
  'private-records',
  'reads',
  'shutdown',
])

// They start and break processes and servers of their own, and wait for most of their time.
const WAITING = toPaths([
  'deadline',
  'failover',
  'full-log',
  'health',
  'hostile-clients',
  'process',
  'process-log',
  'redis-cluster',
  'redis-sentinel',
  'replica',
  'replica-outages',
  'startup',
  'stop-during-startup',
  'workers',
])

export default defineConfig({
  test: {
    globalSetup: '../../packages/test-servers/src/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Modules have no state, so the files of one worker share the imported application.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          exclude: [...configDefaults.exclude, ...ALONE, ...WAITING],
          // The default leaves one processor idle, which is half of a small machine.
          maxWorkers: '100%',
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } } },
      {
        extends: true,
        test: { name: 'waiting', include: WAITING, maxWorkers: 4, sequence: { groupOrder: 2 } },
      },
    ],
  },
})

function toPaths(names: readonly string[]): string[] {
  return names.map((name) => `test/${name}.test.ts`)
}
