import Bowser from 'bowser'

const MAX_USER_AGENT_CHARACTERS = 512
// For an unknown program, the parser returns whatever it calls itself.
const KNOWN = new Set([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)])

/** The browser and system of a `User-Agent`, such as `Firefox on Windows`; undefined for an unknown one. */
export function deviceOf(userAgent = ''): string | undefined {
  if (userAgent === '') return undefined
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_CHARACTERS))
  const names = [browser.name, os.name].filter((name) => name !== undefined && KNOWN.has(name))
  return names.length > 0 ? names.join(' on ') : undefined
}
