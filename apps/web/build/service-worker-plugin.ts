import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const SOURCE = fileURLToPath(new URL('../worker/service-worker.ts', import.meta.url))
const PLACEHOLDER = 'SHELL_FILES'

/** The worker's path. It has no hash, because browsers look for updates at the same path. */
export const WORKER_FILE = 'sw.js'

/** Builds the service worker next to the page, with the list of the page's files in it. */
export function serviceWorker(): Plugin {
  let publicDirectory = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved({ publicDir }) {
      publicDirectory = publicDir
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: SOURCE, fileName: WORKER_FILE })
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[WORKER_FILE]
        if (worker?.type !== 'chunk' || worker.imports.length > 0)
          throw new Error('The service worker must be one script without imports')
        const assets = Object.values(bundle)
          .filter((file) => !('moduleIds' in file && file.moduleIds.some(isForOneLanguage)))
          .map(({ fileName }) => fileName)
          .filter((name) => /^assets\/.*(?<![.](?:gz|br|map))$/.test(name))
        // What the page itself shows; the icons of an installed page are the system's.
        const publicFiles = readdirSync(publicDirectory).filter((name) => name.endsWith('.svg'))
        const document = bundle['index.html']
        if (document?.type !== 'asset') throw new Error('The build has no index.html')
        const contents = [
          document.source,
          ...publicFiles.map((name) => readFileSync(join(publicDirectory, name))),
        ]
        const files = [...assets.toSorted(), ...publicFiles.toSorted()].map((name) => `/${name}`)
        const shell = { version: hash([...contents, ...files]), files }
        if (!worker.code.includes(PLACEHOLDER)) throw new Error(`The service worker has no ${PLACEHOLDER}`)
        worker.code = worker.code.replace(PLACEHOLDER, JSON.stringify(shell))
        for (const [ending, compress] of [
          ['gz', gzipSync],
          ['br', brotliCompressSync],
        ] as const)
          this.emitFile({
            type: 'asset',
            fileName: `${WORKER_FILE}.${ending}`,
            source: compress(worker.code),
          })
      },
    },
  }
}

/** Names of small cities, which are found by their English names without it. */
function isForOneLanguage(moduleId: string): boolean {
  return moduleId.includes('virtual:other-names/')
}

function hash(contents: (string | Uint8Array)[]): string {
  const digest = createHash('sha256')
  for (const content of contents) digest.update(content)
  return digest.digest('hex').slice(0, 12)
}
