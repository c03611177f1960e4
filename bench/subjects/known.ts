import { generateLoad } from '../measuring/load.ts'
import type { Row } from '../measuring/report.ts'
import { postSet } from '../measuring/requests.ts'
import { compareLoads, skippedRow } from '../measuring/rows.ts'
import { interleave, type Variant } from '../measuring/sample.ts'
import { createKey } from '../servers/api-key.ts'
import { recordAnswer, startBare, startReferenceServer } from '../servers/baselines.ts'
import type { Environment } from '../servers/environment.ts'
import type { BenchedProcess } from '../servers/process.ts'
import { startService } from '../servers/service.ts'

const CONNECTIONS = 32
const PATH = '/v1/get?id=known'
type Case = { what: string; path: string; headers: Record<string, string>; target: number }

/** `GET /get` of one cached user, in its four kinds of answer, against servers that do less. */
export async function measureKnown(environment: Environment): Promise<Row[]> {
  await using service = await startService(environment.env, { watchLoop: true })
  await postSet(service.address, 'known')
  const key = await createKey(environment.env.DATABASE_URL, 'records:read')
  const etag = (await fetch(service.address + PATH)).headers.get('etag') ?? ''
  const what = `\`GET /v1/get\` of a known user, ${CONNECTIONS} connections`
  const cases: Case[] = [
    { what, path: PATH, headers: {}, target: 0.6 },
    { what: 'the same, answered 304', path: PATH, headers: { 'if-none-match': etag }, target: 0.6 },
    {
      what: 'the same with an API key',
      path: PATH,
      headers: { authorization: `Bearer ${key}` },
      target: 0.6,
    },
    // An absence is not cached.
    { what: 'the same of an unknown user, 404', path: '/v1/get?id=unknown', headers: {}, target: 0.2 },
  ]
  const rows: Row[] = []
  for (const each of cases) rows.push(await compareWithBare(service, environment, each))
  rows.push(await compareWithOpponent(service, environment))
  return rows
}

async function compareWithBare(service: BenchedProcess, environment: Environment, one: Case): Promise<Row> {
  const { what, path, headers, target } = one
  await using bare = await startBare(await recordAnswer(service.address + path, headers))
  const { ours, theirs } = await interleave({
    ours: variant(service, environment, { path, headers }),
    theirs: variant(bare, undefined, { path, headers }),
  })
  const against = 'bare `node:http`'
  return compareLoads({ what, against, targets: { throughput: target }, ours, theirs })
}

async function compareWithOpponent(service: BenchedProcess, environment: Environment): Promise<Row> {
  const what = '`GET /v1/get` of a known user'
  const against = 'the reference server'
  const reference = await startReferenceServer(environment.env.DATABASE_URL)
  if (reference.missing !== undefined) return skippedRow(what, against, reference.missing)
  await using theirs = reference
  const samples = await interleave({
    ours: variant(service, environment),
    theirs: variant(theirs, environment),
  })
  return compareLoads({ what, against, targets: { throughput: 1.1, p99: 1.5, cpu: 0.5 }, ...samples })
}

function variant(
  benched: BenchedProcess,
  environment: Environment | undefined,
  { path = PATH, headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Variant {
  const url = benched.address + path
  return {
    // One of the cases expects a 404.
    run: () => generateLoad({ url, connections: CONNECTIONS, headers, mayRefuse: path !== PATH }),
    pids: [benched.pid, ...(environment?.serverPids ?? [])],
    process: benched,
  }
}
