import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: '../../packages/test-servers/src/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // On a busy machine, a real browser now and then misses a deadline.
    retry: 1,
    // What they measure depends on what else the machine does.
    maxWorkers: 1,
  },
})
