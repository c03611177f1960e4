import { loadConfig } from '@timezone-registry/config'
import { withoutSurroundings } from '@timezone-registry/contract'
import type { Command } from 'commander'
import { createSessionStore, type OwnSession, type SessionStore } from '../access/sessions/session-store.ts'
import { createErasePerson } from '../privacy/erase-person.ts'
import { createRecordStore } from '../records/record-store.ts'
import { actOn, audited, type Opened } from './operator.ts'
import { answer, answerTable, type Terminal } from './terminal.ts'

/** `registry erase` and `registry sessions list | end`. */
export function addUserCommands(program: Command, terminal: Terminal): void {
  program
    .command('erase')
    .description('Erase the record and the sessions of one user.')
    // The API refuses some that may be stored, such as an empty one.
    .argument('<user-id>', 'exactly as stored; an empty id is ""')
    .action(actOn(terminal, erase))
  const sessions = program.command('sessions').description('List and end the sessions of one user.')
  sessions
    .command('list')
    .description('List the sessions of a user, without their secrets.')
    .argument('<user-id>', '', withoutSurroundings)
    .action(actOn(terminal, list))
  sessions
    .command('end')
    .description('End all sessions of a user, or one. Every instance refuses them within two seconds.')
    .argument('<user-id>', '', withoutSurroundings)
    .option('--id <id>', 'only this one, as "sessions list" shows it')
    .action(actOn(terminal, end))
}

async function erase({ terminal, database }: Opened, userId: string): Promise<void> {
  const { record, sessions } = await audited(
    terminal,
    { action: 'erase', user_id: userId },
    async () => {
      const store = createRecordStore(database, loadConfig(terminal.env))
      const { record, idHashes } = await createErasePerson(store)({ userId })
      return { record, sessions: idHashes.length }
    },
    ({ record, sessions }) => (record || sessions > 0 ? 'deleted' : 'absent'),
  )
  const user = `user ${JSON.stringify(userId)}`
  if (!record && sessions === 0) throw new Error(`The ${user} has no record and no session.`)
  terminal.console.error(`Erased the ${user}: ${record ? 'the record' : 'no record'} and ${count(sessions)}.`)
  answer(terminal, { user_id: userId, record, sessions })
}

function storeOf({ terminal, database }: Opened): SessionStore {
  return createSessionStore(database, loadConfig(terminal.env).sessions)
}

function toRow({ publicId, provider, device, createdAt, lastUsedAt }: OwnSession) {
  return { id: publicId, provider, device, created_at: createdAt, last_used_at: lastUsedAt }
}

async function list(opened: Opened, userId: string): Promise<void> {
  const all = await storeOf(opened).listOf({ userId })
  answerTable(opened.terminal, all.map(toRow), 'There are no sessions.')
}

async function end(opened: Opened, userId: string, { id }: { id?: string }): Promise<void> {
  const { terminal } = opened
  const ended = await audited(
    terminal,
    { action: 'session_end', user_id: userId },
    async () => (await storeOf(opened).remove({ userId, publicId: id })).length,
    (sessions) => ({ outcome: sessions > 0 ? 'signed_out' : 'absent', sessions }),
  )
  if (ended === 0)
    throw new Error(`The user ${JSON.stringify(userId)} has no ${id === undefined ? '' : 'such '}session.`)
  terminal.console.error(`Ended ${count(ended)}.`)
  answer(terminal, { user_id: userId, ended })
}

function count(sessions: number): string {
  return `${sessions} ${sessions === 1 ? 'session' : 'sessions'}`
}
