import type { KeyboardEvent } from 'react'

/** True for a key that an input method takes, such as Enter for a word of Japanese. Safari says so by the code only. */
export function isComposing({ nativeEvent: { isComposing, keyCode } }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}
