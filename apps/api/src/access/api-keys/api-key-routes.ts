import { NotFound } from '../../errors.ts'
import type { RouteHandlers } from '../../http/endpoints.ts'
import type { Audit } from '../audit.ts'
import type { ApiKeyRecord, ApiKeyStore } from './api-key-store.ts'

/** The routes for admins to list, create and revoke API keys. */
export function createApiKeyRoutes(
  store: ApiKeyStore,
  audit: Audit,
): RouteHandlers<'listKeys' | 'createKey' | 'revokeKey'> {
  return {
    listKeys: async () => ({ status: 200, body: { keys: (await store.listActive()).map(toBody) } }),
    createKey: async ({ req, body: { name, scopes: given, expires_in_seconds: lifetimeSeconds } }) => {
      const scopes = [...new Set(given)]
      const { id, key } = await audit.track(
        req,
        { action: 'key_create', name, scopes, lifetime_seconds: lifetimeSeconds },
        () => store.create({ name, scopes, lifetimeSeconds }),
        ({ id }) => ({ outcome: 'created', key_id: id }),
      )
      return { status: 200, body: { id, name, scopes, key } }
    },
    revokeKey: async ({ req, params }) => {
      const id = Number(params.id)
      const isRevoked = await audit.track(
        req,
        { action: 'key_revoke', key_id: id },
        () => store.revoke(id),
        (isRevoked) => (isRevoked ? 'revoked' : 'absent'),
      )
      if (!isRevoked) throw new NotFound('There is no valid key with this id.')
      return { status: 200, body: { message: 'Key revoked', id } }
    },
  }
}

function toBody({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: ApiKeyRecord) {
  return {
    id,
    name,
    scopes,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}
