import { Command, InvalidArgumentError } from 'commander'
import { createApiKey } from '../access/api-keys/api-key.ts'
import type { ApiKeyRecord, ApiKeyStore } from '../access/api-keys/api-key-store.ts'
import { SCOPES, type Scope } from '../access/identity.ts'
import { hashOf } from '../access/secrets.ts'
import type { OperatorAudit } from './operator-audit.ts'
import { answer, type Terminal } from './terminal.ts'

type UseStore = <T>(use: (store: ApiKeyStore) => Promise<T>) => Promise<T>

const SECONDS = { h: 3600, d: 86_400, w: 604_800, y: 31_536_000 }

/** `registry keys create | list | revoke`. `create` writes only the key to standard output. */
export function createKeysCommand({
  terminal,
  useStore,
  audit,
}: {
  terminal: Terminal
  useStore: UseStore
  audit: OperatorAudit
}): Command {
  const { console } = terminal
  const keys = new Command('keys').description('Creates, lists and revokes the API keys of programs.')
  keys
    .command('create')
    .description('Create a key and show it once.')
    .requiredOption('--name <name>', 'its purpose', parseName)
    .requiredOption(
      '--scope <scope...>',
      `${SCOPES.join(', ')}; separate several with commas or spaces`,
      parseScopes,
    )
    .option('--expires <time>', 'its lifetime, such as 12h, 90d, 4w or 1y; default: unlimited', parseLifetime)
    .action((options: { name: string; scope: Scope[]; expires?: number }) =>
      useStore(async (store) => {
        const key = createApiKey()
        const scopes = [...new Set(options.scope)]
        const { name, expires: lifetimeSeconds } = options
        const id = await audit.track(
          { action: 'key_create', name, scopes, lifetime_seconds: lifetimeSeconds },
          () => store.add({ name, keyHash: hashOf(key), scopes, lifetimeSeconds }),
          (id) => ({ outcome: 'created', key_id: id }),
        )
        console.error(
          `Key ${id} (${options.name}: ${scopes.join(', ')}). It will not be shown again; keep it secret.`,
        )
        console.error('Programs send it in the header "Authorization: Bearer <key>".')
        answer(terminal, { id, name, scopes, expires_in_seconds: lifetimeSeconds ?? null, key }, () =>
          console.log(key),
        )
      }),
    )
  keys
    .command('list')
    .description('List the keys, without their secrets.')
    .action(() =>
      useStore(async (store) => {
        const all = await store.list()
        answer(terminal, all.map(toJson), () => printKeys(all, console))
      }),
    )
  keys
    .command('revoke')
    .description('Revoke a key; every instance refuses it within a second.')
    .argument('<key>', 'its id, or its name if only one active key has it')
    .action((idOrName: string) =>
      useStore(async (store) => {
        const { id, name } = chooseKey(await store.list(), idOrName)
        const isRevoked = await audit.track(
          { action: 'key_revoke', key_id: id, name },
          () => store.revoke(id),
          (isRevoked) => ({ outcome: isRevoked ? 'revoked' : 'refused' }),
        )
        if (!isRevoked) throw new Error(`Key ${id} (${name}) is already revoked.`)
        console.error(`Revoked key ${id} (${name}).`)
        answer(terminal, { id, name, revoked: true }, () => {})
      }),
    )
  return keys
}

function chooseKey(all: ApiKeyRecord[], idOrName: string): ApiKeyRecord {
  const byId = all.find(({ id }) => String(id) === idOrName)
  const byName = all.filter(({ name, isActive }) => name === idOrName && isActive)
  const [chosen, another] = byId === undefined ? byName : [byId]
  if (chosen === undefined) throw new Error(`There is no key ${idOrName}. "keys list" shows all keys.`)
  if (another !== undefined)
    throw new Error(
      `${byName.length} keys are named ${idOrName}: say ${byName.map(({ id }) => id).join(' or ')}.`,
    )
  return chosen
}

function toJson(key: ApiKeyRecord) {
  return {
    id: key.id,
    name: key.name,
    state: stateOf(key),
    scopes: key.scopes,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
  }
}

function stateOf({ isActive, revokedAt }: ApiKeyRecord): 'active' | 'expired' | 'revoked' {
  if (isActive) return 'active'
  return revokedAt === null ? 'expired' : 'revoked'
}

function printKeys(keys: ApiKeyRecord[], console: Console): void {
  if (keys.length === 0) console.error('There are no keys. "keys create" creates one.')
  const day = (time: Date | null) => time?.toISOString().slice(0, 16).replace('T', ' ') ?? ''
  console.table(
    Object.fromEntries(
      keys.map((key) => [
        key.id,
        {
          name: key.name,
          state: stateOf(key),
          scopes: key.scopes.join(', '),
          'created (UTC)': day(key.createdAt),
          expires: day(key.expiresAt),
          'last used': day(key.lastUsedAt),
        },
      ]),
    ),
  )
}

function parseName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > 100 || /\p{Cc}/u.test(name))
    throw new InvalidArgumentError('It must have 1 to 100 characters.')
  return name
}

function parseScopes(text: string, before: Scope[] = []): Scope[] {
  const given = text.split(/[\s,]+/).filter((scope) => scope !== '')
  const unknown = given.find((scope) => !SCOPES.includes(scope as Scope))
  if (unknown !== undefined || given.length === 0)
    throw new InvalidArgumentError(
      `There is no scope "${unknown ?? ''}"; the scopes are ${SCOPES.join(', ')}.`,
    )
  return [...before, ...(given as Scope[])]
}

/** Seconds. */
function parseLifetime(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([hdwy])$/.exec(text) ?? []
  if (count === undefined || unit === undefined)
    throw new InvalidArgumentError('It must be a number and a unit: 12h, 90d, 4w, 1y.')
  return Number(count) * SECONDS[unit as keyof typeof SECONDS]
}
