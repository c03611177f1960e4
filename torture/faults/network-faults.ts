import { GRACE_MILLISECONDS, OUTAGE_GRACE_MILLISECONDS } from '../history.ts'
import { during, type Fault, missedRedis, reconnected, refusedSome, repeatedly, slowedSome } from './fault.ts'

const DELAY_MILLISECONDS = 200

/** Network faults between the service and its servers. */
export const NETWORK_FAULTS: readonly Fault[] = [...faultsBetween('postgres'), ...faultsBetween('redis')]

function faultsBetween(server: 'postgres' | 'redis'): Fault[] {
  const name = server === 'postgres' ? 'PostgreSQL' : 'Redis'
  const proxy = server === 'postgres' ? 'postgresProxy' : 'redisProxy'
  const graceMilliseconds = server === 'postgres' ? OUTAGE_GRACE_MILLISECONDS : GRACE_MILLISECONDS
  const faults: Fault[] = [
    {
      name: `the network to ${name} is slow`,
      strike: (cluster, hold) =>
        during(hold, {
          begin: () => cluster[proxy].delay(DELAY_MILLISECONDS),
          end: cluster[proxy].heal,
        }),
      isFelt: server === 'postgres' ? slowedSome(DELAY_MILLISECONDS) : missedRedis,
    },
    {
      name: `the connections to ${name} are cut repeatedly`,
      strike: (cluster, hold) => repeatedly(hold, async () => cluster[proxy].cut()),
      isFelt: server === 'postgres' ? refusedSome : reconnected('redis'),
    },
    {
      name: `the network swallows what ${name} answers`,
      strike: (cluster, hold) =>
        during(hold, { begin: cluster[proxy].swallowAnswers, end: cluster[proxy].heal }),
      isFelt: server === 'postgres' ? refusedSome : missedRedis,
    },
    {
      name: `the connections to ${name} are closed in one direction`,
      strike: (cluster, hold) => during(hold, { begin: cluster[proxy].halfClose, end: cluster[proxy].heal }),
      isFelt: reconnected(server),
    },
  ]
  return faults.map((fault) => ({ ...fault, graceMilliseconds }))
}
