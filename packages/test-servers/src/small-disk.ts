import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Mounts a disk of a size such as `16k`, which is soon full. Only root can. */
export function mountSmallDisk(size: string): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path])
  return {
    path,
    [Symbol.dispose]: () => {
      execFileSync('umount', ['--lazy', path])
      rmSync(path, { recursive: true })
    },
  }
}
