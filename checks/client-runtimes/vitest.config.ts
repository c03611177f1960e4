import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The default leaves one processor idle, which is half of a small machine.
    maxWorkers: '100%',
    // Tests that are concurrent each start a program.
    maxConcurrency: 2,
  },
})

export default config
