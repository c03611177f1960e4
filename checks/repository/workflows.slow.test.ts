import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const WORKFLOWS = fileURLToPath(new URL('../../.github/workflows/*', import.meta.url))

test('workflows run only actions of a stated commit, since a tag may be moved', () => {
  const actions = globSync(WORKFLOWS).flatMap(
    (path) => readFileSync(path, 'utf8').match(/(?<=uses: ).*/g) ?? [],
  )
  expect(actions.length).toBeGreaterThan(3)
  for (const action of actions) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v[\d.]+$/)
})
