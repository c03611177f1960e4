import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { expect, test } from './fixtures.ts'
import { button } from './page-actions.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

test('the development server shares its origin with the API at PORT: logins return to it, saves work, and the docs are served', async ({
  login,
}) => {
  process.env.PORT = new URL(login.address).port
  const server = await createServer({ root: ROOT, logLevel: 'silent', server: { port: 0 } })
  await server.listen()
  try {
    const address = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
    const page = await login.visit(address)
    await page.getByRole('link', { name: 'Sign in with Discord' }).first().click()
    await expect(page.getByText('Signed in as nelly')).toBeVisible()
    expect(new URL(page.url()).origin).toBe(address)
    await button(page, 'Save').click()
    await expect(page.getByText('Saved: nelly is in Berlin.')).toBeVisible()
    expect((await fetch(`${address}/openapi.json`)).headers.get('content-type')).toContain('json')
    await page.goto(`${address}/docs`)
    await expect(page.getByText('Save a time zone').first()).toBeVisible()
  } finally {
    delete process.env.PORT
    await server.close()
  }
})
