import { createZoneNames } from '@timezone-registry/zones/zone-names'
import { Command, InvalidArgumentError } from 'commander'
import { openEvictions } from './evictions.ts'
import { openMigrated } from './open-migrated.ts'
import { openOperatorAudit } from './operator-audit.ts'
import { startProgress } from './progress.ts'
import { answer, type Terminal } from './terminal.ts'
import { demoRows } from './transfer/demo-rows.ts'
import { importRecords } from './transfer/import-records.ts'
import { createRowParser } from './transfer/transfer-row.ts'
import { createTransferStore } from './transfer/transfer-store.ts'

const MAX_RECORDS = 10_000_000

/** `registry seed`. The same count always gives the same records, so it can be repeated. */
export function createSeedCommand(terminal: Terminal): Command {
  return new Command('seed')
    .description('Add made-up records, to try the service out. Their ids begin with "demo-".')
    .option('--count <number>', 'how many', parseCount, 100)
    .action((options: { count: number }) => seed(options, terminal))
}

async function seed({ count }: { count: number }, terminal: Terminal): Promise<void> {
  await using database = await openMigrated(terminal)
  await using evictions = await openEvictions(terminal)
  using progress = startProgress({ unit: 'records', total: count, stream: terminal.stderr })
  const { added, kept } = await openOperatorAudit(terminal).track(
    { action: 'import', from: 'seed', overwrite: false },
    () =>
      importRecords({
        values: demoRows(count),
        parse: createRowParser(createZoneNames()),
        store: createTransferStore(database),
        overwrite: false,
        onBadRow: (_number, problem) => {
          throw new Error(problem)
        },
        onImported: (userIds) => {
          evictions.publish(userIds)
          progress.advance(userIds.length)
        },
      }),
    (result) => ({ outcome: 'imported', ...result }),
  )
  progress[Symbol.dispose]()
  terminal.console.error(`${added} added, ${kept} already existed`)
  answer(terminal, { added, kept }, () => {})
}

function parseCount(text: string): number {
  const count = /^\d{1,8}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > MAX_RECORDS)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_RECORDS}.`)
  return count
}
