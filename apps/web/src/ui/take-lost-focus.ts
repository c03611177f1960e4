/** Focuses an element that has just replaced another, if that one had the focus: it is nowhere then. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus()
}
