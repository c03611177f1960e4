import 'react'

declare module 'react' {
  /** Custom properties, which React passes to the element as they are. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
