import { Command } from 'commander'
import { createTimezoneStore } from '../records/timezone-store.ts'
import { openEvictions } from './evictions.ts'
import { openMigrated } from './open-migrated.ts'
import { openOperatorAudit } from './operator-audit.ts'

/** `registry erase`, which also accepts ids that the API refuses, such as an empty one from an earlier version. */
export function createEraseCommand(): Command {
  return new Command('erase')
    .description('Erase the record of one user, whatever their id is.')
    .argument('<user-id>', 'exactly as stored; an empty id is ""')
    .action(erase)
}

async function erase(userId: string): Promise<void> {
  await using database = await openMigrated()
  await using evictions = await openEvictions()
  const removed = await openOperatorAudit(process.env).track(
    { action: 'erase', user_id: userId },
    () => createTimezoneStore(database).removeMany([userId]),
    ({ length }) => ({ outcome: length > 0 ? 'deleted' : 'absent' }),
  )
  if (removed.length === 0) throw new Error(`There is no record of the user ${JSON.stringify(userId)}.`)
  evictions.publish([userId])
  console.error(`Erased the record of the user ${JSON.stringify(userId)}.`)
}
