/** Called with the number of each transaction that wrote records, once it is committed. */
export type OnWritten = (position: number) => void

/** Reports the transaction that wrote these rows, and returns them. */
export function noteWritten<Row extends { writtenAs: string | number }>(
  rows: Row[],
  onWritten: OnWritten,
): Row[] {
  const [row] = rows
  if (row !== undefined) onWritten(Number(row.writtenAs))
  return rows
}
