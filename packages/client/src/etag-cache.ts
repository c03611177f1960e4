/** Responses by URL, for revalidation with their ETag. Evicts the least recently used. */
export type EtagCache = {
  get(url: string): CachedAnswer | undefined
  set(url: string, answer: CachedAnswer): void
}

/** The body is kept as text, so that every caller gets an object of their own. */
type CachedAnswer = { etag: string; text: string }

const MAX_CHARACTERS = 4_000_000

export function createEtagCache({ maxEntries }: { maxEntries: number }): EtagCache {
  // A Map keeps the order of insertion: the first entry is the least recently used one.
  const answers = new Map<string, CachedAnswer>()
  let characters = 0

  function remove(url: string): void {
    characters -= answers.get(url)?.text.length ?? 0
    answers.delete(url)
  }

  return {
    get: (url) => {
      const answer = answers.get(url)
      if (answer !== undefined) {
        answers.delete(url)
        answers.set(url, answer)
      }
      return answer
    },
    set: (url, answer) => {
      remove(url)
      answers.set(url, answer)
      characters += answer.text.length
      for (const [oldest] of answers) {
        if (answers.size <= maxEntries && characters <= MAX_CHARACTERS) break
        remove(oldest)
      }
    },
  }
}
