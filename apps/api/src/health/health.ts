import { setTimeout as sleep } from 'node:timers/promises'
import { TimeoutStrategy, timeout } from 'cockatiel'

/** The health of this process and its dependencies. */
export type Health = {
  /** Probes the database and Redis, each at most twice a second for all callers; `redis` is true if there is none. */
  probe(): Promise<{ database: boolean; redis: boolean }>
  /** False once the process is stopping. */
  readonly accepting: boolean
  /** Makes `/readyz` return 503, so that load balancers send no more requests. */
  stopAccepting(): void
}

type Probe = () => Promise<void>

/** Called when a probe fails after it succeeded, and when it succeeds again. */
type Outage = { onDown(reason: unknown): void; onUp(): void }

const PROBE_TIMEOUT_MILLISECONDS = 1000
const REUSE_MILLISECONDS = 500
// Aggressive: stops waiting even for a probe that ignores the signal.
const deadline = timeout(PROBE_TIMEOUT_MILLISECONDS, TimeoutStrategy.Aggressive)

export function createHealth({
  database,
  redis = async () => {},
  databaseOutage,
}: {
  database: Probe
  redis: Probe | undefined
  /** Called until the process is stopping, which closes the database. */
  databaseOutage?: Outage
}): Health {
  let accepting = true
  // Without this, a recovery would be noticed only at the next request for the health.
  const awaitRecovery = async () => {
    while (accepting && !(await probeDatabase())) await sleep(REUSE_MILLISECONDS, undefined, { ref: false })
  }
  const probeDatabase = share(
    reportOutage(inTime(database), {
      onDown: (reason) => {
        if (!accepting) return
        databaseOutage?.onDown(reason)
        void awaitRecovery()
      },
      onUp: () => {
        if (accepting) databaseOutage?.onUp()
      },
    }),
  )
  const probeRedis = share(inTime(redis))
  return {
    probe: async () => {
      const [databaseAnswers, redisAnswers] = await Promise.all([probeDatabase(), probeRedis()])
      return { database: databaseAnswers, redis: redisAnswers }
    },
    get accepting() {
      return accepting
    },
    stopAccepting: () => {
      accepting = false
    },
  }
}

/** Runs one probe at a time, and resolves to whether it succeeded; all callers within 500 ms of its result share it. */
function share(probe: Probe): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined
  return () => {
    answer ??= succeeds(probe).finally(() => {
      setTimeout(() => {
        answer = undefined
      }, REUSE_MILLISECONDS).unref()
    })
    return answer
  }
}

function reportOutage(probe: Probe, { onDown, onUp }: Outage): Probe {
  let isDown = false
  return async () => {
    try {
      await probe()
    } catch (reason) {
      if (!isDown) onDown(reason)
      isDown = true
      throw reason
    }
    if (isDown) onUp()
    isDown = false
  }
}

function inTime(probe: Probe): Probe {
  return () => deadline.execute(probe)
}

function succeeds(probe: Probe): Promise<boolean> {
  return probe().then(
    () => true,
    () => false,
  )
}
