import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: '../../packages/test-servers/src/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: '100%',
  },
})
