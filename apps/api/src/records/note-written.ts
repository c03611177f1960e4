import type { OnWritten } from '../feed/replica/write-position.ts'

/** Reports the transaction that wrote these rows, and returns them. */
export function noteWritten<Row extends { writtenAs: string | number }>(
  rows: Row[],
  onWritten: OnWritten,
): Row[] {
  const [row] = rows
  if (row !== undefined) onWritten(Number(row.writtenAs))
  return rows
}
