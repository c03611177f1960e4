import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { watchProcessorWaits } from './processor-waits.ts'

test.runIf(process.platform === 'linux')(
  'a process that others keep from the processors has waited for them',
  async () => {
    const burners = Array.from({ length: availableParallelism() + 1 }, () =>
      spawn(process.execPath, ['-e', 'for (;;);']),
    )
    onTestFinished(() => {
      for (const burner of burners) burner.kill()
      waits.stop()
    })
    const waits = watchProcessorWaits(burners.map(({ pid = 0 }) => ({ process: { pid } })))
    const startedAt = performance.now()
    await expect.poll(() => waits.since(startedAt)).toBeGreaterThan(100)
    expect(waits.since(performance.now())).toBeLessThan(waits.since(startedAt))
  },
)
