import { findAxeViolations } from './axe.ts'
import { openSite } from './deployed-site.ts'
import { expect, test } from './fixtures.ts'
import { button, deleteGroup, fillIn, hold, removePerson, row, signIn } from './page-actions.ts'
import { isControlled, isStored, keptPeople, OFFLINE, openEveryone, storedPaths } from './worker-state.ts'

const ALLOWED = { serviceWorkers: 'allow' } as const

test.describe('without a network', () => {
  test('the page works after the first visit, with the people seen last', async ({ open }) => {
    const page = await open.visit('/?ids=3', { ...ALLOWED, viewport: { width: 360, height: 800 } })
    await isControlled(page)
    await expect.poll(() => keptPeople(page)).toEqual(['3'])
    await isStored(page, '/v1/transitions')
    await page.context().setOffline(true)
    // Not only after the next request.
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await page.reload()
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await expect(row(page, 'Maya').getByText(/New York.* · couldn’t be checked/)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await findAxeViolations(page)).toEqual([])
    await page.goto('/privacy')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await page.goto('/?ids=3')
    await page.context().setOffline(false)
    await expect(page.getByText(OFFLINE)).toHaveCount(0)
    await expect(page.getByText('New York').first()).toBeVisible()
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

  test('a record that is deleted elsewhere is no longer kept here', async ({ open }) => {
    const body = { user_id: 'gone', username: 'Gone', timezone: 'Asia/Tokyo' }
    await open.client.setTimezone({ body })
    const page = await open.visit('/?ids=gone,3', { ...ALLOWED, follows: true })
    await expect.poll(() => keptPeople(page)).toEqual(['3', 'gone'])
    await open.client.deleteTimezone({ query: { user_id: 'gone' } })
    await expect.poll(() => keptPeople(page)).toEqual(['3'])
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
      expect((await storedPaths(page)).filter((path) => /\/(?:me|logout|export|events)/.test(path))).toEqual(
        [],
      )
      await page.evaluate(() =>
        localStorage.setItem(
          'timezone-registry:person:secret',
          JSON.stringify({ name: 'Secret', timezone: 'Asia/Tokyo', at: Date.now() }),
        ),
      )
      await page.evaluate(async () => {
        await (await caches.open('public-answers')).put('/v1/stats', new Response('{}'))
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
      await expect.poll(() => keptPeople(page)).toEqual([])
      await expect.poll(() => storedPaths(page)).not.toContain('/v1/stats')
    })
})

test('a network that takes requests and answers none leaves the page as it was on the last visit', async ({
  open,
}) => {
  await using site = await openSite(open.address)
  const page = await openEveryone(open, site.address)
  site.stall(true)
  await page.goto(`${site.address}/everyone`, { waitUntil: 'commit' })
  await expect(page.getByText('people').first()).toBeVisible()
  await expect(page.locator('.map-area').first()).toBeVisible()
  await expect(page.getByText(OFFLINE)).toBeVisible()
})

test('a slow network is no outage: the last answer is shown until the next one comes', async ({ open }) => {
  const page = await open.visit('/everyone', { before: (page) => page.clock.install() })
  await isStored(page, '/v1/stats')
  const release = await hold(page, '**/v1/stats')
  await page.reload()
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(page.getByText('people', { exact: true })).toBeVisible({ timeout: 500 })
  }).toPass()
  const answered = page.waitForResponse('**/v1/stats')
  release()
  await answered
  // Longer than the page waits before it calls this an outage, and not until it asks again by itself.
  await page.clock.runFor(6000)
  expect(await page.getByText(OFFLINE).count()).toBe(0)
})

test.describe('the worker', () => {
  test('shows what is known about a friend on their page without a network', async ({ open }) => {
    const page = await open.visit('/', { ...ALLOWED, stored: { people: ['2', '3'] } })
    await isControlled(page)
    await expect.poll(() => keptPeople(page)).toEqual(['2', '3'])
    await page.context().setOffline(true)
    await page.goto('/u/3')
    await expect(page.getByRole('heading', { name: 'Maya', exact: true })).toBeVisible()
    await expect(page.locator('.person-clock')).toBeVisible()
    await page.goto('/u/7')
    await expect(page.getByText('The service can’t be reached. Check')).toBeVisible()
    await expect(page.getByText('input is kept')).toHaveCount(0)
  })

  test('forgets people who are removed from the last list that had them', async ({ open }) => {
    const stored = {
      people: ['2', '3'],
      groups: [{ name: 'Raid', ids: ['2'] }],
    }
    const page = await open.visit('/?ids=2,3', { ...ALLOWED, stored })
    await expect.poll(() => keptPeople(page)).toEqual(['2', '3'])
    await removePerson(page, 'Maya')
    await expect.poll(() => keptPeople(page)).toEqual(['2'])
    await removePerson(page, 'Aarav')
    await page.getByRole('link', { name: 'Raid' }).click()
    await expect(page.getByText('Aarav').first()).toBeVisible()
    expect(await keptPeople(page)).toEqual(['2'])
    await deleteGroup(page, 'Raid')
    await expect.poll(() => keptPeople(page)).toEqual([])
  })
})

test.describe('an open tab', () => {
  test('says so when the service stops', async ({ open }) => {
    await using site = await openSite(open.address)
    const page = await open.visit(`${site.address}/?ids=3`)
    await expect(page.getByText('New York').first()).toBeVisible()
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
