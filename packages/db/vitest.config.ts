import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: '../test-servers/src/global-setup.ts',
    testTimeout: 30_000,
    // The default leaves one processor idle, which is half of a small machine.
    maxWorkers: '100%',
  },
})
