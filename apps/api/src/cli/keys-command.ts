import { Command } from 'commander'
import { createApiKey } from '../access/api-keys/api-key.ts'
import type { ApiKeyRecord, ApiKeyStore } from '../access/api-keys/api-key-store.ts'
import { SCOPES, type Scope } from '../access/identity.ts'
import { hashOf } from '../access/secrets.ts'
import { parseLifetime, parseLimit, parseName, parseScopes } from './keys/key-options.ts'
import { printKeys, toJson } from './keys/key-table.ts'
import type { OperatorAudit } from './operator-audit.ts'
import { answer, type Terminal } from './terminal.ts'

type KeysOptions = {
  terminal: Terminal
  useStore: <T>(use: (store: ApiKeyStore) => Promise<T>) => Promise<T>
  audit: OperatorAudit
}

/** `registry keys create | list | revoke`. `create` writes only the key to standard output. */
export function createKeysCommand(options: KeysOptions): Command {
  return new Command('keys')
    .description('Create, list and revoke the API keys of programs.')
    .addCommand(createCreateCommand(options))
    .addCommand(createListCommand(options))
    .addCommand(createRevokeCommand(options))
}

type NewKeyOptions = {
  name: string
  scope: Scope[]
  expires?: number
  writesPerMinute?: number
  readsPerMinute?: number
}

function createCreateCommand({ terminal, useStore, audit }: KeysOptions): Command {
  const { console } = terminal
  return new Command('create')
    .description('Create a key and show it once.')
    .requiredOption('--name <name>', 'its purpose', parseName)
    .requiredOption(
      '--scope <scope...>',
      `${SCOPES.join(', ')}; separate several with commas or spaces`,
      parseScopes,
    )
    .option('--expires <time>', 'its lifetime, such as 12h, 90d, 4w or 1y; default: unlimited', parseLifetime)
    .option('--writes-per-minute <count>', 'its own RATE_LIMIT_WRITES_PER_MINUTE', parseLimit)
    .option('--reads-per-minute <count>', 'its own RATE_LIMIT_READS_PER_MINUTE', parseLimit)
    .action((options: NewKeyOptions) =>
      useStore(async (store) => {
        const key = createApiKey()
        const scopes = [...new Set(options.scope)]
        const { name, expires: lifetimeSeconds, writesPerMinute, readsPerMinute } = options
        const limits = { writes_per_minute: writesPerMinute, reads_per_minute: readsPerMinute }
        const id = await audit.track(
          { action: 'key_create', name, scopes, lifetime_seconds: lifetimeSeconds, ...limits },
          () =>
            store.add({
              name,
              keyHash: hashOf(key),
              scopes,
              lifetimeSeconds,
              writesPerMinute,
              readsPerMinute,
            }),
          (id) => ({ outcome: 'created', key_id: id }),
        )
        console.error(
          `Key ${id} (${name}: ${scopes.join(', ')}). It will not be shown again; keep it secret.`,
        )
        console.error('Programs send it in the header "Authorization: Bearer <key>".')
        answer(terminal, { id, name, scopes, expires_in_seconds: lifetimeSeconds ?? null, key }, () =>
          console.log(key),
        )
      }),
    )
}

function createListCommand({ terminal, useStore }: KeysOptions): Command {
  return new Command('list').description('List the keys, without their secrets.').action(() =>
    useStore(async (store) => {
      const all = await store.list()
      answer(terminal, all.map(toJson), () => printKeys(all, terminal.console))
    }),
  )
}

function createRevokeCommand({ terminal, useStore, audit }: KeysOptions): Command {
  return new Command('revoke')
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
        terminal.console.error(`Revoked key ${id} (${name}).`)
        answer(terminal, { id, name, revoked: true }, () => {})
      }),
    )
}

function chooseKey(all: ApiKeyRecord[], idOrName: string): ApiKeyRecord {
  const byId = all.find(({ id }) => String(id) === idOrName)
  const byName = all.filter(({ name, isActive }) => name === idOrName && isActive)
  const [chosen, another] = byId === undefined ? byName : [byId]
  if (chosen === undefined) throw new Error(`There is no key ${idOrName}. "keys list" shows all keys.`)
  if (another !== undefined)
    throw new Error(
      `${byName.length} keys are named ${idOrName}: use the id ${byName.map(({ id }) => id).join(' or ')}.`,
    )
  return chosen
}
