import type { Plugin } from 'vite'

const JSON_SCHEMA_MODULES = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/

/** Leaves out zod's JSON Schema generator: only the service, which writes the OpenAPI document, calls it. */
export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    apply: 'build',
    transform: (code, id) => {
      if (!JSON_SCHEMA_MODULES.test(id)) return undefined
      const names = [...code.matchAll(/^export (?:(?:const|function) (\w+)|\{ \w+ as (\w+) \})/gm)].map(
        ([, declared, renamed]) => declared ?? renamed,
      )
      if (names.length === 0) throw new Error('zod has changed: adapt build/lean-zod.ts')
      return names.map((name) => `export const ${name} = () => ({})`).join('\n')
    },
  }
}
