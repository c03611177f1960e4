import { configDefaults, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

// Run by `playwright test`.
const IN_PLAYWRIGHT = ['test/record.test.ts']

export default mergeConfig(viteConfig, {
  test: {
    globalSetup: '../../packages/test-servers/src/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default of a second is too short where two browsers share two cores.
    expect: { poll: { timeout: 5000 } },
    // On a busy machine, a real browser now and then misses a deadline. What needed a second try is listed with the totals.
    retry: 1,
    // The default leaves one processor idle, which is half of a small machine.
    maxWorkers: '100%',
    exclude: [...configDefaults.exclude, ...IN_PLAYWRIGHT],
  },
})
