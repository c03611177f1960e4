import { expect, test } from 'vitest'
import { killOnEmbedded } from './embedded.ts'

test('the service, killed twice under load on its embedded database, loses nothing', async () => {
  const { writes, lost } = await killOnEmbedded({ rounds: 2 })
  expect(writes).toBeGreaterThan(100)
  expect(lost).toBe(0)
})
