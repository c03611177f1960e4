import type { Plugin } from 'vite'

const UNUSED = /[/]query-core[/]build[/]modern[/]infiniteQueryBehavior[.]js$/
const STUB = ['infiniteQueryBehavior', 'hasNextPage', 'hasPreviousPage']
  .map((name) => `export const ${name} = undefined\n`)
  .join('')

/** Leaves out how lists load page by page, which no list of ours does: 0.5 KB (gzipped). */
export function usedQueries(): Plugin {
  return { name: 'used-queries', apply: 'build', load: (id) => (UNUSED.test(id) ? STUB : undefined) }
}
