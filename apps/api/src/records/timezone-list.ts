import { Readable } from 'node:stream'
import type { TimezoneStore } from './timezone-store.ts'

// Larger pages are hardly faster, and take more memory at once.
const PAGE_RECORDS = 1000

/**
 * The map of all records as JSON text. It is one page ahead of the reader and no more, so that a slow or vanished
 * one holds no connection. Rejects, rather than breaking off, when the first page cannot be read.
 */
export async function streamTimezones(store: Pick<TimezoneStore, 'findListPage'>): Promise<Readable> {
  // No id is empty: every one comes after it.
  const first = await store.findListPage({ after: '', size: PAGE_RECORDS })
  return Readable.from(write())

  async function* write(): AsyncGenerator<string> {
    let before = '{'
    for (let page = first; page !== undefined; ) {
      // While this page is on its way to the reader, the database writes the next.
      const next = store.findListPage({ after: page.lastUserId, size: PAGE_RECORDS })
      // Where the reader is gone, nobody asks how it went.
      next.catch(() => {})
      yield before + page.json
      before = ','
      page = await next
    }
    yield first === undefined ? '{}' : '}'
  }
}
