import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: '../../packages/test-servers/src/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // The default leaves one processor idle, which is half of a small machine.
    maxWorkers: '100%',
    // Modules have no state, so the files of one worker share the imported application.
    isolate: false,
  },
})
