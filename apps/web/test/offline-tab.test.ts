import { describe, expect, test } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { openSite } from './deployed-site.ts'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, fillIn } from './page-actions.ts'
import { isControlled, isStored, OFFLINE, openEveryone, PATIENT } from './worker-state.ts'

describe.skipIf(browserMissing !== undefined)('an open tab', () => {
  test('survives a restart of the service', async () => {
    await using browser = await openBrowser()
    await using site = await openSite(browser.address)
    const page = await openEveryone(browser, site.address)
    await site.stop()
    await page.reload()
    await page.getByText(OFFLINE).waitFor()
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByRole('link', { name: 'Everyone' }).click()
    await page.getByText(OFFLINE).waitFor()
    await site.start()
    // What a browser says once its network is back; without, the page asks again after 15 s.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByText(OFFLINE).waitFor({ state: 'detached' })
  })

  test('keeps an answer that it has stored when a network answers with its sign-in page', async () => {
    await using browser = await openBrowser()
    await using site = await openSite(browser.address)
    const page = await openEveryone(browser, site.address)
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

  test('is offered a new build, keeps working in the old one, and keeps its draft', async () => {
    await using browser = await openBrowser()
    await using site = await openSite(browser.address)
    const { page } = await browser.openPage({ serviceWorkers: 'allow' })
    await page.goto(site.address)
    await isControlled(page)
    await fillIn(page, { userId: 'kept', username: 'nelly' })
    site.deploy()
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await page.getByText('A new version is available.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    // Its own files are gone from the server.
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByText('Add people').waitFor()
    await page.getByRole('link', { name: 'Now', exact: true }).click()
    await button(page, 'Reload').click()
    await page.waitForFunction(() => document.querySelector('script[src*=newbuild]') !== null)
    expect(await page.getByLabel('Username').inputValue()).toBe('nelly')
    await expect.poll(() => page.evaluate(() => caches.keys()), PATIENT).toContain('shell-newer')
    await expect
      .poll(
        () =>
          page.evaluate(async () => (await caches.keys()).filter((key) => key.startsWith('shell')).length),
        PATIENT,
      )
      .toBe(1)
    expect(await page.getByText('A new version is available.').count()).toBe(0)
  })
})
