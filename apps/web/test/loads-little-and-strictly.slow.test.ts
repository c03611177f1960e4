import { gzipSync } from 'node:zlib'
import { findAxeViolations } from './axe.ts'
import { expect, type Site, test } from './fixtures.ts'
import { choosePreference } from './page-actions.ts'

const FRIENDS = { people: ['2', '3', '6', '9'] }
const DAY = '.meet-row .cell'
// The most scripts, in bytes (gzipped), that a first visit may load in English. Russian texts are larger than any others.
const MORE_IN_RUSSIAN = 8_000
const FIRST_VISITS: Record<string, FirstVisit & { most: number }> = {
  now: { path: '/', ready: '.people-empty, .first-visit', most: 125_000 },
  'now, with people': { path: '/', stored: FRIENDS, ready: '.person-row .ribbon', most: 146_000 },
  meet: { path: '/meet', ready: 'main', most: 147_000 },
  'meet, with people': { path: '/meet', stored: FRIENDS, ready: DAY, most: 147_000 },
  everyone: { path: '/everyone', ready: 'main svg', most: 152_000 },
  'everyone, with people': { path: '/everyone', stored: FRIENDS, ready: 'main svg', most: 152_000 },
  account: { path: '/account', ready: 'main h1, main h2', most: 145_000 },
  person: { path: '/u/2', ready: '.hero time', most: 145_000 },
  'person, with people': { path: '/u/2', stored: FRIENDS, ready: '.hero time', most: 145_000 },
  privacy: { path: '/privacy', ready: 'main h2', most: 122_500 },
}

type FirstVisit = { path: string; stored?: object; ready: string }

/** How many bytes of scripts a first visit loads until the page asks for nothing more, gzipped, in a browser without `Temporal`. */
async function scriptsOf({ visit }: Site, { path, stored, ready }: FirstVisit, locale = 'en') {
  const followed = Promise.withResolvers<unknown>()
  const page = await visit(path, {
    locale,
    stored: { ...stored },
    before: async (page) => {
      await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'))
      await page.route('**/v1/events*', followed.resolve)
    },
  })
  await expect(page.locator(ready).first()).toBeVisible()
  if (path === '/' || path === '/everyone') await followed.promise
  await page.waitForLoadState(path === '/account' ? 'networkidle' : 'load')
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )
  const contents = await Promise.all(scripts.map(async (script) => (await fetch(script)).arrayBuffer()))
  return contents.reduce((sum, content) => sum + gzipSync(content).length, 0)
}

test.describe('the page', () => {
  for (const [name, visit] of Object.entries(FIRST_VISITS))
    test(`transfers at most ${visit.most} bytes of scripts for a first visit to ${name}, without Temporal`, async ({
      open,
    }) => {
      const bytes = await scriptsOf(open, visit)
      expect(bytes).toBeGreaterThan(50_000)
      expect(bytes).toBeLessThanOrEqual(visit.most)
    })

  test(`transfers at most ${MORE_IN_RUSSIAN} bytes more in Russian`, async ({ open }) => {
    // The account has texts of its own beside those of every other view.
    const visit = { path: '/account', ready: 'main h1, main h2' }
    // Again if a busy machine has not loaded all of one.
    await expect(async () => {
      const more = (await scriptsOf(open, visit, 'ru')) - (await scriptsOf(open, visit))
      expect(more).toBeGreaterThan(0)
      expect(more).toBeLessThanOrEqual(MORE_IN_RUSSIAN)
    }).toPass()
  })

  for (const [path, text, script] of [
    ['/privacy', 'What is stored', /privacy-page.*js$/],
    ['/u/nobody', 'There’s no clock here', /person-page.*js$/],
  ] as const)
    test(`preloads the view of ${path} with the page, in few files`, async ({ open }) => {
      const page = await open.visit(path)
      const warnings: string[] = []
      page.on('console', (message) => warnings.push(message.text()))
      await page.reload()
      await expect(page.getByText(text)).toBeVisible()
      const requests = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
      )
      const startOf = (name: RegExp) =>
        requests.find((request) => name.test(request.name))?.startTime ?? Number.NaN
      expect(startOf(script)).toBeLessThan(startOf(/v1\/auth$/))
      expect(requests.filter(({ name }) => name.endsWith('.js')).length).toBeLessThanOrEqual(11)
      // Chromium warns if a preloaded file is not used.
      expect(warnings.filter((text) => text.includes('preload'))).toEqual([])
    })

  test('answers 404 where there is no view, and says so on the page', async ({ open }) => {
    const statusOf = async (path: string) =>
      (await fetch(open.address + path, { headers: { accept: 'text/html' } })).status
    for (const path of ['/', '/meet', '/everyone', '/account', '/privacy'])
      expect([path, await statusOf(path)]).toEqual([path, 200])
    for (const path of ['/any/page', '/favicon']) expect([path, await statusOf(path)]).toEqual([path, 404])
    const page = await open.visit('/any/page')
    await expect(page.getByText('This page doesn’t exist.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to the home page' })).toBeVisible()
  })

  test('is served with a strict policy, and its hashed files for a year', async ({ open }) => {
    const html = await fetch(open.address, { headers: { accept: 'text/html' } })
    expect(html.headers.get('cache-control')).toBe('no-cache')
    const policy = html.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toContain('unsafe')
    const [script] = /\/assets\/[^"]+\.js/.exec(await html.text()) ?? []
    const asset = await fetch(`${open.address}${script}`)
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await fetch(`${open.address}/assets/gone.js`, { headers: { accept: '*/*' } })).status).toBe(404)
  })
})

test.describe('before its scripts arrive', () => {
  test('the page shows its name, however long the network stalls', async ({ open }) => {
    const page = await open.visit('/favicon.svg')
    await page.route(/[.]js$/, () => {})
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.locator('.site-header img')).toBeVisible()
    await expect(page.locator('.wordmark')).toBeVisible()
  })

  test('a right-to-left page is laid out as such', async ({ open }) => {
    const page = await open.visit('/', { locale: 'ar-EG' })
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  })

  test('the page is dark where dark was chosen', async ({ open }) => {
    const page = await open.visit('/', { colorScheme: 'light' })
    await choosePreference(page, 'Dark')
    const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    // The page's own scripts never arrive, so the test sees what was painted without them.
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload()
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(dark)
  })
})

test.describe('the API documentation', () => {
  test('requests nothing from other hosts and respects the policy', async ({ open }) => {
    const page = await open.visit()
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(open.address) && !request.url().startsWith('data:'))
        elsewhere.push(request.url())
    })
    await page.goto('/docs')
    await expect(page.getByText('Save a time zone')).toBeVisible()
    await page.locator('[id$="-getHealth"]').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await expect(page.getByText('"status": "healthy"').first()).toBeVisible()
    expect(elsewhere).toEqual([])
  })

  test('passes axe, in light and dark', async ({ open }) => {
    const page = await open.visit('/docs', { colorScheme: 'light' })
    await expect(page.getByText('Save a time zone')).toBeVisible()
    await page.locator('[id$="-getTimezone"]').getByRole('button').first().click()
    await expect(page.getByText('Responses').first()).toBeVisible()
    // Swagger UI's headings skip a level.
    const violations = (await findAxeViolations(page)).filter((found) => !found.startsWith('heading-order'))
    expect(violations).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(28, 32, 34)')
    expect(await findAxeViolations(page, ['color-contrast'])).toEqual([])
  })
})
