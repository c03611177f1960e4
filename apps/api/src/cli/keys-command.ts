import { duration, integer, secondsOf } from '@timezone-registry/config/variable-types'
import { usernameSchema } from '@timezone-registry/contract'
import { type Command, Option } from 'commander'
import { type ApiKeyRecord, createApiKeyStore } from '../access/api-keys/api-key-store.ts'
import { SCOPES, type Scope } from '../access/identity.ts'
import { actOn, audited, type Opened } from './operator.ts'
import { answer, answerTable, parseAs, type Terminal } from './terminal.ts'

// 0 is no limit.
const PER_MINUTE = parseAs(integer({ min: 0, max: 999_999_999 }))

/** `registry keys create | list | revoke`. `create` writes only the key to standard output. */
export function addKeysCommand(program: Command, terminal: Terminal): void {
  const keys = program.command('keys').description('Create, list and revoke the API keys of programs.')
  keys
    .command('create')
    .description('Create a key and show it once.')
    .requiredOption('--name <name>', 'its purpose', parseAs(usernameSchema))
    .addOption(new Option('--scope <scope...>', 'what it may do').choices(SCOPES).makeOptionMandatory())
    .option(
      '--expires <time>',
      'its lifetime, such as 12h, 90d, 4w or 1y; default: unlimited',
      parseAs(duration().transform(secondsOf)),
    )
    .option('--writes-per-minute <count>', 'its own RATE_LIMIT_WRITES_PER_MINUTE', PER_MINUTE)
    .option('--reads-per-minute <count>', 'its own RATE_LIMIT_READS_PER_MINUTE', PER_MINUTE)
    .action(actOn(terminal, create))
  keys.command('list').description('List the keys, without their secrets.').action(actOn(terminal, list))
  keys
    .command('revoke')
    .description('Revoke a key; every instance refuses it within two seconds.')
    .argument('<id>', 'as "keys list" shows it', parseAs(integer({ min: 1, max: 999_999_999 })))
    .action(actOn(terminal, revoke))
}

type NewKeyOptions = {
  name: string
  scope: Scope[]
  expires?: number
  writesPerMinute?: number
  readsPerMinute?: number
}

async function list({ terminal, database }: Opened): Promise<void> {
  const all = await createApiKeyStore(database).list()
  answerTable(terminal, all.map(toRow), 'There are no keys. "keys create" creates one.')
}

async function create(
  { terminal, database }: Opened,
  { scope, expires, ...options }: NewKeyOptions,
): Promise<void> {
  const { name, writesPerMinute: writes_per_minute, readsPerMinute: reads_per_minute } = options
  const scopes = [...new Set(scope)]
  const limits = { lifetime_seconds: expires, writes_per_minute, reads_per_minute }
  const { id, key } = await audited(
    terminal,
    { action: 'key_create', name, scopes, ...limits },
    () => createApiKeyStore(database).create({ ...options, scopes, lifetimeSeconds: expires }),
    ({ id }) => ({ outcome: 'created', key_id: id }),
  )
  const { console } = terminal
  console.error(`Key ${id} (${name}: ${scopes.join(', ')}). It will not be shown again; keep it secret.`)
  console.error('Programs send it in the header "Authorization: Bearer <key>".')
  answer(terminal, { id, name, scopes, expires_in_seconds: expires ?? null, key }, () => console.log(key))
}

async function revoke({ terminal, database }: Opened, id: number): Promise<void> {
  const isRevoked = await audited(
    terminal,
    { action: 'key_revoke', key_id: id },
    () => createApiKeyStore(database).revoke(id),
    (isRevoked) => (isRevoked ? 'revoked' : 'absent'),
  )
  if (!isRevoked) throw new Error(`There is no key ${id}, or it is already revoked.`)
  terminal.console.error(`Revoked key ${id}.`)
  answer(terminal, { id, revoked: true })
}

function toRow({ id, name, scopes, isActive, ...key }: ApiKeyRecord) {
  return {
    id,
    name,
    state: isActive ? 'active' : key.revokedAt === null ? 'expired' : 'revoked',
    scopes,
    writes_per_minute: key.writesPerMinute,
    reads_per_minute: key.readsPerMinute,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
  }
}
