import { randomUUID } from 'node:crypto'
import { createContractClient } from '@timezone-registry/contract'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drag, type Latency, press, takeLatency, watchLatency } from './latency.ts'
import { browserMissing, openBrowser } from './open-browser.ts'

// For a desktop with this Lighthouse benchmark index. A slower or busy machine is slowed down less.
const MAX_SLOWDOWN = 6
const DESKTOP_BENCHMARK = 1500
const MAX_MS = 200
// Other load on the machine delays some attempts; what is slow by itself is slow every time.
const ATTEMPTS = 5
const PHONE = { width: 390, height: 844 }

type Options = { of?: keyof Latency; reset?: () => Promise<unknown> }

/** Repeats it until it is fast, at most five times, with `reset` in between. */
async function expectFast(page: Page, name: string, act: () => Promise<unknown>, options: Options = {}) {
  const { of = 'interaction', reset } = options
  const measured: number[] = []
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (attempt > 1) await reset?.()
    await takeLatency(page)
    await act()
    const latency = (await takeLatency(page))[of]
    // Without an interaction, the browser missed it. Without a long frame, each was fast.
    if (of === 'interaction' && latency === 0) continue
    measured.push(latency)
    if (latency <= MAX_MS) break
  }
  console.info(`${name}: ${measured.join(', ')} ms`)
  expect.soft(Math.min(...measured), name).toBeLessThanOrEqual(MAX_MS)
}

describe.skipIf(browserMissing !== undefined)('on a slow phone, within 200 ms', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  /** A view with these people, in as many zones as there are, slowed down once it is complete. */
  async function openPhone({ path, people, last }: { path: string; people: number; last: string }) {
    const { page } = await browser.openPage({ path: '/favicon.svg', viewport: PHONE })
    const ids = Array.from({ length: people }, (_, index) => `p${index}`)
    const stored = JSON.stringify(ids)
    await page.evaluate((text) => localStorage.setItem('timezone-registry:people', text), stored)
    await page.route('**/v1/lookup?*', (route) => {
      const asked = new URL(route.request().url()).searchParams.get('ids')?.split(',') ?? []
      return route.fulfill({ json: lookupOf(asked, Intl.supportedValuesOf('timeZone')) })
    })
    await page.goto(browser.address + path)
    await page.locator(last).first().waitFor()
    const inspector = await page.context().newCDPSession(page)
    const benchmark = await page.evaluate(pageFunctions.computeBenchmarkIndex)
    const rate = MAX_SLOWDOWN * Math.min(1, benchmark / DESKTOP_BENCHMARK)
    console.info(`Slowed down ${rate.toFixed(1)} times:`)
    await inspector.send('Emulation.setCPUThrottlingRate', { rate: Math.max(1, rate) })
    await watchLatency(page)
    return page
  }

  test('the picker opens and searches, a place is taken, and the record is saved', async () => {
    const page = await openPhone({ path: '/', people: 10, last: '.person-row:nth-child(11)' })
    const option = page.getByRole('option').first()
    const open = async () => {
      await press(page, button(page, 'Change'))
      await option.waitFor()
    }
    const close = async () => {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await expectFast(page, 'opening the picker', open, { reset: close })
    const type = (letters: string) => async () => {
      for (const letter of letters) await page.keyboard.press(letter)
    }
    for (const letters of ['a', 'new y', 'xqzx'])
      await expectFast(page, `typing ${letters}`, type(letters), { reset: () => zoneField(page).fill('') })
    const search = async () => {
      await zoneField(page).fill('tokyo')
      await page.getByRole('option', { name: 'Tokyo' }).first().waitFor()
    }
    await search()
    const take = async () => {
      await press(page, option)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await expectFast(page, 'taking a place', take, { reset: () => open().then(search) })
    // The id of an earlier try is somebody else's.
    await fillIn(page, { userId: randomUUID(), username: '' })
    await expectFast(page, 'typing a name', type('nelly'))
    await expectFast(page, 'saving', () => press(page, button(page, 'Save')))
  })

  test('the line moves with 200 people, of whom one is removed and another added', async () => {
    const page = await openPhone({ path: '/people', people: 200, last: '.person-row:nth-child(201)' })
    const line = () => drag(page, page.locator('.scrubber'))
    await expectFast(page, 'a step of the line', line, { of: 'frame' })
    const remove = page.getByRole('button', { name: /^Remove Person/ }).first()
    await expectFast(page, 'removing somebody', () => press(page, remove))
    const field = page.getByRole('combobox', { name: 'Add people' })
    let added = 0
    const type = () => field.fill(`x${added++}`)
    await type()
    await expectFast(page, 'adding somebody', () => page.keyboard.press('Enter'), { reset: type })
  })

  test.for([
    ['question is asked', 'Delete', '[role=alertdialog]'],
    ['picker opens', 'Change', '[role=dialog]'],
  ] as const)('the first %s', async ([name, pressed, selector]) => {
    const body = { user_id: 'ny', username: 'Maya', timezone: 'America/New_York' }
    await createContractClient({ baseUrl: browser.address }).setTimezone({ body })
    const measured: number[] = []
    while (measured.length < ATTEMPTS && !measured.some((milliseconds) => milliseconds <= MAX_MS)) {
      // A new visitor, because a view is loaded only once per visit.
      const { page } = await browser.openPage()
      await fillIn(page, { userId: 'ny', username: 'Maya' })
      await button(page, 'Delete').waitFor()
      measured.push(await timeToOpen(button(page, pressed), selector))
    }
    console.info(`${name}: ${measured.map(Math.round).join(', ')} ms`)
    expect(Math.min(...measured)).toBeLessThanOrEqual(MAX_MS)
  })

  test('a meeting of 10 people moves, which changes the address once', async () => {
    const page = await openPhone({ path: '/meet', people: 9, last: '.meet-row:nth-child(10)' })
    await page.evaluate(() => {
      const change = history.replaceState
      let changes = 0
      history.replaceState = (...args) => {
        document.documentElement.dataset.changes = String(++changes)
        change.apply(history, args)
      }
    })
    await drag(page, page.locator('.slot-frame'))
    await page.waitForURL(/at=/)
    expect(await page.locator('html').getAttribute('data-changes')).toBe('1')
    const move = () => drag(page, page.locator('.slot-frame'))
    await expectFast(page, 'a step of the meeting', move, { of: 'frame' })
  })

  test('the view changes with 200 people', async () => {
    const page = await openPhone({ path: '/', people: 200, last: '.person-row:nth-child(201)' })
    const show = async (view: string) => {
      await page.evaluate(() => scrollTo(0, 0))
      await press(page, page.getByRole('navigation').first().getByRole('link', { name: view, exact: true }))
    }
    for (const [view, before] of [
      ['People', 'Now'],
      ['Meet', 'People'],
      ['Everyone', 'Meet'],
      ['Now', 'Everyone'],
    ] as const)
      await expectFast(page, `changing to ${view}`, () => show(view), { reset: () => show(before) })
  })
})

/** Milliseconds from the click to the frame in which something matches the selector. */
function timeToOpen(pressed: Locator, selector: string): Promise<number> {
  return pressed.evaluate(async (element: HTMLElement, selector) => {
    const startedAt = performance.now()
    element.click()
    while (document.querySelector(selector) === null) await new Promise(requestAnimationFrame)
    return performance.now() - startedAt
  }, selector)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const zoneField = (page: Page) => page.getByRole('combobox', { name: 'Time zone' })

async function fillIn(page: Page, { userId, username }: { userId: string; username: string }): Promise<void> {
  await page.getByLabel('User ID', { exact: true }).fill(userId)
  await page.getByLabel('Username').fill(username)
}

/** The answer to a lookup of these ids, as if each had a record; the zones take turns. */
function lookupOf(ids: readonly string[], zones: readonly string[]) {
  const saved = '2026-01-01T00:00:00.000Z'
  const users = ids.map((id, index) => {
    const timezone = zones[index % zones.length] ?? 'UTC'
    return [
      id,
      { username: `Person ${id}`, timezone, canonical: timezone, created_at: saved, updated_at: saved },
    ] as const
  })
  return { users: Object.fromEntries(users), missing: [] }
}
