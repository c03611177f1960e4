import type { Plugin } from 'vite'

const ZOD_3 = 'class ZodError extends Error {} class ZodObject {}\n'
// Nothing uses them.
const SCHEMAS = /^(const \w+Schema\w*) = z[.][\s\S]*?;$/gm
const COPY_ENDS_BEFORE = '// TODO: remove in next major version\n/** @deprecated use isStandardSchema */'

/** Leaves out the copy of zod 3 in `@ts-rest/core`: 14 KB (gzipped) next to the zod 4 of the contract. */
export function oneZod(): Plugin {
  return {
    name: 'one-zod',
    transform: (code, id) => {
      if (!id.endsWith('/@ts-rest/core/index.esm.mjs')) return undefined
      const end = code.indexOf(COPY_ENDS_BEFORE)
      if (!code.startsWith('var util;') || end < 0)
        throw new Error('@ts-rest/core has changed: adapt build/used-parts.ts')
      return `${ZOD_3}${code.slice(end).replace(SCHEMAS, '$1 = undefined;')}`
    },
  }
}

const UNUSED = /[/]query-core[/]build[/]modern[/](infiniteQueryObserver|infiniteQueryBehavior)[.]js$/
const STUBS: Record<string, string> = {
  infiniteQueryObserver: 'export class InfiniteQueryObserver {}',
  infiniteQueryBehavior: 'export const infiniteQueryBehavior = undefined',
}

const HOOKS = /^import \{(.+)\} from '@tanstack\/react-query';/
const USED = ['useMutation', 'useQuery', 'skipToken']

/** Leaves out what only hooks of `@ts-rest/react-query` need that the page does not call: 3 KB (gzipped). */
export function usedObservers(): Plugin {
  return {
    name: 'used-observers',
    apply: 'build',
    load: (id) => STUBS[UNUSED.exec(id)?.[1] ?? ''],
    transform: (code, id) => {
      if (!id.endsWith('/@ts-rest/react-query/v5/internal/create-hooks.esm.mjs')) return undefined
      const [line = '', hooks = ''] = HOOKS.exec(code) ?? []
      if (!hooks.includes('useQueries'))
        throw new Error('@ts-rest/react-query has changed: adapt used-parts.ts')
      const others = hooks.split(',').filter((hook) => !USED.includes(hook.trim()))
      const used = `import { ${USED.join()} } from '@tanstack/react-query'; let ${others.join()};`
      return `${used}${code.slice(line.length)}`
    },
  }
}
