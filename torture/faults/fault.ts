import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, type ClusterOptions, type Instance, queryOnce } from './cluster.ts'
import type { Load } from './load.ts'

/** Something that breaks under load, and is mended again. */
export type Fault = {
  name: string
  /** Breaks it for so long, and mends it; resolves when what was broken is there again. */
  strike(cluster: Cluster, milliseconds: number): Promise<void>
  /** Whether the run shows that it was there: a fault that nobody felt proves nothing. */
  isFelt(run: { load: Load; instances: readonly Instance[] }): boolean
  /** The name of the process that it freezes, and that cannot keep any time meanwhile. */
  freezes?: string
  /** What it needs of the servers; a cluster of its own is opened for it. */
  options?: ClusterOptions
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'a process of the service is killed, and started again',
    strike: async ({ instances: [instance] }, milliseconds) => {
      instance.process.kill('SIGKILL')
      await instance.process.ended()
      await sleep(milliseconds)
      await instance.start()
    },
    isFelt: lostConnections,
  },
  {
    name: 'one process after the other is ended by SIGTERM and replaced',
    strike: async ({ instances }) => {
      for (const instance of instances) {
        instance.process.kill('SIGTERM')
        const exit = await instance.process.ended()
        if (exit !== 0) throw new Error(`It ended with ${exit}`)
        await instance.start()
      }
    },
    isFelt: lostConnections,
  },
  {
    name: 'a process of the service is frozen',
    freezes: 'A',
    strike: ({ instances: [instance] }, milliseconds) =>
      during(milliseconds, {
        begin: () => instance.process.kill('SIGSTOP'),
        end: () => instance.process.kill('SIGCONT'),
      }),
    isFelt: ({ load }) => load.history.some(({ startedAt, endedAt }) => endedAt - startedAt > 500),
  },
  {
    name: 'Redis is killed, and started again, empty',
    strike: async ({ redis }, milliseconds) => {
      await redis.stop()
      await sleep(milliseconds)
      await redis.start()
    },
    isFelt: noticedRedis,
  },
  {
    name: 'Redis is frozen',
    strike: ({ redis }, milliseconds) => during(milliseconds, { begin: redis.pause, end: redis.resume }),
    isFelt: noticedRedis,
  },
  {
    name: 'every connection to Redis is ended by it, again and again',
    strike: ({ redis }, milliseconds) =>
      repeatedly(milliseconds, () =>
        tellRedis(redis.url, ['CLIENT KILL TYPE pubsub', 'CLIENT KILL TYPE normal']),
      ),
    isFelt: ({ load }) => load.history.length > 0,
  },
  {
    name: 'Redis takes no more data: it is full, and then a replica',
    strike: async ({ redis }, milliseconds) => {
      await tellRedis(redis.url, ['CONFIG SET maxmemory 1', 'CONFIG SET maxmemory-policy noeviction'])
      await sleep(milliseconds / 2)
      await tellRedis(redis.url, ['CONFIG SET maxmemory 0', 'REPLICAOF 127.0.0.1 1', 'FLUSHALL'])
      await sleep(milliseconds / 2)
      await tellRedis(redis.url, ['REPLICAOF NO ONE'])
    },
    isFelt: ({ load }) => load.history.length > 0,
  },
  {
    name: 'PostgreSQL is killed, and recovers',
    strike: async ({ postgres }, milliseconds) => {
      await postgres.stop('SIGKILL')
      await sleep(milliseconds)
      await postgres.start()
    },
    isFelt: refusedSome,
  },
  {
    name: 'PostgreSQL is frozen',
    strike: ({ postgres }, milliseconds) =>
      during(milliseconds, { begin: postgres.pause, end: postgres.resume }),
    isFelt: ({ load }) => load.history.some(({ startedAt, endedAt }) => endedAt - startedAt > 500),
  },
  {
    name: 'every backend of PostgreSQL is ended, again and again',
    strike: async ({ postgres }, milliseconds) => {
      await repeatedly(milliseconds, () =>
        queryOnce(
          postgres.url,
          "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
        ),
      )
    },
    isFelt: refusedSome,
  },
  ...(['postgresProxy', 'redisProxy'] as const).flatMap((proxy): Fault[] => {
    const server = proxy === 'postgresProxy' ? 'PostgreSQL' : 'Redis'
    const isFelt = proxy === 'postgresProxy' ? refusedSome : noticedRedis
    return [
      {
        name: `the network to ${server} is slow`,
        strike: (cluster, milliseconds) =>
          during(milliseconds, { begin: () => cluster[proxy].delay(200), end: cluster[proxy].heal }),
        isFelt: ({ load, instances }) =>
          proxy === 'redisProxy'
            ? noticedRedis({ instances })
            : load.history.some(({ startedAt, endedAt }) => endedAt - startedAt > 200),
      },
      {
        name: `the connections to ${server} are cut, again and again`,
        strike: (cluster, milliseconds) => repeatedly(milliseconds, async () => cluster[proxy].cut()),
        isFelt: proxy === 'postgresProxy' ? refusedSome : ({ load }) => load.history.length > 0,
      },
      {
        name: `the network swallows what ${server} answers`,
        strike: (cluster, milliseconds) =>
          during(milliseconds, { begin: cluster[proxy].swallowAnswers, end: cluster[proxy].heal }),
        isFelt,
      },
      {
        name: `the connections to ${server} are closed in one direction`,
        strike: (cluster, milliseconds) =>
          during(milliseconds, { begin: cluster[proxy].halfClose, end: cluster[proxy].heal }),
        isFelt: ({ load }) => load.history.length > 0,
      },
    ]
  }),
]

function lostConnections({ load }: { load: Load }): boolean {
  return (load.answers.get('none') ?? 0) > 0
}

export function refusedSome({ load }: { load: Load }): boolean {
  return (load.answers.get(503) ?? 0) > 0
}

function noticedRedis({ instances }: { instances: readonly Instance[] }): boolean {
  return instances.some(({ process }) =>
    process.log.some(({ msg }) => String(msg).startsWith('Redis does not answer')),
  )
}

async function during(
  milliseconds: number,
  { begin, end }: { begin: () => void; end: () => void },
): Promise<void> {
  begin()
  await sleep(milliseconds)
  end()
}

async function repeatedly(milliseconds: number, action: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + milliseconds
  while (performance.now() < until) {
    await action()
    await sleep(150)
  }
}

async function tellRedis(url: string, commands: readonly string[]): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.end(`${commands.join('\r\n')}\r\n`)
  socket.resume()
  await once(socket, 'close')
}
