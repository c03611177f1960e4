import { Readable } from 'node:stream'
import type { TimezoneStore } from './timezone-store.ts'

// Large enough that the database's round trips do not count, small enough that memory does not grow with the table.
const PAGE_RECORDS = 5000

/**
 * The map of all records as JSON text. It reads a page when the last one has been taken, so that between pages a slow
 * or vanished reader holds no connection. Rejects, rather than breaking off, when the first page cannot be read.
 */
export async function streamTimezones(store: Pick<TimezoneStore, 'findListPage'>): Promise<Readable> {
  // No id is empty: every one comes after it.
  const first = await store.findListPage({ after: '', size: PAGE_RECORDS })
  return Readable.from(write())

  async function* write(): AsyncGenerator<string> {
    yield '{'
    for (let page = first; page !== undefined; ) {
      yield page.json
      page = await store.findListPage({ after: page.lastUserId, size: PAGE_RECORDS })
      if (page !== undefined) yield ','
    }
    yield '}'
  }
}
