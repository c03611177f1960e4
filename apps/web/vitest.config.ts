import { mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

export default mergeConfig(viteConfig, { test: { testTimeout: 60_000, hookTimeout: 60_000 } })
