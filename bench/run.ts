// `npm run bench -- [subject …]`: compares things measured in turn, in one run, on one machine, and merges the rows of the
// subjects it ran into results.md. Without arguments it runs all of them.
import { writeResults } from './measuring/report.ts'
import { openEnvironment } from './servers/environment.ts'
import { isSubject, SUBJECTS } from './subjects.ts'

const names = Object.keys(SUBJECTS)
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !isSubject(name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. The subjects are ${names.join(', ')}.`)
  process.exit(64)
}

const chosen = asked.length > 0 ? asked.filter(isSubject) : names.filter(isSubject)
for (const name of chosen) await runSubject(name).catch(reportFailure)

async function runSubject(name: (typeof chosen)[number]): Promise<void> {
  await using environment = await openEnvironment()
  console.log(`\n${name} on ${environment.serverDescription}`)
  const rows = await SUBJECTS[name](environment)
  for (const { what, against, measured, p99, cpu } of rows)
    console.log(`${what} against ${against}: ${measured}; p99 ${p99 ?? '–'} ms; CPU ${cpu ?? '–'} µs`)
  writeResults(name, names, rows, environment.serverDescription)
}

/** The other subjects still run. */
function reportFailure(error: unknown): void {
  console.error(error)
  process.exitCode = 1
}
