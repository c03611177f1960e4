/**
 * How dates and times are written: in the page's language, by the conventions of the browser's region. A French
 * browser that reads the page in English gets 24 hours, not the 12 of the United States.
 */
export function chooseLocale(language: string, browserLocales: readonly string[]): string {
  const own = browserLocales.find((tag) => tag.split('-')[0] === language)
  const [first] = browserLocales
  if (own !== undefined || first === undefined) return own ?? language
  const { hourCycle } = new Intl.DateTimeFormat(first, { hour: 'numeric' }).resolvedOptions()
  const region = new Intl.Locale(first).maximize().region
  return new Intl.Locale(language, { ...(region && { region }), ...(hourCycle && { hourCycle }) }).toString()
}
