import type { RowParser, TransferRow } from './transfer-row.ts'
import type { ImportCounts, TransferStore } from './transfer-store.ts'

export type ImportResult = ImportCounts & { bad: number }

const BATCH_ROWS = 1000

/** Imports the valid rows and reports the others by number, counted from 1. Safe to repeat. */
export async function importRecords({
  values,
  parse,
  store,
  overwrite,
  onBadRow,
  onImported,
}: {
  values: AsyncIterable<unknown>
  parse: RowParser
  store: Pick<TransferStore, 'importRows'>
  overwrite: boolean
  onBadRow: (number: number, problem: string) => void
  /** Called with the user ids of each batch after its commit. */
  onImported: (userIds: string[]) => void
}): Promise<ImportResult> {
  const result: ImportResult = { added: 0, updated: 0, kept: 0, bad: 0 }
  // One statement can save a user only once, so a second row for a user starts a new batch.
  let batch = new Map<string, TransferRow>()
  let number = 0
  for await (const value of values) {
    number += 1
    const parsed = parse(value)
    if ('problem' in parsed) {
      result.bad += 1
      onBadRow(number, parsed.problem)
      continue
    }
    if (batch.has(parsed.row.user_id) || batch.size === BATCH_ROWS) await save()
    batch.set(parsed.row.user_id, parsed.row)
  }
  await save()
  return result

  async function save(): Promise<void> {
    if (batch.size === 0) return
    const counts = await store.importRows([...batch.values()], { overwrite })
    result.added += counts.added
    result.updated += counts.updated
    result.kept += counts.kept
    onImported([...batch.keys()])
    batch = new Map()
  }
}
