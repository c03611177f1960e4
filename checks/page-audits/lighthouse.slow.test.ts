import { createContractClient } from '@timezone-registry/contract'
import { findChromium } from '@timezone-registry/test-servers/chromium'
import { freePort } from '@timezone-registry/test-servers/free-port'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import lighthouse from 'lighthouse'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const FLAGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking']
// The timed one varies with what else the machine does; `loads-little-and-strictly.slow.test.ts` limits what it depends on.
// That of accessibility is axe, which `fits-each-screen.slow.test.ts` runs on every view.
const CATEGORIES = ['best-practices', 'seo']
const SHIFT = 'cumulative-layout-shift'

const found = findChromium()

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

const VIEWS = ['/', '/meet', '/u/ny', '/everyone', '/account', '/privacy']

describe.skipIf(found.missing !== undefined)('Lighthouse', () => {
  let service: ReturnType<typeof startProcess>
  let address: string
  let port: number
  let chrome: Browser
  beforeAll(async () => {
    service = startProcess({ DATABASE_URL: await createTestDatabase(), LOG_REQUESTS: 'none' })
    address = await service.ready()
    port = await freePort()
    chrome = await chromium.launch({ ...found, args: [...FLAGS, `--remote-debugging-port=${port}`] })
    const body = { user_id: 'ny', username: 'Maya', timezone: 'America/New_York' }
    await createContractClient({ baseUrl: address }).setTimezone({ body })
  })
  afterAll(async () => {
    await chrome?.close()
    await service?.[Symbol.asyncDispose]()
  })

  test.each(VIEWS)(
    'gives %s at least 95 for best practices and search engines, and moves nothing',
    async (path) => {
      const { categories, audits } = await measure(address + path, port)
      for (const category of CATEGORIES)
        expect(categories[category]?.score, category).toBeGreaterThanOrEqual(0.95)
      expect(audits[SHIFT]?.numericValue).toBeLessThanOrEqual(0.02)
    },
  )
})

async function measure(url: string, port: number): Promise<Result> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'silent',
    disableFullPageScreenshot: true,
    onlyCategories: CATEGORIES,
    onlyAudits: [SHIFT],
  })
  const { lhr } = result ?? expect.fail('Lighthouse has no result')
  const failed = Object.values(lhr.audits).flatMap(({ id, errorMessage }) => (errorMessage ? [id] : []))
  if (failed.length === 0) return lhr
  // On a busy machine it may fail to gather what an audit needs.
  console.info(`Lighthouse could not measure ${failed} of ${url}`)
  return measure(url, port)
}
