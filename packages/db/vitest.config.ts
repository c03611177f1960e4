import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { globalSetup: '../test-servers/src/global-setup.ts', testTimeout: 30_000 },
})
