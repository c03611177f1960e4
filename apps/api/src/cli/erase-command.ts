import { Command } from 'commander'
import { createTimezoneStore } from '../records/timezone-store.ts'
import { openEvictions } from './evictions.ts'
import { openMigrated } from './open-migrated.ts'
import { openOperatorAudit } from './operator-audit.ts'
import type { Terminal } from './terminal.ts'

/** `registry erase`. Also accepts ids that the API refuses, such as an empty one stored by an earlier version. */
export function createEraseCommand(terminal: Terminal): Command {
  return new Command('erase')
    .description('Erase the record of one user, whatever their id is.')
    .argument('<user-id>', 'exactly as stored; an empty id is ""')
    .action((userId: string) => erase(userId, terminal))
}

async function erase(userId: string, terminal: Terminal): Promise<void> {
  await using database = await openMigrated(terminal)
  await using evictions = await openEvictions(terminal)
  const removed = await openOperatorAudit(terminal).track(
    { action: 'erase', user_id: userId },
    () => createTimezoneStore(database).removeMany([userId]),
    ({ length }) => ({ outcome: length > 0 ? 'deleted' : 'absent' }),
  )
  if (removed.length === 0) throw new Error(`There is no record of the user ${JSON.stringify(userId)}.`)
  evictions.publish([userId])
  terminal.console.error(`Erased the record of the user ${JSON.stringify(userId)}.`)
}
