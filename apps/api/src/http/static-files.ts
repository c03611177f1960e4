import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Request, Response } from 'express'
import { isCurrent } from './conditional.ts'

/** A file in memory. */
export type StaticFile = {
  /** Such as `.html`. */
  readonly extension: string
  readonly plain: StaticVariant
  /** As compressed when the file was built, best first. */
  readonly compressed: readonly (StaticVariant & { readonly encoding: string })[]
}

type StaticVariant = { readonly bytes: Buffer; readonly etag: string; readonly encoding?: string }

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/**
 * Reads a folder's files, by their paths in it, such as `/assets/page.js`; names that begin with a dot are left out. They
 * stay in memory (3 MB for the web app), so that a build that replaces the folder does not mix with this one.
 */
export function loadStaticFiles(directory: string): ReadonlyMap<string, StaticFile> {
  if (!existsSync(directory)) return new Map()
  const contents = new Map(pathsIn(directory).map((path) => [path, readFileSync(join(directory, path))]))
  const files = new Map<string, StaticFile>()
  for (const [path, bytes] of contents) {
    if (ENCODINGS.some(([, ending]) => path.endsWith(ending))) continue
    const compressed = ENCODINGS.flatMap(([encoding, ending]) => {
      const variant = contents.get(path + ending)
      return variant === undefined ? [] : [{ encoding, ...tagged(variant) }]
    })
    files.set(path, { extension: extname(path), plain: tagged(bytes), compressed })
  }
  return files
}

/**
 * Responds with a file, or with 304 if the caller's copy is current; with a status other than 200, without an ETag.
 * Ranges are ignored, because every file is small.
 */
export function sendStaticFile(
  { extension, plain, compressed }: StaticFile,
  req: Request,
  res: Response,
): void {
  const accepted = compressed.find(({ encoding }) => req.acceptsEncodings(encoding))
  const { bytes, etag, encoding } = accepted ?? plain
  if (compressed.length > 0) res.vary('Accept-Encoding')
  if (res.statusCode === 200) {
    res.set('ETag', etag)
    if (isCurrent(req, etag)) return void res.status(304).end()
  }
  if (encoding !== undefined) res.set('Content-Encoding', encoding)
  res.type(extension).send(bytes)
}

function pathsIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`)
    .filter((path) => !path.includes('/.'))
}

/** The ETag identifies the content: a release gives all its files the same time, and many keep their size. */
function tagged(bytes: Buffer): StaticVariant {
  return { bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 24)}"` }
}
