import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { checkLists } from './check-records.ts'
import { findViolations, type Operation } from './history.ts'
import { type Instance, startInstance } from './instance.ts'
import { startLoad } from './load.ts'
import { readValue } from './requests.ts'

const WRITES = 100

/** Repeatedly kills the service on its embedded database under load, and checks every record after each start. */
export async function killOnEmbedded({
  rounds,
}: {
  rounds: number
}): Promise<{ writes: number; lost: number }> {
  const directory = mkdtempSync(join(tmpdir(), 'embedded-'))
  await using instance = await startInstance('A', { DATA_DIR: directory })
  let writes = 0
  let lost = 0
  for (let round = 0; round < rounds; round++) {
    const load = startLoad([instance])
    await waitUntil(() => load.writesAnswered.length >= WRITES, 'enough writes')
    instance.process.kill('SIGKILL')
    await load.stop()
    await instance.process.ended()
    await instance.start()
    const left = await readAll(instance, load.history)
    writes += load.writesAnswered.length
    lost += findViolations([...load.history, ...left], { graceMilliseconds: 0 }).length
    lost += (await checkLists([instance], load.listed)).length
  }
  rmSync(directory, { recursive: true, force: true })
  return { writes, lost }
}

async function readAll(instance: Instance, history: readonly Operation[]): Promise<Operation[]> {
  const reads: Operation[] = []
  for (const userId of new Set(history.map(({ userId }) => userId))) {
    const startedAt = performance.now()
    const value = await readValue(instance, userId)
    const read = { kind: 'read', userId, instance: instance.name, value, answered: true } as const
    reads.push({ ...read, startedAt, endedAt: performance.now() })
  }
  return reads
}
