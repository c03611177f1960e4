/** The first letter of a name, as a reader sees it, for a circle in its place. */
export function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name)
  return first?.segment.toLocaleUpperCase() ?? ''
}
