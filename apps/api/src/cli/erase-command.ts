import { Command } from 'commander'
import { createPersonStore } from '../privacy/person-store.ts'
import { openEvictions } from './evictions.ts'
import { openMigrated } from './open-migrated.ts'
import { openOperatorAudit } from './operator-audit.ts'
import { answer, type Terminal } from './terminal.ts'

/** `registry erase`. Also accepts ids that the API refuses, such as an empty one stored by an earlier version. */
export function createEraseCommand(terminal: Terminal): Command {
  return new Command('erase')
    .description('Erase the record and the sessions of one user.')
    .argument('<user-id>', 'exactly as stored; an empty id is ""')
    .action((userId: string) => erase(userId, terminal))
}

async function erase(userId: string, terminal: Terminal): Promise<void> {
  await using database = await openMigrated(terminal)
  await using evictions = await openEvictions(terminal)
  const { record, idHashes } = await openOperatorAudit(terminal).track(
    { action: 'erase', user_id: userId },
    () => createPersonStore(database).erase({ userId }),
    ({ record, idHashes }) => ({ outcome: record || idHashes.length > 0 ? 'deleted' : 'absent' }),
  )
  const user = `user ${JSON.stringify(userId)}`
  if (!record && idHashes.length === 0) throw new Error(`The ${user} has no record and no session.`)
  evictions.publish([userId])
  const sessions = `${idHashes.length} ${idHashes.length === 1 ? 'session' : 'sessions'}`
  terminal.console.error(`Erased the ${user}: ${record ? 'the record' : 'no record'} and ${sessions}.`)
  answer(terminal, { user_id: userId, record, sessions: idHashes.length }, () => {})
}
