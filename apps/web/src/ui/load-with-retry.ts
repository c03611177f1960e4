const RETRY_AFTER_MS = 500

/** A chunk of the page that could not be loaded: the network failed, or a newer build has replaced it. */
export class ChunkFailed extends Error {
  override name = 'ChunkFailed'
}

/** Loads a chunk, retrying once. Rejects with `ChunkFailed`. */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
    return await load().catch((cause: unknown) => {
      throw new ChunkFailed('A part of the page could not be loaded', { cause })
    })
  }
}
