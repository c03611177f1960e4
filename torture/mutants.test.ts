import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MUTANTS } from './mutants.ts'

test.for(MUTANTS)('the source has what the mutant changes: $name', ({ file, change: [from] }) => {
  const source = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  expect(source.split(from)).toHaveLength(2)
})
