import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where processes started by tests keep compiled modules (`NODE_COMPILE_CACHE`), so that later ones start faster. */
export const COMPILE_CACHE = join(tmpdir(), 'test-compile-cache')
