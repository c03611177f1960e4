import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

// Types, source maps and sources that were compiled: Node reads none of them.
const FILES = /[.](map|flow|[cm]?tsx?|md|markdown)$/i
const KEPT = /^(licen[cs]e|notice|copying)/i
// Of `swagger-ui-dist`, the page of the API loads only the bundle, its style and an icon.
const DUPLICATES = /swagger-ui-dist[/]swagger-ui(-es-bundle(-core)?)?[.]js$/
const TYPE_PACKAGES = /[/][.]pnpm[/](@types[+]|undici-types@)[^/]*$/

/** Removes what no program reads at run time from a directory of modules. Licence texts stay. */
export function pruneModules(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (TYPE_PACKAGES.test(path)) rmSync(path, { recursive: true })
    // A link is not followed, because its target is visited where it is.
    else if (entry.isDirectory()) pruneModules(path)
    else if (entry.isFile() && isNotRead(path, entry.name)) rmSync(path)
  }
}

function isNotRead(path, name) {
  return !KEPT.test(name) && (FILES.test(name) || DUPLICATES.test(path))
}
