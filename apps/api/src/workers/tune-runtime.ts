import { executionAsyncResource } from 'node:async_hooks'
import { setFlagsFromString } from 'node:v8'

// Exported so that it stays referenced.
export const kept: { tick?: object } = {}

/** Sets what V8's defaults, made for pages, get wrong for a server. Called once, at the start. */
export function tuneRuntime(): void {
  // Garbage grows to a quarter of what is in use; V8's default is several times as much.
  setFlagsFromString('--heap-growing-percent=25')
  // The steps of a request are many small functions, of which the defaults inline half as much.
  setFlagsFromString('--max-inlined-bytecode-size=1000')
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=3000')
  keepTickShape()
}

/**
 * `process.nextTick` takes six times as long once V8 has collected the shape of the object that it creates, which
 * happens in any full collection while no tick is pending (docs/decisions/0028). One such object keeps it.
 */
export function keepTickShape(): void {
  process.nextTick(() => {
    kept.tick = executionAsyncResource()
  })
}
