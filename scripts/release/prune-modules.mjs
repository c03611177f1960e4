import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

// Types, source maps and sources that were compiled: Node reads none of them.
const FILES = /[.](map|flow|[cm]?tsx?|md|markdown)$/i
const KEPT = /^(licen[cs]e|notice|copying)/i
// Of `swagger-ui-dist`, the page of the API loads only the bundle, its style and an icon.
const DUPLICATES = /swagger-ui-dist[/]swagger-ui(-es-bundle(-core)?)?[.]js$/
const TYPE_PACKAGES = /[/][.]pnpm[/](@types[+]|undici-types@)/

/** Removes what no program reads at run time from a tree's `node_modules`. Licence texts stay. */
export function pruneModules(tree) {
  const modules = join(tree, 'node_modules')
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && isNotRead(path, entry.name)) rmSync(path)
  }
  for (const name of readdirSync(join(modules, '.pnpm'))) {
    const path = join(modules, '.pnpm', name)
    if (TYPE_PACKAGES.test(path)) rmSync(path, { recursive: true })
  }
}

function isNotRead(path, name) {
  if (KEPT.test(name)) return false
  return FILES.test(name) || DUPLICATES.test(path) || TYPE_PACKAGES.test(path)
}
