import { Command } from 'commander'
import {
  createUserSessionStore,
  type UserSession,
  type UserSessionStore,
} from '../access/sessions/user-session-store.ts'
import { openMigrated } from './open-migrated.ts'
import { openOperatorAudit } from './operator-audit.ts'
import { answer, type Terminal } from './terminal.ts'

/** `registry sessions list | end`. */
export function createSessionsCommand(terminal: Terminal): Command {
  const sessions = new Command('sessions').description('List and end the sessions of one user.')
  sessions
    .command('list')
    .description('List the sessions of a user, without their secrets.')
    .argument('<user-id>')
    .action((userId: string) =>
      withStore(terminal, async (store) => {
        const found = await store.listOfUser(userId)
        answer(terminal, found.map(toJson), () => print(found, terminal.console))
      }),
    )
  sessions
    .command('end')
    .description('End all sessions of a user, or one. Every instance refuses them within four seconds.')
    .argument('<user-id>')
    .option('--id <id>', 'only this one, as "sessions list" shows it')
    .action((userId: string, { id }: { id?: string }) =>
      withStore(terminal, (store) => end({ store, userId, id, terminal })),
    )
  return sessions
}

async function withStore(terminal: Terminal, use: (store: UserSessionStore) => Promise<void>): Promise<void> {
  await using database = await openMigrated(terminal)
  await use(createUserSessionStore(database))
}

async function end({
  store,
  userId,
  id,
  terminal,
}: {
  store: UserSessionStore
  userId: string
  id: string | undefined
  terminal: Terminal
}): Promise<void> {
  const ended = await openOperatorAudit(terminal).track(
    { action: 'session_end', user_id: userId },
    () => store.removeOfUser(userId, id),
    (count) => ({ outcome: count > 0 ? 'signed_out' : 'absent', sessions: count }),
  )
  if (ended === 0)
    throw new Error(`The user ${JSON.stringify(userId)} has no ${id === undefined ? '' : 'such '}session.`)
  terminal.console.error(`Ended ${ended} ${ended === 1 ? 'session' : 'sessions'}.`)
  answer(terminal, { user_id: userId, ended }, () => {})
}

function toJson({ id, provider, device, createdAt, lastUsedAt }: UserSession) {
  return { id, provider, device, created_at: createdAt, last_used_at: lastUsedAt }
}

function print(sessions: UserSession[], console: Console): void {
  if (sessions.length === 0) console.error('There are no sessions.')
  const minute = (time: Date) => time.toISOString().slice(0, 16).replace('T', ' ')
  console.table(
    Object.fromEntries(
      sessions.map(({ id, provider, device, createdAt, lastUsedAt }) => [
        id,
        {
          provider,
          device: device ?? '',
          'created (UTC)': minute(createdAt),
          'last used': minute(lastUsedAt),
        },
      ]),
    ),
  )
}
