import type { Database } from '@timezone-registry/db'
import { type Command, InvalidArgumentError } from 'commander'
import { audited, onDatabase } from './operator.ts'
import { answer, startProgress, type Terminal } from './terminal.ts'
import { importRecords } from './transfer/import-records.ts'
import { createTransferStore } from './transfer/transfer-store.ts'

const MAX_RECORDS = 10_000_000
const FIRST_NAMES =
  'Ada Amara Aisha Bjorn Carlos Chiara Dana Diego Elif Emeka Fatima Felix Grace Hana Hugo Ines Ivan Jin Jonas Kavya Kofi Lea Liam Lucía Malik Maya Mei Nadia Noah Nia Olga Omar Priya Quinn Rafael Rin Sam Sofia Tariq Tomás Uma Valeria Wei Yara Yuki Zoe'.split(
    ' ',
  )
const LAST_NAMES =
  'Abbott Adeyemi Ahmed Almeida Andersen Aoki Bauer Bianchi Castro Chen Costa Dubois Eriksen Farah Fischer García Haddad Ito Ivanova Jansen Kaur Khan Kim Kowalski Larsen Lopez Mbeki Moreau Müller Nakamura Nguyen Novak Okafor Patel Pereira Rossi Santos Sato Silva Singh Tanaka Usman Vargas Weber Wong Yilmaz'.split(
    ' ',
  )
// A repeated zone is more frequent, roughly as among people who chat.
const ZONES =
  'America/New_York America/New_York America/New_York America/Chicago America/Chicago America/Denver America/Los_Angeles America/Los_Angeles America/Sao_Paulo America/Mexico_City America/Toronto America/Bogota Europe/London Europe/London Europe/London Europe/Berlin Europe/Berlin Europe/Paris Europe/Paris Europe/Madrid Europe/Warsaw Europe/Stockholm Europe/Istanbul Africa/Lagos Africa/Cairo Africa/Nairobi Asia/Dubai Asia/Kolkata Asia/Kolkata Asia/Kathmandu Asia/Jakarta Asia/Manila Asia/Shanghai Asia/Tokyo Asia/Tokyo Asia/Seoul Australia/Sydney Australia/Adelaide Pacific/Auckland UTC'.split(
    ' ',
  )
// Coprime with the lengths above, so that neighbours differ and all combinations occur.
const [ZONE_STEP, LAST_NAME_STEP] = [17, 29]

/** `registry seed`. The same count always gives the same records, so it can be repeated. */
export function addSeedCommand(program: Command, terminal: Terminal): void {
  program
    .command('seed')
    .description('Add sample records, to try the service out. Their ids begin with "demo-".')
    .option('--count <number>', 'how many', parseCount, 100)
    .action(({ count }: { count: number }) =>
      onDatabase(terminal, (database) => seed(terminal, database, count)),
    )
}

async function seed(terminal: Terminal, database: Database, count: number): Promise<void> {
  using progress = startProgress(terminal, { unit: 'records', total: count })
  const importAll = () =>
    importRecords({
      values: demoRows(count, progress),
      store: createTransferStore(database),
      onBadRow: (_number, problem) => {
        throw new Error(problem)
      },
    })
  const { added, kept } = await audited(
    terminal,
    { action: 'import', from: 'seed', overwrite: false },
    importAll,
    (result) => ({ outcome: 'imported', ...result }),
  )
  progress[Symbol.dispose]()
  terminal.console.error(`${added} added, ${kept} already existed`)
  answer(terminal, { added, kept })
}

function parseCount(text: string): number {
  const count = /^\d{1,8}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > MAX_RECORDS)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_RECORDS}.`)
  return count
}

/** Invented people, as input for an import. The same position always gives the same person. */
async function* demoRows(count: number, progress: { advance(by: number): void }) {
  for (let index = 0; index < count; index++) {
    const round = Math.floor(index / FIRST_NAMES.length)
    const first = FIRST_NAMES[index % FIRST_NAMES.length]
    const last = LAST_NAMES[(index * LAST_NAME_STEP + round) % LAST_NAMES.length]
    yield {
      user_id: `demo-${String(index + 1).padStart(6, '0')}`,
      username: `${first} ${last}`,
      timezone: ZONES[(index * ZONE_STEP) % ZONES.length],
    }
    progress.advance(1)
  }
}
