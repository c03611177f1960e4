import type { RegistryClient } from './client.ts'
import type { CallOptions, WriteOptions } from './options.ts'
import type { RegistryRequest } from './request-parts.ts'
import type { BulkAnswer, DeletedTimezone } from './wire.ts'
import { createWriteOrder, OWN_ID } from './write-order.ts'

/** Sends a request, and resolves to the body of its response. */
export type Request = <Body>(what: RegistryRequest, call?: CallOptions) => Promise<Body>

/** The calls that write. `onWritten` is called after each write, whether it succeeded or not. */
export function createWriteCalls({
  request,
  limits,
  onWritten,
}: {
  request: Request
  limits: CallOptions
  onWritten: () => void
}): Pick<RegistryClient, 'set' | 'delete' | 'setVisibility' | 'bulk'> {
  const writes = createWriteOrder(limits)

  async function write<Body>(
    userIds: string[],
    what: RegistryRequest,
    call: WriteOptions = {},
  ): Promise<Body> {
    const headers = conditionsOf(call)
    try {
      return await writes.run(userIds, call, (rest) => request<Body>({ ...what, headers }, rest))
    } finally {
      onWritten()
    }
  }

  return {
    set: (body, call) => write([body.user_id ?? OWN_ID], { method: 'POST', path: '/set', body }, call),
    delete: async (user_id, call) => {
      const what = { method: 'DELETE', path: '/delete', query: { user_id } } as const
      return (await write<DeletedTimezone>([user_id ?? OWN_ID], what, call)).deleted
    },
    setVisibility: (visibility, user_id, call) => {
      const what = { method: 'PUT', path: '/visibility', body: { visibility, user_id } } as const
      return write([user_id ?? OWN_ID], what, call)
    },
    bulk: async (records, call) => {
      const what = { method: 'POST', path: '/bulk', body: { records } } as const
      const userIds = records.map((record) => record.user_id)
      return (await write<BulkAnswer>(userIds, what, call)).results
    },
  }
}

function conditionsOf({ ifMatch, ifNoneMatch }: WriteOptions): Record<string, string> {
  return {
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
  }
}
