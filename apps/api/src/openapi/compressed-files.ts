import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'

const gzip = promisify(gzipCallback)

/**
 * Compresses each of a folder's files with gzip at its first request, and keeps the result. Rejects if a file cannot be
 * read, which the next request tries again.
 */
export function createCompressedFiles(directory: string): (file: string) => Promise<Buffer> {
  const compressed = new Map<string, Promise<Buffer>>()
  return (file) => {
    const known = compressed.get(file)
    if (known !== undefined) return known
    const compressing = readFile(join(directory, file)).then((bytes) => gzip(bytes))
    compressed.set(file, compressing)
    compressing.catch(() => compressed.delete(file))
    return compressing
  }
}
