import type { Database } from '@timezone-registry/db'
import type { Command } from 'commander'
import { createErasePerson } from '../privacy/person-store.ts'
import { audited, onDatabase } from './operator.ts'
import { answer, type Terminal } from './terminal.ts'

/** `registry erase`. Also accepts ids that the API refuses, such as an empty one stored by an earlier version. */
export function addEraseCommand(program: Command, terminal: Terminal): void {
  program
    .command('erase')
    .description('Erase the record and the sessions of one user.')
    .argument('<user-id>', 'exactly as stored; an empty id is ""')
    .action((userId: string) => onDatabase(terminal, (database) => erase(terminal, database, userId)))
}

async function erase(terminal: Terminal, database: Database, userId: string): Promise<void> {
  const { record, sessions } = await audited(
    terminal,
    { action: 'erase', user_id: userId },
    async () => {
      const { record, idHashes } = await createErasePerson(database)({ userId })
      return { record, sessions: idHashes.length }
    },
    ({ record, sessions }) => ({ outcome: record || sessions > 0 ? 'deleted' : 'absent' }),
  )
  const user = `user ${JSON.stringify(userId)}`
  if (!record && sessions === 0) throw new Error(`The ${user} has no record and no session.`)
  terminal.console.error(
    `Erased the ${user}: ${record ? 'the record' : 'no record'} and ${sessions} ${sessions === 1 ? 'session' : 'sessions'}.`,
  )
  answer(terminal, { user_id: userId, record, sessions })
}
