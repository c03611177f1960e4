import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the processes that tests start keep compiled modules (`NODE_COMPILE_CACHE`): later ones start in less time. */
export const COMPILE_CACHE = join(tmpdir(), 'test-compile-cache')
