// `npm run licences` writes LICENCES.md: the licence of every package in the running service and the page.
// With `--check` it fails if that file is out of date, or if a licence is not permissive.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNPM, ROOT } from '../../scripts/run.mjs'

const FILE = join(ROOT, 'LICENCES.md')
const RUNNING = ['api', 'web'].map((app) => `--filter-prod=@timezone-registry/${app}...`)
const PERMISSIVE = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0']
PERMISSIVE.push('CC0-1.0', 'ISC', 'MIT', 'MPL-2.0', 'OFL-1.1', 'Unicode-3.0', 'Unlicense')

const packages = JSON.parse(
  execFileSync('npx', [...PNPM, ...RUNNING, 'licenses', 'list', '--prod', '--json'], {
    cwd: ROOT,
    maxBuffer: 2 ** 26,
  }),
)
const licences = Object.keys(packages).toSorted()
const text = `# Licences

Every package in the running service and the page, by licence; each package contains its licence text. Written by \`npm run licences\`.

${licences.map(sectionOf).join('\n')}`

// `(MIT OR CC0-1.0)` leaves the choice to us.
const choicesOf = (licence) => licence.replaceAll(/[()]/g, '').split(' OR ')
const isPermissive = (licence) => choicesOf(licence).some((choice) => PERMISSIVE.includes(choice))
const refused = licences.filter((licence) => !isPermissive(licence))
for (const licence of refused)
  console.error(`${licence} is not a licence this project accepts; use another package.`)

const isCheck = process.argv.includes('--check')
if (!isCheck) writeFileSync(FILE, text)
const isCurrent = readFileSync(FILE, 'utf8') === text
if (!isCurrent) console.error('LICENCES.md is out of date; run `npm run licences`.')
process.exitCode = isCurrent && refused.length === 0 ? 0 : 1

function sectionOf(licence) {
  const names = packages[licence].map(({ name, versions }) => `- ${name} ${versions.join(', ')}`)
  return `## ${licence}\n\n${names.toSorted().join('\n')}\n`
}
