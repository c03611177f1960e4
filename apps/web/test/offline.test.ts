import { createContractClient } from '@timezone-registry/contract'
import { startTestDiscord } from '@timezone-registry/test-servers/login-providers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, sidewaysScroll, signIn } from './page-actions.ts'
import { type Browser, isControlled, isStored, OFFLINE, PATIENT, storedPaths } from './worker-state.ts'

describe.skipIf(browserMissing !== undefined)('without a network', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
    const client = createContractClient({ baseUrl: browser.address })
    const body = { user_id: 'ny', username: 'Maya', timezone: 'America/New_York' }
    await client.setTimezone({ body })
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  const openPage = (options: Parameters<typeof browser.openPage>[0] = {}) =>
    browser.openPage({ serviceWorkers: 'allow', ...options })

  test('the page works after the first visit, with the people seen last', async () => {
    const { page } = await openPage({ path: '/people?ids=ny', viewport: { width: 360, height: 800 } })
    await isControlled(page)
    await isStored(page, '/v1/lookup')
    await isStored(page, '/v1/transitions')
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText(OFFLINE).waitFor()
    await page.getByText('New York').first().waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await page.goto(`${browser.address}/privacy`)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await page.goto(`${browser.address}/people?ids=ny`)
    await page.context().setOffline(false)
    await page.getByText(OFFLINE).waitFor({ state: 'detached' })
    await page.getByText('New York').first().waitFor()
  })

  test('says so at once, not only after the next request', async () => {
    const { page } = await openPage({ path: '/people?ids=ny' })
    await page.getByText('New York').first().waitFor()
    await page.context().setOffline(true)
    await page.getByText(OFFLINE).waitFor()
    await page.context().setOffline(false)
    await page.getByText(OFFLINE).waitFor({ state: 'detached' })
  })

  test('the service’s own pages fail as they would without a worker', async () => {
    const { page } = await openPage()
    await isControlled(page)
    await page.goto(`${browser.address}/docs`)
    await page.context().setOffline(true)
    for (const path of ['/docs', '/auth/discord', '/v1/stats', '/health', '/openapi.json'])
      await expect(page.goto(browser.address + path), path).rejects.toThrow()
  })

  test('a record that is deleted elsewhere is no longer stored here', async () => {
    const client = createContractClient({ baseUrl: browser.address })
    const body = { user_id: 'gone', username: 'Gone', timezone: 'Asia/Tokyo' }
    await client.setTimezone({ body })
    const { page } = await openPage()
    await isControlled(page)
    const get = () => page.evaluate(async () => (await fetch('/v1/get?id=gone')).status)
    expect(await get()).toBe(200)
    await isStored(page, '/v1/get?id=gone')
    await client.deleteTimezone({ query: { user_id: 'gone' } })
    expect(await get()).toBe(404)
    await expect.poll(() => storedPaths(page), PATIENT).not.toContain('/v1/get?id=gone')
  })

  test('stores at most 60 answers', async () => {
    const { page } = await openPage()
    await isControlled(page)
    await page.evaluate(async () => {
      for (let id = 0; id < 70; id++) await fetch(`/v1/lookup?ids=${id}`)
    })
    await isStored(page, '/v1/lookup?ids=69')
    await expect.poll(async () => (await storedPaths(page)).length, PATIENT).toBeLessThanOrEqual(60)
  })

  test('the worker is revalidated on each visit, and the manifest has the icons it names', async () => {
    const worker = await fetch(`${browser.address}/sw.js`)
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    expect(worker.headers.get('content-type')).toMatch('javascript')
    expect(worker.headers.get('content-security-policy')).toContain("default-src 'self'")
    const manifest = await fetch(`${browser.address}/manifest.webmanifest`)
    expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json(;|$)/)
    const { icons } = (await manifest.json()) as { icons: { src: string; sizes: string }[] }
    expect(icons).toHaveLength(3)
    for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
      const png = Buffer.from(await (await fetch(browser.address + src)).arrayBuffer())
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
    }
  })
})

describe.skipIf(browserMissing !== undefined)('stored answers', () => {
  test.for(['signs out', 'erases everything', 'has lost the session'])(
    'hold nothing about the person signed in, and are removed when somebody %s',
    async (how) => {
      await using discord = await startTestDiscord()
      await using browser = await openBrowser({ AUTH: 'required', ...discord.env })
      const { page } = await browser.openPage({ serviceWorkers: 'allow' })
      await isControlled(page)
      await signIn(page)
      await page.goto(`${browser.address}/account`)
      await page.getByText('This device').waitFor()
      await isStored(page, '/v1/auth')
      await isStored(page, '/session-mark')
      const own = (await storedPaths(page)).filter((path) => /\/(?:me|logout|export|events)/.test(path))
      expect(own).toEqual([])
      await page.evaluate(async () => {
        await (await caches.open('answers')).put('/v1/lookup?ids=secret', new Response('{}'))
      })
      if (how === 'signs out') {
        await page.getByText('Signed in as nelly').click()
        await button(page, 'Sign out').first().click()
      } else if (how === 'erases everything') {
        await button(page, 'Erase everything…').click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Erase' }).click()
      } else {
        await page.context().clearCookies()
        await page.reload()
      }
      await expect.poll(() => storedPaths(page), PATIENT).not.toContain('/v1/lookup?ids=secret')
    },
  )
})
