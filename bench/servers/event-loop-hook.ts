// Loaded into a benched process by `--import`: at SIGUSR2 it writes the 99th percentile of the event loop's delay since
// the last signal, in milliseconds.
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MILLISECONDS = 5
const file = process.env.BENCH_LOOP_DELAY_FILE
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS })
histogram.enable()
process.on('SIGUSR2', () => {
  if (file === undefined) return
  // The histogram holds the whole time between two runs of its timer.
  const delay = Math.max(0, histogram.percentile(99) / 1e6 - RESOLUTION_MILLISECONDS)
  histogram.reset()
  writeFileSync(`${file}.draft`, String(delay))
  renameSync(`${file}.draft`, file)
})
