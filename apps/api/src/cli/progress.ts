import { SingleBar } from 'cli-progress'
import type { Terminal } from './terminal.ts'

/** Counts up to a total, if it is known. */
export type Progress = { advance(by: number): void } & Disposable

/** Shows a progress bar if the stream is interactive. Disposing it twice is safe. */
export function startProgress({
  unit,
  total,
  stream,
}: {
  unit: string
  total: number | undefined
  stream: Terminal['stderr']
}): Progress {
  if (!stream.isTTY) return { advance: () => {}, [Symbol.dispose]: () => {} }
  const format =
    total === undefined
      ? `{value} ${unit}`
      : `{bar} {percentage}% | {value}/{total} ${unit} | {eta_formatted} left`
  const bar = new SingleBar({ format, stream, clearOnComplete: true })
  bar.start(total ?? 0, 0)
  return { advance: (by) => bar.increment(by), [Symbol.dispose]: () => bar.stop() }
}
