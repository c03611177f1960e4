import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPgDump } from '@timezone-registry/test-servers/pg-dump'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { type Cluster, nextTransaction, rollBack } from '../cluster.ts'
import { type Fault, holdForWrites, reconnected } from './fault.ts'
import type { SpecialFault } from './special.ts'

const run = promisify(execFile)

const WRITES = 100
// More transactions than a restore uses.
const TRANSACTIONS = 2_000

/**
 * The operator stops the service, restores a dump into a new server, whose transaction ids are lower, and starts the
 * service there. Mirrors keep running. `isOlder`: writes continued after the dump, so later ones are lost.
 */
export function restoreFromDump({ isOlder }: { isOlder: boolean }): SpecialFault {
  const name = `the database is restored from ${isOlder ? 'an older' : 'a'} dump under running mirrors`
  const { binaries, missing } = findPgDump()
  if (binaries === undefined) return { name, missing }
  return {
    name,
    prepare: () => {
      const directory = mkdtempSync(join(tmpdir(), 'dump-'))
      const file = join(directory, 'dump.sql')
      const fault: Fault = {
        name,
        losesWrites: isOlder,
        endsProcesses: true,
        options: { postgres: { binaries } },
        strike: async (cluster, hold, { load }) => {
          if (isOlder) await dump(binaries, cluster.postgres.url, file)
          await holdForWrites(hold, load, WRITES)
          await load.pause()
          if (!isOlder) await dump(binaries, cluster.postgres.url, file)
          await moveToRestored({ cluster, binaries, file })
          load.resume()
          await holdForWrites(hold, load, WRITES)
        },
        isFelt: reconnected('postgres'),
      }
      return { fault, [Symbol.dispose]: () => rmSync(directory, { recursive: true }) }
    },
  }
}

async function moveToRestored({
  cluster,
  binaries,
  file,
}: {
  cluster: Cluster
  binaries: string
  file: string
}): Promise<void> {
  const old = cluster.postgres
  const stopping = cluster.instances.map(({ process }) => {
    process.kill('SIGTERM')
    return process.ended()
  })
  const [fresh] = await Promise.all([startTestPostgres({ binaries }), ...stopping])
  await rollBack(old.url, TRANSACTIONS)
  const before = await nextTransaction(old.url)
  await run(join(binaries, 'psql'), ['-q', '-v', 'ON_ERROR_STOP=1', '-f', file, fresh.url])
  const after = await nextTransaction(fresh.url)
  if (after >= before) throw new Error(`The transaction ids are not lower: ${before}, then ${after}`)
  await old[Symbol.asyncDispose]()
  cluster.postgres = fresh
  cluster.postgresProxy.retarget({ port: Number(new URL(fresh.url).port) })
  await Promise.all(cluster.instances.map((instance) => instance.start()))
}

async function dump(binaries: string, url: string, file: string): Promise<void> {
  await run(join(binaries, 'pg_dump'), ['--no-owner', '--file', file, url])
}
