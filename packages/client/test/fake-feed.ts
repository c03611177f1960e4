import type { Change } from '../src/wire.ts'

const AT = '2026-11-21T12:00:00.000Z'

/** A change that saved a zone. */
export const set = (user_id: string, timezone: string): Change => ({
  type: 'set',
  user_id,
  username: user_id,
  timezone,
  at: AT,
})

/** Streams that stay open until they are broken, like a lost connection. */
export function createEventStreams(): {
  readonly opened: number
  open(events: string[]): Response
  breakAll(): void
} {
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>()
  let opened = 0
  return {
    get opened() {
      return opened
    },
    open: (events: string[]): Response => {
      opened++
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          open.add(controller)
          for (const event of events) controller.enqueue(new TextEncoder().encode(event))
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
    breakAll: () => {
      for (const controller of open) controller.error(new TypeError('terminated'))
      open.clear()
    },
  }
}

/** The response to `/list`. */
export function list(zones: Record<string, string>, cursor: string): Response {
  const entries = Object.entries(zones).map(([id, timezone]) => [id, { username: id, timezone }])
  return Response.json(Object.fromEntries(entries), { headers: { 'changes-cursor': cursor } })
}
