import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { isCurrent, writeConditionOf } from './negotiation.ts'

test.for(['', '-gzip', '--gzip', ';gzip', '-br'])(
  'a tag that ends with a hyphen is known with %o after it',
  (suffix) => {
    const headers = { 'if-none-match': `"a1-${suffix}"`, 'if-match': `W/"a1-${suffix}"` }
    const req = { method: 'GET', headers } as unknown as IncomingMessage
    expect(isCurrent(req, '"a1-"')).toBe(true)
    expect(isCurrent(req, '"a2-"')).toBe(false)
    const mayWrite = writeConditionOf({ headers: { 'if-match': headers['if-match'] } } as IncomingMessage)
    expect([mayWrite?.([() => '"a1-"']), mayWrite?.([() => '"a2-"'])]).toEqual([true, false])
  },
)
