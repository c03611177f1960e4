declare module 'anafanafo' {
  /** The width of a text in pixels, from a table of character widths; `guess` accepts characters that are not in it. */
  function measure(text: string, options: { font: '11px Verdana'; guess?: boolean }): number
  export = measure
}
