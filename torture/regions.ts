// `npm run torture:regions`: starts the reference cluster, breaks each of its parts under load, and prints a row for
// each. Exits with 1 if a promise was broken.
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { checkRecords } from './check-records.ts'
import { GRACE_MILLISECONDS } from './history.ts'
import { type Load, startLoad } from './load.ts'
import { startMirror } from './mirror.ts'
import { findDifferences } from './mirror-oracle.ts'
import { MAX_LAG_SECONDS, openReferenceCluster, type ReferenceCluster } from './reference-cluster.ts'

/** Breaks something and repairs it. Resolves to when the service could work again, by `performance.now()`. */
type Break = (cluster: ReferenceCluster) => Promise<number>

const CHANNEL = 'timezone-registry:drop'
const FAILOVER_SECONDS = 60
const BREAKS: Record<string, Break> = {
  'nothing is broken': async () => {
    await sleep(5000)
    return performance.now()
  },
  'the primary’s machine is lost': async (cluster) => {
    const { patroni } = cluster
    const lost = await patroni.leader()
    lost?.lose()
    const promotedAt = await nextLeader(cluster, lost?.name)
    lost?.start()
    await patroni.complete()
    return promotedAt
  },
  // Without the watchdog, Patroni 3.0 takes its place back when it continues, and loses what was written meanwhile.
  'the primary’s machine freezes, and its watchdog resets it': async (cluster) => {
    const frozen = await cluster.patroni.leader()
    frozen?.freeze()
    const promotedAt = await nextLeader(cluster, frozen?.name)
    frozen?.lose()
    frozen?.start()
    await cluster.patroni.complete()
    return promotedAt
  },
  'another machine becomes the primary, for maintenance': async (cluster) => {
    const before = await cluster.patroni.leader()
    await cluster.patroni.switchOver()
    const promotedAt = await nextLeader(cluster, before?.name)
    await cluster.patroni.complete()
    return promotedAt
  },
  'a standby is lost': async ({ patroni }) => {
    const leader = await patroni.leader()
    const standby = patroni.nodes.find(({ name }) => name !== leader?.name)
    standby?.lose()
    await sleep(5000)
    standby?.start()
    await patroni.complete()
    return performance.now()
  },
  'the Redis that carries the messages freezes': async ({ redis }) => {
    const owner = (await redis.ownerOf(CHANNEL)) ?? 0
    redis.break(owner, 'SIGSTOP')
    const isReplaced = async () => ![owner, undefined].includes(await redis.ownerOf(CHANNEL))
    await waitUntil(isReplaced, 'a replica to take over', FAILOVER_SECONDS)
    const replacedAt = performance.now()
    redis.resume(owner)
    await redis.complete()
    return replacedAt
  },
  'every instance is replaced, one after the other': async ({ instances }) => {
    for (const instance of instances) {
      instance.process.kill('SIGTERM')
      await instance.process.ended()
      await instance.start()
    }
    return performance.now()
  },
}

await using cluster = await openReferenceCluster()
console.log('| broken | requests | answers | lost | stale | mirrors | longest silence | writes after | |')
console.log('|---|---|---|---|---|---|---|---|---|')
const wanted = process.argv[2] ?? ''
for (const [name, strike] of Object.entries(BREAKS)) if (name.includes(wanted)) await run(name, strike)

async function run(name: string, strike: Break): Promise<void> {
  const { instances } = cluster
  const mirrors = [startMirror(instances, 'changes'), startMirror(instances, 'events')]
  const load = startLoad(instances)
  await waitUntil(() => load.writesAnswered.length > 50, 'the clients to work')
  const repairedAt = await strike(cluster)
  const recovery = await recover(load, repairedAt)
  await sleep(1000)
  const silence = load.longestSilence()
  await load.stop()
  await sleep(MAX_LAG_SECONDS * 1000)
  const url = await cluster.primaryUrl()
  const mirrored = await findDifferences(mirrors, url)
  await Promise.all(mirrors.map((mirror) => mirror.stop()))
  const graceMilliseconds = GRACE_MILLISECONDS + MAX_LAG_SECONDS * 1000
  const { lost, stale } = await checkRecords({ instances, postgres: { url } }, load.history, {
    graceMilliseconds,
  })
  const answers = [...load.answers].map(([status, count]) => `${status}: ${count}`).join(', ')
  const requests = [...load.answers.values()].reduce((sum, count) => sum + count, 0)
  const wrong = [...load.wrong, ...mirrors.flatMap((mirror) => [...mirror.wrong])]
  const problems = [...wrong, ...lost.slice(0, 3), ...stale.slice(0, 3), ...mirrored.slice(0, 3)]
  const changes = mirrors.reduce((sum, { applied }) => sum + applied, 0)
  console.log(
    `| ${name} | ${requests} | ${answers} | ${lost.length} | ${stale.length} | ${mirrored.length} of ${changes} | ${seconds(silence)} | ${seconds(recovery)} | ${problems.length === 0 ? 'kept' : `**${problems.join('; ')}**`} |`,
  )
  if (problems.length > 0) process.exitCode = 1
}

async function nextLeader({ patroni }: ReferenceCluster, before: string | undefined): Promise<number> {
  const isReplaced = async () => ![before, undefined].includes((await patroni.leader())?.name)
  await waitUntil(isReplaced, 'another primary', FAILOVER_SECONDS)
  return performance.now()
}

/** Milliseconds from then until every instance has answered a write. */
async function recover(load: Load, from: number): Promise<number> {
  const namesAfter = () =>
    new Set(load.writesAnswered.filter(({ at }) => at > from).map(({ instance }) => instance))
  await waitUntil(() => namesAfter().size === cluster.instances.length, 'writes on every instance', 30)
  const first = cluster.instances.map(
    ({ name }) => load.writesAnswered.find(({ at, instance }) => at > from && instance === name)?.at ?? 0,
  )
  return Math.max(...first) - from
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
