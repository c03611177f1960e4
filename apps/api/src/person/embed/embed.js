// Shows the time from the service's offsets, because the browser's own zone data may be older.
const { dataset } = document.documentElement
const time = document.querySelector('time')
const ramp = JSON.parse(dataset.ramp ?? '[]')
const DAY = 86400
const PREFERENCES = 'timezone-registry:preferences'
const locale = dataset[chosenClock()] ?? dataset.locale
const clock = new Intl.DateTimeFormat(locale, {
  hour: locale?.includes('h23') ? '2-digit' : 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** What was chosen on the page of this service, where the browser lets a frame of the same site see it. */
function chosenClock() {
  try {
    return JSON.parse(localStorage.getItem(PREFERENCES))?.clock
  } catch {
    return undefined
  }
}

function show() {
  const now = Date.now() / 1000
  const offset = now < Number(dataset.until) ? Number(dataset.offset) : Number(dataset.later)
  const second = (((now + offset) % DAY) + DAY) % DAY
  // Browsers disagree on the space before am and pm.
  time.textContent = clock.format(second * 1000).replace(/\s/g, '\u00a0')
  if (dataset.theme === 'sky') paint(second / 3600)
  setTimeout(show, 1000 - (Date.now() % 1000))
}

function paint(hour) {
  const next = Math.max(
    1,
    ramp.findIndex(([at]) => at >= hour),
  )
  const [from, to] = [ramp[next - 1], ramp[next]]
  const part = (hour - from[0]) / (to[0] - from[0])
  const css = ([, lightness, chroma, hue]) => `oklch(${lightness} ${chroma} ${hue})`
  document.body.style.background = `color-mix(in oklab, ${css(to)} ${part * 100}%, ${css(from)})`
  const isLight = from[1] + (to[1] - from[1]) * part >= Number(dataset.ink)
  document.body.style.color = isLight ? '#000' : '#fff'
}

if (time) show()
addEventListener('storage', ({ key }) => key === PREFERENCES && location.reload())
