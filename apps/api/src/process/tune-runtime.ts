import { executionAsyncResource } from 'node:async_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Holds the object for the life of the process. Exported for the test.
export const kept: { tick?: object } = {}

/** Overrides V8 defaults that suit web pages rather than servers. Call it once, at startup. */
export function tuneRuntime(): void {
  // Collect once the heap has grown by 25 %; by default, V8 lets it grow up to fourfold.
  setFlagsFromString('--heap-growing-percent=25')
  // A request runs through many small functions. V8's default limits of inlining (460 and 920) are too low for them.
  setFlagsFromString('--max-inlined-bytecode-size=1000')
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=3000')
  // The embedded database has far more functions than it runs: compiled all at once, they take 20 MB more.
  setFlagsFromString('--wasm-lazy-compilation')
  keepTickShape()
}

/**
 * `process.nextTick` becomes six times as slow once V8 has collected the hidden class of the objects that it creates. Any
 * full collection does that while no tick is pending. Keeping one such object alive prevents it.
 */
export function keepTickShape(): void {
  process.nextTick(() => {
    kept.tick = executionAsyncResource()
  })
}

/**
 * Returns the memory that only startup needed to the system, about 30 MB: at rest, V8 does not collect garbage. Blocks for
 * 0.1 s, so call it before the process serves.
 */
export function collectStartupGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  // Only this flavor shrinks the young generation as well. Under load, it grows again.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
