import { expect, test } from 'vitest'
import { createChangeListener } from './change-listener.ts'
import type { Cursor } from './cursor.ts'
import { createPace } from './pace.ts'

const PAGES = 3

test('after one wake-up, a listener reads every page without waiting for the next', {
  timeout: 2000,
}, async () => {
  const at = (position: number): Cursor => ({ incarnation: '0123456789ab', place: { ord: 1, position } })
  const listener = createChangeListener({
    reader: {
      read: async ({ place: { position } }) => ({
        events: Buffer.from(`page ${position}\n`),
        cursor: at(position + 1),
        more: position + 1 < PAGES,
      }),
    },
    cursor: at(0),
    reads: createPace(1),
    writes: createPace(1),
    stallMilliseconds: 1000,
    onError: () => {},
  })
  listener.wake()
  let text = ''
  for await (const chunk of listener.stream) {
    text += chunk
    if (text.includes(`page ${PAGES - 1}`)) listener.close()
  }
  expect(text.match(/page \d/g)).toEqual(['page 0', 'page 1', 'page 2'])
})
