/** The oldest versions of browsers that the page supports, by their names in MDN's data. The build lowers syntax to them. */
export const OLDEST_BROWSERS = {
  chrome: 120,
  edge: 120,
  firefox: 125,
  safari: 17.4,
  safari_ios: 17.4,
}

/** The same as Vite's build target. */
export const TARGET = Object.entries(OLDEST_BROWSERS).map(
  ([browser, version]) => `${browser === 'safari_ios' ? 'ios' : browser}${version}`,
)
