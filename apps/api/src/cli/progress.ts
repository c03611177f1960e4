import { SingleBar } from 'cli-progress'

/** Counts up to a total, if that is known. */
export type Progress = { advance(by: number): void } & Disposable

/** Shows a bar on standard error if that is a terminal, otherwise nothing. Disposing it twice is safe. */
export function startProgress(unit: string, total: number | undefined): Progress {
  if (!process.stderr.isTTY) return { advance: () => {}, [Symbol.dispose]: () => {} }
  const format =
    total === undefined
      ? `{value} ${unit}`
      : `{bar} {percentage}% | {value}/{total} ${unit} | {eta_formatted} left`
  const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true })
  bar.start(total ?? 0, 0)
  return { advance: (by) => bar.increment(by), [Symbol.dispose]: () => bar.stop() }
}
