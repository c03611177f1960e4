/** What the health routes tell, asked of the real dependencies. */
export type Health = {
  /** Probes the database and Redis, at most twice a second however many ask; `redis` is true when there is none. */
  probe(): Promise<{ database: boolean; redis: boolean }>
  /** False from the moment the process was told to stop. */
  readonly accepting: boolean
  /** Turns `/readyz` to 503, so that balancers send no more. */
  stopAccepting(): void
}

type Probe = () => Promise<void>

const PROBE_TIMEOUT_MILLISECONDS = 1000
const REUSE_MILLISECONDS = 500

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

/** One probe at a time, whose answer serves everybody for a moment. */
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

async function answersInTime(probe: Probe): Promise<boolean> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timeout = setTimeout(reject, PROBE_TIMEOUT_MILLISECONDS)
  try {
    await Promise.race([probe(), tooLate])
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timeout)
  }
}
