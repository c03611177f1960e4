// `npm run licences`: writes LICENCES.md, the licences of every package that the running service and the page use.
// With `--check`: ends with 1 where the file is out of date, or a licence is not one of those that anybody may use freely.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FILE = fileURLToPath(new URL('../LICENCES.md', import.meta.url))
// Each lets everybody use, change and pass on the package, also as a part of something else.
const ALLOWED = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unicode-3.0',
  'Unlicense',
  '0BSD',
]

const output = execFileSync('npx', ['--yes', 'pnpm@10.34.9', 'licenses', 'list', '--prod', '--json'], {
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
const byLicence = Object.entries(JSON.parse(output)).toSorted(([a], [b]) => (a < b ? -1 : 1))
const sections = byLicence.map(([licence, packages]) => {
  const names = packages.map(({ name, versions }) => `${name} ${versions.join(', ')}`).toSorted()
  return `## ${licence}\n\n${names.map((name) => `- ${name}`).join('\n')}\n`
})
const text = `# Licences\n\nOf every package that the running service and the page use; written by \`npm run licences\`. Each holds its text.\n\n${sections.join('\n')}`
const forbidden = byLicence.map(([licence]) => licence).filter((licence) => !ALLOWED.includes(licence))
for (const licence of forbidden)
  console.error(`${licence} is not among the licences that we use: look for another package.`)

if (process.argv.includes('--check')) {
  const isCurrent = readFileSync(FILE, 'utf8') === text
  if (!isCurrent) console.error('LICENCES.md is out of date: run `npm run licences`.')
  process.exitCode = isCurrent && forbidden.length === 0 ? 0 : 1
} else {
  writeFileSync(FILE, text)
  process.exitCode = forbidden.length === 0 ? 0 : 1
}
