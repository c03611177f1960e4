import { createContractClient } from '@timezone-registry/contract'
import type { Page } from 'playwright-core'
import { openBrowser } from './open-browser.ts'

/** The service with the records of four people, and a browser. */
export async function openWithPeople() {
  const browser = await openBrowser()
  const client = createContractClient({ baseUrl: browser.address })
  for (const [user_id, username, timezone] of [
    ['ny', 'Maya', 'America/New_York'],
    ['in', 'Aarav', 'Asia/Kolkata'],
    ['80351110224678912', 'Noor', 'Asia/Kathmandu'],
    ['nz', 'Sione', 'Pacific/Auckland'],
  ] as const)
    await client.setTimezone({ body: { user_id, username, timezone } })
  return { ...browser, client }
}

/** A person's row in the list of local times. */
export function row(page: Page, name: string) {
  return page.getByRole('list', { name: 'Local times' }).getByRole('listitem').filter({ hasText: name })
}
