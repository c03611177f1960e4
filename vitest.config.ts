import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const DATABASE = 'packages/db/test/**/*.test.ts'
const API = 'apps/api/test/**/*.test.ts'
// Their modules need the plugins of the page's build; Playwright runs those in `test`.
const PAGE = 'apps/web/**'
const SLOW = '**/*.slow.test.ts'
// Most tests wait for most of their time.
const WORKERS = availableParallelism() + 3
const QUICK = [...configDefaults.exclude, SLOW]

/** Without an earlier run, Vitest begins with the largest files, and its processors wait for the longest at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => /[/](?:checks|torture)[/]/.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

// `npm test` runs the projects whose names do not begin with "slow", `npm run test:slow` the others.
export default defineConfig({
  test: {
    globalSetup: 'packages/test-servers/src/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As Playwright's; the last lines name and count what needed it.
    retry: 1,
    // The default of a second is too short where other programs use the processors.
    expect: { poll: { timeout: 50_000 } },
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    // Modules have no state, so the files of one worker share what they import.
    isolate: false,
    // Node runs TypeScript by itself.
    experimental: { viteModuleRunner: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{apps,packages,scripts,torture}/**/*.test.{ts,mjs}'],
          exclude: [...QUICK, DATABASE, API, PAGE],
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        test: {
          name: 'page',
          root: 'apps/web',
          include: ['src/**/*.test.ts'],
          maxWorkers: WORKERS,
          isolate: false,
        },
      },
      { extends: true, test: { name: 'database', include: [DATABASE], exclude: QUICK } },
      { extends: true, test: { name: 'api', include: [API], exclude: QUICK } },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [SLOW],
          exclude: [...configDefaults.exclude, PAGE],
          // Ten times what the longest takes alone.
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow (npm’s PostgreSQL)',
          globalSetup: 'packages/test-servers/src/global-setup.ts',
          env: { TEST_POSTGRES: 'embedded' },
          include: [DATABASE],
          exclude: QUICK,
        },
      },
    ],
  },
})
