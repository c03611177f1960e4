const PLAIN = /^[a-z]+(?: [a-z]+)*$/

/**
 * Letters without accents, in lower case, and single spaces for everything else, so that `São Paulo` and `sao-paulo`
 * are the same.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  // Most names are plain. Skipping the rest matters: thousands of names are folded while somebody waits.
  if (PLAIN.test(lower)) return lower
  return lower
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replaceAll('đ', 'd')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[.'’ʻ]/g, '')
    .replace(/(?:[^\p{L}\p{N}+−:-]|-(?!\d))+/gu, ' ')
    .trim()
}

/** A name as texts are compared, and an Arabic one without its article, too: `القاهرة` is also `قاهرة`. */
export function foldName(name: string): string[] {
  return (name.startsWith('ال') ? [name, name.slice(2)] : [name]).map(fold)
}
