import { loadConfig } from '@timezone-registry/config'
import { withoutSurroundings } from '@timezone-registry/contract'
import type { Database } from '@timezone-registry/db'
import type { Command } from 'commander'
import { createSessionStore, type OwnSession } from '../access/sessions/session-store.ts'
import { audited, onDatabase } from './operator.ts'
import { answer, answerTable, type Terminal } from './terminal.ts'

/** `registry sessions list | end`. */
export function addSessionsCommand(program: Command, terminal: Terminal): void {
  const sessions = program.command('sessions').description('List and end the sessions of one user.')
  sessions
    .command('list')
    .description('List the sessions of a user, without their secrets.')
    .argument('<user-id>', '', withoutSurroundings)
    .action((userId: string) => onDatabase(terminal, (database) => list(terminal, database, userId)))
  sessions
    .command('end')
    .description('End all sessions of a user, or one. Every instance refuses them within two seconds.')
    .argument('<user-id>', '', withoutSurroundings)
    .option('--id <id>', 'only this one, as "sessions list" shows it')
    .action((userId: string, { id }: { id?: string }) =>
      onDatabase(terminal, (database) => end(terminal, openSessions(database, terminal), { userId, id })),
    )
}

function openSessions(database: Database, { env }: Terminal) {
  return createSessionStore(database, loadConfig(env).sessions)
}

function toRow({ publicId, provider, device, createdAt, lastUsedAt }: OwnSession) {
  return { id: publicId, provider, device, created_at: createdAt, last_used_at: lastUsedAt }
}

async function list(terminal: Terminal, database: Database, userId: string): Promise<void> {
  const found = await openSessions(database, terminal).listOf({ userId })
  answerTable(terminal, found.map(toRow), 'There are no sessions.')
}

async function end(
  terminal: Terminal,
  store: ReturnType<typeof openSessions>,
  { userId, id }: { userId: string; id: string | undefined },
): Promise<void> {
  const ended = await audited(
    terminal,
    { action: 'session_end', user_id: userId },
    async () => (await store.remove({ userId, publicId: id })).length,
    (count) => ({ outcome: count > 0 ? 'signed_out' : 'absent', sessions: count }),
  )
  if (ended === 0)
    throw new Error(`The user ${JSON.stringify(userId)} has no ${id === undefined ? '' : 'such '}session.`)
  terminal.console.error(`Ended ${ended} ${ended === 1 ? 'session' : 'sessions'}.`)
  answer(terminal, { user_id: userId, ended })
}
