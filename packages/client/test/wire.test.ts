import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createWireTypes } from '../scripts/wire-types.ts'

test('the wire types are those of the contract; `generate` writes them', () => {
  expect(readFileSync(new URL('../src/wire.ts', import.meta.url), 'utf8')).toBe(createWireTypes())
})
