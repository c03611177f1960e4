import { defineConfig } from '@playwright/test'
import { findHeadlessChromium } from '@timezone-registry/test-servers/chromium'

const SLOW = '**/*.slow.test.ts'
const { executablePath } = findHeadlessChromium()

export default defineConfig({
  testDir: 'test',
  globalSetup: './test/global-setup.ts',
  // Pictures of what failed.
  outputDir: '../../screenshots/failed',
  snapshotPathTemplate: '{testDir}/snapshots/{arg}{ext}',
  reporter: 'dot',
  // Ten times what the longest takes alone.
  timeout: 180_000,
  // The default of 5 s is too short where other programs use the processors.
  expect: { timeout: 45_000 },
  // On a busy machine, a real browser now and then misses a deadline. What needed a second try is listed with the totals.
  retries: 1,
  workers: '100%',
  fullyParallel: true,
  use: {
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
    },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Playwright cannot answer what a service worker requests.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'main', testIgnore: SLOW },
    { name: 'slow', testMatch: SLOW },
    // `npm run screenshots`, which is no test.
    { name: 'screenshots', testDir: 'scripts', testMatch: 'screenshots.ts' },
  ],
})
