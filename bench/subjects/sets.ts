import { hash } from 'node:crypto'
import { generateLoad } from '../measuring/load.ts'
import { runPgbench, UPSERT } from '../measuring/pgbench.ts'
import type { Row } from '../measuring/report.ts'
import { setBody } from '../measuring/requests.ts'
import { compareLoads, mostOtherCores, skippedRow, type Targets } from '../measuring/rows.ts'
import { interleave, medianOf, type Variant } from '../measuring/sample.ts'
import { startReferenceServer } from '../servers/baselines.ts'
import type { Environment } from '../servers/environment.ts'
import type { BenchedProcess } from '../servers/process.ts'
import { startService } from '../servers/service.ts'

const MANY = 64

/** `POST /set` with 64 connections and with one; every answer follows the commit, on both sides. */
export async function measureSets(environment: Environment): Promise<Row[]> {
  await using service = await startService(environment.env, { watchLoop: true })
  return [
    await compareWithOpponent(service, environment, MANY, { throughput: 1.2, p99: 1.5 }),
    await compareWithPgbench(service, environment, MANY, 1),
    await compareWithoutFeed(service, environment),
    await compareWithOpponent(service, environment, 1, { throughput: 0.8 }),
    await compareWithPgbench(service, environment, 1, 0.4),
    await compareWithoutRedis(service, environment),
    ...(await splitLone(service, environment)),
    ...(await compareSignedIn(service, environment)),
  ]
}

/** Counts of limits are shared through Redis, so that each instance knows the others'. */
async function compareWithoutRedis(service: BenchedProcess, environment: Environment): Promise<Row> {
  await using alone = await startService({ DATABASE_URL: environment.env.DATABASE_URL })
  const ours = sets(service, environment, MANY)
  const theirs = sets(alone, environment, MANY)
  const samples = await interleave({ ours, theirs })
  return compareLoads({
    what: nameOf(MANY),
    against: 'the same without Redis',
    targets: { throughput: 0.9 },
    ...samples,
  })
}

/** Where the processor time of a lone set is spent. */
async function splitLone(service: BenchedProcess, environment: Environment): Promise<Row[]> {
  const { postgresPid, redisPid } = environment
  const samples = await interleave({
    Node: { ...sets(service, environment, 1), pids: [service.pid] },
    PostgreSQL: { ...sets(service, environment, 1), pids: [postgresPid] },
    Redis: { ...sets(service, environment, 1), pids: [redisPid] },
  })
  return Object.entries(samples).map(([name, rounds]) => ({
    what: `the part of ${name} in ${nameOf(1)}`,
    against: '–',
    target: 'for scale',
    measured: `${medianOf(rounds, 'cpu').toFixed(0)} µs of CPU`,
    otherCores: mostOtherCores(rounds),
    reached: undefined,
  }))
}

// Five digits each, because a session's id has a fixed length.
export const PEOPLE = { randomFrom: 10_001, randomUpTo: 15_000 }
export const LOGIN = {
  AUTH: 'required',
  OAUTH_DISCORD_CLIENT_ID: '1',
  OAUTH_DISCORD_CLIENT_SECRET: 'x',
}

/** 5,000 people who have signed in, each with a record. */
export async function addPeople({ database }: Environment): Promise<void> {
  const people = Array.from({ length: 5000 }, (_, index) => PEOPLE.randomFrom + index)
  const hashes = people.map((person) => hash('sha256', idOf(person)))
  await database.query(
    "insert into sessions (id_hash, provider, issuer, subject, user_id, username) select h, 'discord', 'https://discord.com', p, p, 'nelly' from unnest($1::text[], $2::text[]) as given (h, p)",
    [hashes, people.map(String)],
  )
  await database.query(
    "insert into timezones (user_id, username, timezone) select p, 'nelly', 'UTC' from unnest($1::text[]) as given (p) on conflict do nothing",
    [people],
  )
}

function idOf(person: number | string): string {
  return `${'s'.repeat(38)}${person}`
}

/** Sets by these people, each of their own record; the service needs the settings `LOGIN`. */
export function setsOfPeople(
  service: BenchedProcess,
  { serverPids }: Environment,
  { connections, headers }: { connections: number; headers?: Record<string, string> },
): Variant {
  const load = {
    url: `${service.address}/v1/set`,
    connections,
    body: '{"timezone":"UTC"}',
    headers: { cookie: `__Host-session=${idOf('<random>')}`, ...headers },
    ...PEOPLE,
  }
  return { run: () => generateLoad(load), pids: [service.pid, ...serverPids], process: service }
}

/** Sets by signed-in people, as the page saves and without a condition, against those of anyone in open mode. */
async function compareSignedIn(open: BenchedProcess, environment: Environment): Promise<Row[]> {
  await addPeople(environment)
  await using service = await startService({ ...environment.env, ...LOGIN })
  const compare = async (
    connections: number,
    headers: Record<string, string>,
    how: string,
    targets: Targets,
  ) => {
    const ours = setsOfPeople(service, environment, { connections, headers })
    const theirs = sets(open, environment, connections)
    const what = `${nameOf(connections)}, by signed-in people${how}`
    return compareLoads({
      what,
      against: 'the same in open mode',
      targets,
      ...(await interleave({ ours, theirs })),
    })
  }
  return [
    await compare(MANY, {}, '', { throughput: 0.85, p99: 1.2 }),
    await compare(MANY, { 'if-match': '*' }, ', if there is a record', { throughput: 0.65 }),
    await compare(1, {}, '', { throughput: 0.85 }),
  ]
}

async function compareWithOpponent(
  service: BenchedProcess,
  environment: Environment,
  connections: number,
  targets: Targets,
): Promise<Row> {
  const what = nameOf(connections)
  const against = 'the reference server'
  const reference = await startReferenceServer(environment.env.DATABASE_URL)
  if (reference.missing !== undefined) return skippedRow(what, against, reference.missing)
  await using other = reference
  const ours = sets(service, environment, connections)
  const theirs = sets(other, environment, connections)
  return compareLoads({ what, against, targets, ...(await interleave({ ours, theirs })) })
}

async function compareWithPgbench(
  service: BenchedProcess,
  environment: Environment,
  connections: number,
  throughput: number,
): Promise<Row> {
  const what = nameOf(connections)
  const { pgbench: program, env, serverPids } = environment
  const against = `\`pgbench -M prepared -c ${connections}\`, the same upsert`
  if (program === undefined) return skippedRow(what, against, 'pgbench is not installed')
  const options = { program, url: env.DATABASE_URL, clients: connections, statement: UPSERT }
  const theirs: Variant = { run: () => runPgbench(options), pids: serverPids }
  const samples = await interleave({ ours: sets(service, environment, connections), theirs })
  return compareLoads({ what, against, targets: { throughput }, ...samples })
}

async function compareWithoutFeed(service: BenchedProcess, environment: Environment): Promise<Row> {
  const ours = sets(service, environment, MANY)
  const { database } = environment
  const withoutFeed: Variant = {
    ...ours,
    run: async () => {
      await database.query('alter table timezones disable trigger user')
      const result = await ours.run()
      await database.query('alter table timezones enable trigger user')
      return result
    },
  }
  const against = 'without the triggers of the change feed'
  const samples = await interleave({ ours, theirs: withoutFeed })
  return compareLoads({ what: nameOf(MANY), against, targets: { throughput: 0.9 }, ...samples })
}

export function sets(benched: BenchedProcess, { serverPids }: Environment, connections: number): Variant {
  const load = { url: `${benched.address}/v1/set`, connections, body: setBody('<random>') }
  return { run: () => generateLoad(load), pids: [benched.pid, ...serverPids], process: benched }
}

function nameOf(connections: number): string {
  return `\`POST /v1/set\`, ${connections} ${connections === 1 ? 'connection' : 'connections'}`
}
