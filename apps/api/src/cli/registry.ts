// `npm run registry -- …`: moves records in and out of the database of the configuration, and makes API keys for it.
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ConfigError, EXIT_CODE_CONFIG, loadConfig } from '@timezone-registry/config'
import { type Database, openDatabase } from '@timezone-registry/db'
import { migrateToLatest } from '@timezone-registry/db/migrate'
import { SingleBar } from 'cli-progress'
import { Command, Option } from 'commander'
import { createApiKeyStore } from '../access/api-keys/api-key-store.ts'
import { createLocalDropChannel, type DropChannel } from '../broadcast/channel.ts'
import { openRedisDropChannel } from '../broadcast/redis-channel.ts'
import { createLogger } from '../logger.ts'
import { createZoneNames } from '../zones/zone-names.ts'
import { createKeysCommand } from './keys-command.ts'
import { createOperatorAudit, type OperatorAudit } from './operator-audit.ts'
import { FORMATS, type Format, openSource, readValues, writeRows } from './transfer/formats.ts'
import { importRecords } from './transfer/import-records.ts'
import { createRowParser } from './transfer/transfer-row.ts'
import { createTransferStore } from './transfer/transfer-store.ts'

const EXIT_CODE_BAD_ROWS = 2

const program = new Command('registry').description(
  'Moves records in and out of the registry, and makes API keys.',
)
program
  .command('import')
  .description('Import records; those that are here and newer are kept. Safe to repeat.')
  .requiredOption('--from <source>', 'a file, or the address of a /list')
  .addOption(formatOption('else told by the name or the answer'))
  .option('--overwrite', 'replace records that are here, however new they are', false)
  .action(importFrom)
program
  .command('export')
  .description('Export every record, with its times.')
  .addOption(formatOption('json where none is given').default('json'))
  .option('--to <file>', 'else standard output')
  .action(exportTo)
program.addCommand(
  createKeysCommand(async (use) => {
    await using database = await openMigrated()
    return await use(createApiKeyStore(database))
  }, openAudit()),
)

try {
  await program.parseAsync()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = error instanceof ConfigError ? EXIT_CODE_CONFIG : 1
}

async function importFrom(options: { from: string; format?: Format; overwrite: boolean }): Promise<void> {
  await using database = await openMigrated()
  await using channel = await openChannel()
  const source = await openSource(options.from, options.format)
  using progress = startProgress('bytes', source.totalBytes)
  source.bytes.on('data', (chunk: Buffer) => progress.advance(chunk.length))
  const listener = { onDrop: () => {}, onLive: () => {} }

  const importAll = () =>
    importRecords({
      values: readValues(source),
      parse: createRowParser(createZoneNames()),
      store: createTransferStore(database),
      overwrite: options.overwrite,
      onBadRow: (number, problem) => console.error(`Row ${number} was left out: ${problem}`),
      onImported: (userIds) => {
        for (const userId of userIds) channel.publish(userId, listener)
      },
    })
  const { added, updated, kept, bad } = await openAudit().track(
    { action: 'import', from: withoutPassword(options.from), overwrite: options.overwrite },
    importAll,
    (result) => ({ outcome: 'imported', ...result }),
  )
  progress[Symbol.dispose]()
  console.error(`${added} added, ${updated} updated, ${kept} kept as they were, ${bad} bad rows left out`)
  if (bad > 0) process.exitCode = EXIT_CODE_BAD_ROWS
}

async function exportTo({ format, to }: { format: Format; to?: string }): Promise<void> {
  await using database = await openMigrated()
  const store = createTransferStore(database)
  using progress = startProgress('records', await store.count())
  const pages = async function* () {
    for await (const page of store.exportPages()) {
      yield page
      progress.advance(page.length)
    }
  }
  const output = to === undefined ? process.stdout : createWriteStream(to)
  await pipeline(writeRows(pages(), format), output, { end: to !== undefined })
}

async function openMigrated(): Promise<Database> {
  const { database: options } = loadConfig(process.env)
  const database = await openDatabase({
    ...options,
    onConnectionError: (error) => console.error(error.message),
  })
  if (options.migrate === 'auto') await migrateToLatest(database)
  return database
}

/** Evicts imported records on the instances that share this deployment's Redis. */
async function openChannel(): Promise<DropChannel> {
  const { redis } = loadConfig(process.env)
  if (redis === undefined) return createLocalDropChannel()
  return openRedisDropChannel({ ...redis, logger: createLogger({ level: 'silent', readable: false }) })
}

/** On standard error: the output of a command is for other programs. */
function openAudit(): OperatorAudit {
  const logger = createLogger({ level: 'info', readable: false, fd: 2 })
  // Commands report a bad configuration when they open the database.
  return createOperatorAudit({ logger, enabled: process.env.AUDIT_LOG?.trim() !== 'off' })
}

function withoutPassword(source: string): string {
  const url = URL.parse(source)
  if (url === null) return source
  url.username = url.password = url.search = ''
  return url.href
}

/** A bar on a terminal, nothing elsewhere. */
function startProgress(unit: string, total: number | undefined): { advance(by: number): void } & Disposable {
  if (!process.stderr.isTTY) return { advance: () => {}, [Symbol.dispose]: () => {} }
  const format =
    total === undefined
      ? `{value} ${unit}`
      : `{bar} {percentage}% | {value}/{total} ${unit} | {eta_formatted} left`
  const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true })
  bar.start(total ?? 0, 0)
  return { advance: (by) => bar.increment(by), [Symbol.dispose]: () => bar.stop() }
}

function formatOption(hint: string): Option {
  return new Option('--format <format>', `${FORMATS.join(', ')}; ${hint}`).choices(FORMATS)
}
