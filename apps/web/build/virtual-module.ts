import type { Plugin } from 'vite'

/** A module whose exports are computed at build time: each key of `exports` becomes a JSON constant. */
export function virtualModule(id: string, exports: Record<string, () => unknown>): Plugin {
  const resolved = `\0${id}`
  return {
    name: id,
    resolveId: (wanted) => (wanted === id ? resolved : undefined),
    load: (wanted) =>
      wanted === resolved
        ? Object.entries(exports)
            .map(([key, create]) => `export const ${key} = ${JSON.stringify(create())}`)
            .join('\n')
        : undefined,
  }
}
