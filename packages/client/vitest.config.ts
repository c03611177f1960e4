import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({ test: { testTimeout: 30_000, hookTimeout: 120_000 } })

export default config
