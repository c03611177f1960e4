// `npm run audit`: asks the registry about every package of the lock file: known holes, where the registry tells of them,
// and in any case versions that were withdrawn or that their maker calls deprecated. Ends with 1 when there is one in
// what runs in production; what only tests and builds use is told, too.
import { execFileSync } from 'node:child_process'

const AT_ONCE = 16
const registry = run('npm', ['config', 'get', 'registry']).trim()
const [production, development] = ['--prod', '--dev'].map(listPackages)
const all = [
  ...production.map((entry) => ({ ...entry, runs: true })),
  ...development.map((entry) => ({ ...entry, runs: false })),
]

const holes = await findAdvisories()
if (holes === undefined)
  console.log(
    `${registry} does not answer questions about known holes; another may: npm_config_registry=https://… npm run audit`,
  )
const findings = [...(holes ?? []), ...(await findWithdrawn())]
for (const { name, version, runs, what } of findings)
  console.log(`${name} ${version}${runs ? '' : ' (tests and builds only)'}: ${what}`)
const serious = findings.filter(({ runs }) => runs)
console.log(
  `${all.length} packages, ${findings.length} findings, ${serious.length} of them in what runs in production`,
)
process.exitCode = serious.length === 0 ? 0 : 1

function listPackages(part) {
  const byLicence = JSON.parse(run('npx', ['--yes', 'pnpm@10.34.9', 'licenses', 'list', part, '--json']))
  return Object.values(byLicence)
    .flat()
    .flatMap(({ name, versions }) => versions.map((version) => ({ name, version })))
}

/** Undefined where the registry has no such thing. */
async function findAdvisories() {
  const names = Object.fromEntries(
    all.map(({ name }) => [name, all.filter((other) => other.name === name).map(({ version }) => version)]),
  )
  const answer = await fetch(new URL('-/npm/v1/security/advisories/bulk', registry), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(names),
  }).catch(() => undefined)
  if (!answer?.ok) return undefined
  return Object.entries(await answer.json()).flatMap(([name, advisories]) =>
    advisories.flatMap(({ severity, title, url }) =>
      all
        .filter((entry) => entry.name === name)
        .map((entry) => ({ ...entry, what: `${severity}: ${title} ${url}` })),
    ),
  )
}

async function findWithdrawn() {
  const waiting = [...all]
  const findings = []
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
        const what = await findFault(entry)
        if (what !== undefined) findings.push({ ...entry, what })
      }
    }),
  )
  return findings
}

async function findFault({ name, version }) {
  const answer = await fetch(new URL(name.replace('/', '%2f'), registry))
  if (!answer.ok) return `the registry does not know it (${answer.status})`
  const published = (await answer.json()).versions?.[version]
  if (published === undefined) return 'this version was withdrawn'
  return published.deprecated ? `deprecated: ${published.deprecated}` : undefined
}

function run(program, args) {
  return execFileSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}
