import { configDefaults, defineConfig } from 'vitest/config'

// They start many processes, limit how long an answer takes, or wait for every transaction on the PostgreSQL that all tests
// share, so nothing else runs beside them.
const ALONE = [
  'changes',
  'deadline',
  'failover',
  'feed-cursors',
  'feed-mirrors',
  'feed-pruning',
  'feed-visibility',
  'feed-writers',
  'health',
  'hidden-records',
  'hostile-clients',
  'identification',
  'list',
  'private-records',
  'process',
  'process-log',
  'reads',
  'redis-cluster',
  'redis-sentinel',
  'replica',
  'replica-outages',
  'shutdown',
  'startup',
  'workers',
].map((name) => `test/${name}.test.ts`)

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
          exclude: [...configDefaults.exclude, ...ALONE],
          // The default leaves one processor idle, which is half of a small machine.
          maxWorkers: '100%',
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
})
