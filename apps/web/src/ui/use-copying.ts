import { useEffect, useState } from 'react'

const NOTE_MS = 4000

/** Copies a text; `isCopied` for a few seconds, or `uncopied` with the text where the browser forbids it. */
export function useCopying() {
  const [isCopied, setIsCopied] = useState(false)
  const [uncopied, setUncopied] = useState<string>()
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), NOTE_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
      setUncopied(undefined)
    } catch {
      setUncopied(text)
    }
  }

  return { isCopied, uncopied, copy }
}
