import { contract, MAX_LOOKUP_IDS } from '@timezone-registry/contract'
import type { Plugin } from 'vite'

const INDEX = /\/packages\/contract\/src\/index\.ts$/
// What programs, probes and other sites call, and the page does not.
const FOR_OTHERS =
  /^[/](?:api|badge|bulk|changes|embed|health|list|livez|openapi[.]json|readyz|u|zones)(?:[/]|$)/
const CONTRACT = /\/packages\/contract\/src\/contract\.ts$/

/**
 * Leaves the schemas, and zod with them, out of the page: 30 KB (gzipped). The compiler checks what the client sends
 * and the service validates it, so the browser needs only each route's method and path.
 */
export function routesOnly(): Plugin {
  return {
    name: 'routes-only',
    apply: 'build',
    load: (id) => {
      if (CONTRACT.test(id)) return `export const contract = ${JSON.stringify(routes())}`
      if (INDEX.test(id)) return index()
      return undefined
    },
  }
}

/** What the page may import from the contract; the build fails for anything else. */
function index(): string {
  return `export { contract } from './contract.ts'
export { hasWrongLength, withoutForbidden } from './clean-text.ts'
export { fromPathId, toPathId } from './path-id.ts'
export { readUnregistered, toEntry } from './unregistered.ts'
export const MAX_LOOKUP_IDS = ${MAX_LOOKUP_IDS}`
}

function routes() {
  return Object.fromEntries(
    Object.entries(contract)
      .filter(([, { path }]) => !FOR_OTHERS.test(path))
      .map(([name, { method, path }]) => [name, { method, path, responses: {} }]),
  )
}
