import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createAuditLog } from './audit.ts'

test('an audit line has the beginning of a long value, and an id of the longest kind whole', () => {
  const lines: string[] = []
  const logger = pino({}, { write: (line: string) => void lines.push(line) })
  const audit = createAuditLog({ logger, enabled: true })
  const longestId = '𝄞'.repeat(255)
  audit({ action: 'set', user_id: longestId, timezone: 'x'.repeat(16_000) })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    user_id: longestId,
    timezone: `${'x'.repeat(512)}…`,
  })
})
