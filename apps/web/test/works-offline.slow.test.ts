import { findAxeViolations } from './axe.ts'
import { openSite } from './deployed-site.ts'
import { expect, test } from './fixtures.ts'
import { button, fillIn, removePerson, showsSaved, signIn, visitSignedIn } from './page-actions.ts'
import { isControlled, isStored, OFFLINE, openEveryone, storedPaths } from './worker-state.ts'

const ALLOWED = { serviceWorkers: 'allow' } as const

test.describe('without a network', () => {
  test('the page works after the first visit, with the people seen last', async ({ open }) => {
    const page = await open.visit('/?ids=3', { ...ALLOWED, viewport: { width: 360, height: 800 } })
    await isControlled(page)
    await isStored(page, '/v1/lookup')
    await isStored(page, '/v1/transitions')
    await page.context().setOffline(true)
    await page.reload()
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await expect(page.getByText('New York').first()).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
    await page.goto('/privacy')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await page.goto('/?ids=3')
    await page.context().setOffline(false)
    await expect(page.getByText(OFFLINE)).toHaveCount(0)
    await expect(page.getByText('New York').first()).toBeVisible()
  })

  test('says so at once, not only after the next request', async ({ open }) => {
    const page = await open.visit('/?ids=3', ALLOWED)
    await expect(page.getByText('New York').first()).toBeVisible()
    await page.context().setOffline(true)
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText(OFFLINE)).toHaveCount(0)
  })

  test('the service’s own pages fail as they would without a worker', async ({ open }) => {
    const page = await open.visit('/', ALLOWED)
    await isControlled(page)
    await page.goto('/docs')
    await page.context().setOffline(true)
    const paths = [
      '/docs',
      '/auth/discord',
      '/v1/stats',
      '/stats',
      '/get?id=2',
      '/u/2/card.png',
      '/health',
      '/nowhere',
    ]
    for (const path of paths) await expect(page.goto(path), path).rejects.toThrow()
  })

  test('a record that is deleted elsewhere is no longer stored here', async ({ open }) => {
    const body = { user_id: 'gone', username: 'Gone', timezone: 'Asia/Tokyo' }
    await open.client.setTimezone({ body })
    const page = await open.visit('/', ALLOWED)
    await isControlled(page)
    const get = () => page.evaluate(async () => (await fetch('/v1/get?id=gone')).status)
    expect(await get()).toBe(200)
    await isStored(page, '/v1/get?id=gone')
    await open.client.deleteTimezone({ query: { user_id: 'gone' } })
    expect(await get()).toBe(404)
    await expect.poll(() => storedPaths(page)).not.toContain('/v1/get?id=gone')
  })

  test('stores at most 60 answers', async ({ open }) => {
    const page = await open.visit('/', ALLOWED)
    await isControlled(page)
    await page.evaluate(async () => {
      for (let id = 0; id < 70; id++) await fetch(`/v1/lookup?ids=${id}`)
    })
    await isStored(page, '/v1/lookup?ids=69')
    await expect.poll(async () => (await storedPaths(page)).length).toBeLessThanOrEqual(60)
  })

  test('the worker is revalidated on each visit, and the manifest has the icons it names', async ({
    open,
  }) => {
    const worker = await fetch(`${open.address}/sw.js`)
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    expect(worker.headers.get('content-type')).toMatch('javascript')
    expect(worker.headers.get('content-security-policy')).toContain("default-src 'self'")
    const manifest = await fetch(`${open.address}/manifest.webmanifest`)
    expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json(;|$)/)
    const { icons } = (await manifest.json()) as { icons: { src: string; sizes: string }[] }
    expect(icons).toHaveLength(3)
    for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
      const png = Buffer.from(await (await fetch(open.address + src)).arrayBuffer())
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
    }
  })
})

test.describe('stored answers', () => {
  for (const how of ['signs out', 'erases everything', 'has lost the session'])
    test(`hold nothing about the person signed in, and are removed when somebody ${how}`, async ({
      login,
    }) => {
      const page = await login.visit('/', ALLOWED)
      await isControlled(page)
      await signIn(page)
      await page.goto('/account/data')
      await expect(button(page, 'Erase everything…')).toBeVisible()
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
      await expect.poll(() => storedPaths(page)).not.toContain('/v1/lookup?ids=secret')
    })
})

test.describe('a network that takes requests and answers none', () => {
  test('leaves the page as it was on the last visit', async ({ open }) => {
    await using site = await openSite(open.address)
    const page = await openEveryone(open, site.address)
    site.stall(true)
    await page.goto(`${site.address}/everyone`, { waitUntil: 'commit' })
    await expect(page.getByText('people').first()).toBeVisible()
    await expect(page.locator('.map-area').first()).toBeVisible()
    await expect(page.getByText(OFFLINE)).toBeVisible()
  })
})

test.describe('the worker', () => {
  test('shows what is known about a friend on their page without a network', async ({ open }) => {
    const page = await open.visit('/', { ...ALLOWED, stored: { 'timezone-registry:people': ['2', '3'] } })
    await isControlled(page)
    await isStored(page, '/v1/lookup?ids=2%2C3')
    await page.context().setOffline(true)
    await page.goto('/u/3')
    await expect(page.getByRole('heading', { name: 'Maya', exact: true })).toBeVisible()
    await expect(page.locator('.person-clock')).toBeVisible()
    await page.goto('/u/7')
    await expect(page.getByText('The service can’t be reached. Check')).toBeVisible()
    await expect(page.getByText('input is kept')).toHaveCount(0)
  })

  test('stores nothing that the service marks as not to be stored', async ({ login }) => {
    const page = await visitSignedIn(login, ALLOWED)
    await button(page, 'Save').click()
    await isControlled(page)
    await showsSaved(page, 'Berlin')
    await page.goto('/account/visibility')
    // It is checked once it is saved.
    await page.getByRole('radio', { name: 'Private' }).click()
    await expect(page.getByText('Saved: only you')).toBeVisible()
    await page.goto('/')
    await showsSaved(page, 'Berlin')
    const own = await page.evaluate(async () => (await (await fetch('/v1/me')).json()).user.id)
    const lookUp = () =>
      page.evaluate(async (id) => (await fetch(`/v1/lookup?ids=${id}`)).headers.get('cache-control'), own)
    expect(await lookUp()).toContain('no-store')
    await page.evaluate(() => fetch('/v1/lookup?ids=later'))
    await isStored(page, '/v1/lookup?ids=later')
    expect((await storedPaths(page)).filter((path) => path.includes(own))).toEqual([])
  })

  test('forgets people who are removed from the last list that had them', async ({ open }) => {
    const stored = {
      'timezone-registry:people': ['2', '3'],
      'timezone-registry:groups': [{ name: 'Raid', ids: ['2'] }],
    }
    const page = await open.visit('/?ids=2,3', { ...ALLOWED, stored })
    await isControlled(page)
    await page.evaluate(() =>
      Promise.all([fetch('/v1/get?id=2'), fetch('/v1/get?id=3'), fetch('/v1/get?id=4')]),
    )
    await isStored(page, '/v1/get?id=3')
    await isStored(page, '/v1/lookup?ids=2%2C3')
    await removePerson(page, 'Maya')
    const aboutMaya = async () => (await storedPaths(page)).filter((path) => /[=C]3$/.test(path))
    await expect.poll(aboutMaya).toEqual([])
    await removePerson(page, 'Aarav')
    await expect.poll(() => storedPaths(page)).toContain('/v1/get?id=2')
    await page.getByRole('link', { name: 'Raid' }).click()
    await button(page, 'More about Raid').click()
    await button(page, 'Delete group').click()
    await expect.poll(() => storedPaths(page)).not.toContain('/v1/get?id=2')
  })
})

test.describe('an open tab', () => {
  for (const serviceWorkers of ['allow', 'block'] as const)
    test(`says so when the service stops (workers: ${serviceWorkers})`, async ({ open }) => {
      await using site = await openSite(open.address)
      const page = await open.visit(`${site.address}/?ids=3`, { serviceWorkers })
      await expect(page.getByText('New York').first()).toBeVisible()
      if (serviceWorkers === 'allow') await isStored(page, '/v1/lookup?ids=3')
      await site.stop()
      await expect(page.getByText(OFFLINE)).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await site.start()
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(page.getByText(OFFLINE)).toHaveCount(0)
    })

  test('survives a restart of the service', async ({ open }) => {
    await using site = await openSite(open.address)
    const page = await openEveryone(open, site.address)
    await site.stop()
    await page.reload()
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await page.getByRole('link', { name: 'Meet' }).click()
    await page.getByRole('link', { name: 'Everyone' }).click()
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await site.start()
    // What a browser says once its network is back; without, the page asks again after 15 s.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText(OFFLINE)).toHaveCount(0)
  })

  test('keeps an answer that it has stored when a network answers with its sign-in page', async ({
    open,
  }) => {
    await using site = await openSite(open.address)
    const page = await openEveryone(open, site.address)
    const ask = (path: string) => page.evaluate(async (path) => (await fetch(path)).text(), path)
    site.demandSignIn(true)
    expect(await ask('/v1/stats')).toContain('Welcome to the hotel')
    site.demandSignIn(false)
    // What is stored later is stored after what came before it.
    await ask('/v1/lookup?ids=later')
    await isStored(page, '/v1/lookup?ids=later')
    await page.context().setOffline(true)
    expect(await ask('/v1/stats')).toContain('total_users')
  })

  test('is offered a new build, keeps working in the old one, and keeps its draft', async ({ open }) => {
    await using site = await openSite(open.address)
    const page = await open.visit(site.address, ALLOWED)
    await isControlled(page)
    await fillIn(page, { userId: 'kept', username: 'nelly' })
    await page.keyboard.press('Escape')
    site.deploy()
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await expect(page.getByText('A new version is available.')).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
    // Its own files are gone from the server.
    await page.getByRole('link', { name: 'Meet' }).click()
    await expect(page.getByRole('link', { name: 'Add people' })).toBeVisible()
    await page.getByRole('link', { name: 'Now', exact: true }).click()
    await button(page, 'Reload').click()
    await page.waitForFunction(() => document.querySelector('script[src*=newbuild]') !== null)
    await button(page, 'Save Berlin').click()
    await expect(page.getByLabel('Username')).toHaveValue('nelly')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => caches.keys())).toContain('shell-newer')
    const shells = () =>
      page.evaluate(async () => (await caches.keys()).filter((key) => key.startsWith('shell')))
    await expect.poll(shells).toHaveLength(1)
    await expect(page.getByText('A new version is available.')).toHaveCount(0)
  })
})
