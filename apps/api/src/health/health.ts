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

const PROBE_TIMEOUT_MILLISECONDS = 1000
const REUSE_MILLISECONDS = 500
// Aggressive: stops waiting even for a probe that ignores the signal.
const deadline = timeout(PROBE_TIMEOUT_MILLISECONDS, TimeoutStrategy.Aggressive)

export function createHealth({ database, redis }: { database: Probe; redis: Probe | undefined }): Health {
  let accepting = true
  const probes = [database, redis ?? (async () => {})].map(share)
  return {
    probe: async () => {
      const [databaseAnswers = false, redisAnswers = false] = await Promise.all(
        probes.map((probe) => probe()),
      )
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

/** Runs one probe at a time; all callers within 500 ms of its result share it. */
function share(probe: Probe): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined
  return () => {
    answer ??= answersInTime(probe).finally(() => {
      setTimeout(() => {
        answer = undefined
      }, REUSE_MILLISECONDS).unref()
    })
    return answer
  }
}

function answersInTime(probe: Probe): Promise<boolean> {
  return deadline.execute(probe).then(
    () => true,
    () => false,
  )
}
