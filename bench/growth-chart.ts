const SIZE = { width: 860, height: 460 }
const MARGIN = { left: 70, top: 20, right: 150, bottom: 50 }
const LABEL_HEIGHT = 16
// Powers of ten, in milliseconds.
const [LOWEST, HIGHEST] = [-1, 5]
const COLOURS = ['#4f46e5', '#0891b2', '#059669', '#d97706', '#dc2626', '#7c3aed']

/** Milliseconds of one route, one for each size of the table. */
export type Line = { name: string; milliseconds: number[] }

/** An SVG with both axes in powers of ten: a flat line does not grow, a diagonal one grows with the table. */
export function drawGrowth(lines: readonly Line[], sizes: readonly number[]): string {
  const { width, height } = SIZE
  const x = (size: number) => scaleX(size, sizes)
  const rows = Array.from({ length: HIGHEST - LOWEST + 1 }, (_, index) => 10 ** (LOWEST + index))
  const labels = placeLabels(lines)
  const grid = rows.map(
    (row) =>
      `<path d="M${MARGIN.left} ${scaleY(row).toFixed(1)}H${width - MARGIN.right}" stroke="#e2e8f0"/>${text(MARGIN.left - 8, scaleY(row) + 4, row >= 1000 ? `${row / 1000} s` : `${row} ms`, 'text-anchor="end"')}`,
  )
  const columns = sizes.map((size) =>
    text(x(size), height - MARGIN.bottom + 22, size.toLocaleString('en'), 'text-anchor="middle"'),
  )
  const paths = lines.map(({ name, milliseconds }, index) => {
    const points = milliseconds.map(
      (value, at) => `${x(sizes[at] ?? 1).toFixed(1)} ${scaleY(value).toFixed(1)}`,
    )
    const label = text(
      width - MARGIN.right + 8,
      labels.get(name) ?? 0,
      name,
      `fill="${COLOURS[index]}" font-weight="bold"`,
    )
    return `<path d="M${points.join('L')}" fill="none" stroke="${COLOURS[index]}" stroke-width="2.5"/>${label}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" fill="#334155">
<title>Milliseconds of one request by the number of records</title>
<rect width="${width}" height="${height}" fill="white"/>
${[...grid, ...columns].join('\n')}
${text((MARGIN.left + width - MARGIN.right) / 2, height - 6, 'records', 'text-anchor="middle"')}
${paths.join('\n')}
</svg>
`
}

/** Where each name goes: names of lines that end close to each other are stacked. */
function placeLabels(lines: readonly Line[]): Map<string, number> {
  const lastOf = ({ milliseconds }: Line) => milliseconds.at(-1) ?? 1
  const labels = new Map<string, number>()
  let lowest = 0
  for (const line of lines.toSorted((a, b) => lastOf(b) - lastOf(a))) {
    lowest = Math.max(scaleY(lastOf(line)) + 4, lowest + LABEL_HEIGHT)
    labels.set(line.name, lowest)
  }
  return labels
}

function scaleX(size: number, sizes: readonly number[]): number {
  const [first, last] = [Math.log10(sizes[0] ?? 1), Math.log10(sizes.at(-1) ?? 10)]
  const share = (Math.log10(size) - first) / (last - first)
  return MARGIN.left + share * (SIZE.width - MARGIN.left - MARGIN.right)
}

function scaleY(milliseconds: number): number {
  const share = (HIGHEST - Math.log10(milliseconds)) / (HIGHEST - LOWEST)
  return MARGIN.top + share * (SIZE.height - MARGIN.top - MARGIN.bottom)
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${x.toFixed(0)}" y="${y.toFixed(0)}" ${attributes}>${content}</text>`
}
