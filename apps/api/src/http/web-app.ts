import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of the built web app, which need not exist. */
export const WEB_APP = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** The web app's routes other than `/`. */
export const VIEWS: readonly string[] = ['people', 'meet', 'everyone', 'account', 'privacy']

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

/**
 * The `Link` header of each view of the built web app: its scripts and styles, so that browsers request them with the
 * page instead of one after the other. Empty if there is no build.
 */
export function readViewLinks(directory: string, views: readonly string[]): Map<string, string> {
  const path = `${directory}/.vite/manifest.json`
  if (!existsSync(path)) return new Map()
  const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'))
  return new Map(
    views.map((view) => [view, linksTo(filesOf(manifest, `src/${view}/${view}-page.tsx`)).join(', ')]),
  )
}

/** The files of a chunk and of all that it imports. */
function filesOf(manifest: Manifest, name: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (chunk === undefined) throw new Error(`The build of the web app lacks ${name}`)
  if (files.has(chunk.file)) return files
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, files)
  return files
}

function linksTo(files: Iterable<string>): string[] {
  return [...files].map((file) =>
    file.endsWith('.css')
      ? `</${file}>; rel=preload; as=style; crossorigin`
      : `</${file}>; rel=modulepreload`,
  )
}
