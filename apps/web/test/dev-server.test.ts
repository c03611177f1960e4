import { fileURLToPath } from 'node:url'
import { startTestDiscord } from '@timezone-registry/test-servers/login-providers'
import { createServer } from 'vite'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button } from './page-actions.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

describe.skipIf(browserMissing !== undefined)('the development server', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('shares its origin with the API at PORT: logins return to it, saves work, and the docs are served', async () => {
    await using discord = await startTestDiscord()
    await using browser = await openBrowser({ AUTH: 'required', ...discord.env })
    vi.stubEnv('PORT', new URL(browser.address).port)
    const server = await createServer({ root: ROOT, logLevel: 'silent', server: { port: 0 } })
    await server.listen()
    try {
      const address = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
      const { page } = await browser.openPage()
      await page.goto(address)
      await page.getByRole('link', { name: 'Sign in with Discord' }).first().click()
      await page.getByText('Signed in as nelly').waitFor()
      expect(new URL(page.url()).origin).toBe(address)
      await button(page, 'Save').click()
      await page.getByText('Saved: nelly is in Berlin.').waitFor()
      expect((await fetch(`${address}/openapi.json`)).headers.get('content-type')).toContain('json')
      await page.goto(`${address}/docs`)
      await page.getByText('Save a timezone').first().waitFor()
    } finally {
      await server.close()
    }
  })
})
