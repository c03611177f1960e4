/** Where somebody was in a view. */
type Place = { scroll: number; focus: string | undefined }

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]'
const TAKING_OVER = ['pointerdown', 'keydown', 'wheel', 'touchstart']

/**
 * Begins a view that was opened at its top, with the focus on its heading; Back and Forward restore both. Returns what ends
 * that. The router announces `pushState`.
 */
export function followViews(): () => void {
  const places = new Map<string, Place>()
  const ended = new AbortController()
  let [key, path] = [keyOf(history.state) ?? newKey(), location.pathname]
  let arrival: AbortController | undefined
  const listen = (event: string, listener: () => void) =>
    addEventListener(event, listener, { signal: ended.signal, passive: true })

  function leave(): void {
    places.set(key, { scroll: places.get(key)?.scroll ?? 0, focus: describe(document.activeElement) })
  }

  listen('scroll', () => {
    if (arrival === undefined || arrival.signal.aborted)
      places.set(key, { scroll: scrollY, focus: places.get(key)?.focus })
  })
  listen('pushState', () => {
    leave()
    key = newKey()
    keepKey()
    if (location.pathname === path) return
    path = location.pathname
    scrollTo(0, 0)
    arrival?.abort()
    arrival = repeat(focusOnHeading)
  })
  // The router's own changes of an address would drop the key. Browsers limit how many there are.
  const { replaceState } = history
  history.replaceState = (state, ...address) => replaceState.call(history, { ...state, key }, ...address)
  listen('popstate', () => {
    leave()
    key = keyOf(history.state) ?? newKey()
    path = location.pathname
    arrival?.abort()
    arrival = restore(places.get(key) ?? { scroll: 0, focus: undefined })
  })
  keepKey()
  return () => {
    ended.abort()
    arrival?.abort()
    history.replaceState = replaceState
  }

  function keepKey(): void {
    if (keyOf(history.state) !== key) history.replaceState(history.state, '')
  }
}

/** Unless a part of the view has chosen its own heading. */
function focusOnHeading(): boolean {
  const isChosen = document.activeElement?.matches('main :is(h2, h3)') ?? false
  return isChosen || focusOn(document.querySelector<HTMLElement>('main h2'))
}

function restore({ scroll, focus }: Place): AbortController {
  let isFocused = focus === undefined
  return repeat(() => {
    scrollTo(0, scroll)
    isFocused ||= focusOn(find(focus))
    return isFocused && Math.abs(scrollY - scroll) <= 1
  })
}

/** Repeats a step whenever the page changes, until it is done or the person does something, or it is aborted. */
function repeat(step: () => boolean): AbortController {
  const current = new AbortController()
  const { signal } = current
  const attempt = () => !signal.aborted && step() && current.abort()
  const observer = new MutationObserver(attempt)
  signal.addEventListener('abort', () => observer.disconnect())
  for (const event of TAKING_OVER) addEventListener(event, () => current.abort(), { signal, capture: true })
  observer.observe(document.body, { childList: true, subtree: true })
  // Once the view before is gone.
  requestAnimationFrame(attempt)
  return current
}

function keyOf(state: unknown): string | undefined {
  const { key } = { ...(state as { key?: unknown } | null) }
  return typeof key === 'string' ? key : undefined
}

function newKey(): string {
  return `${performance.timeOrigin + performance.now()}`
}

function focusOn(element: HTMLElement | null | undefined): boolean {
  if (!element) return false
  if (!element.matches(FOCUSABLE)) element.tabIndex = -1
  element.focus({ preventScroll: true })
  return true
}

/** What tells an element from the others when its view is rendered again. */
function describe(element: Element | null): string | undefined {
  if (element === null || !element.matches(FOCUSABLE)) return undefined
  const attributes = ['id', 'href', 'aria-label'].map((name) => element.getAttribute(name))
  return JSON.stringify([element.tagName, element.textContent, ...attributes])
}

function find(focus: string | undefined): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].find((element) => describe(element) === focus)
}
