import { spawnSync } from 'node:child_process'

// Minimal systems lack it: Node 26 needs it, and neither npm nor pnpm can install it.
const PACKAGES = {
  'libatomic.so.1':
    'apt-get install libatomic1 (Debian, Ubuntu), dnf install libatomic (Fedora), or apk add libatomic (Alpine)',
}

/** A sentence that says which library a program lacks and how to install it; undefined if the program starts. */
export function describeMissingLibrary(program) {
  const { status, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  const [, library] = status === 0 ? [] : (/(lib[\w.+-]+\.so[.\d]*)/.exec(stderr ?? '') ?? [])
  if (library === undefined) return undefined
  const how = PACKAGES[library] ?? 'the package of your system that contains it'
  return `Node cannot start, because this system has no ${library}. Install it: ${how}.`
}
