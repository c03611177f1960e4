import type { RouteHandlers } from '../http/endpoints.ts'
import { problem } from '../http/problem.ts'
import type { Health } from './health.ts'

type HealthRoutes = RouteHandlers<'getHealth' | 'getLiveness' | 'getReadiness'>

/** The routes for operators and their probes. */
export function createHealthRoutes(health: Health, version: string, tzdata: string): HealthRoutes {
  return {
    getHealth: async () => {
      const { isStorageFull, ...answers } = await health.probe()
      const full = isStorageFull && { storage_full: true as const }
      const timestamp = new Date().toISOString()
      const facts = { ...answers, ...full, timestamp, version, tzdata }
      if (!answers.database) return { status: 503, body: { status: 'unhealthy', ...facts } }
      return {
        status: 200,
        body: { status: answers.redis && !isStorageFull ? 'healthy' : 'degraded', ...facts },
      }
    },
    getLiveness: async () => ({ status: 200, body: { status: 'live' } }),
    getReadiness: async () => {
      if (!health.accepting) return notReady('This instance is stopping.', { retryAfterSeconds: 5 })
      if (!(await health.probe()).database)
        return notReady('The database does not answer.', { retryAfterSeconds: 1 })
      return { status: 200, body: { status: 'ready' } }
    },
  }
}

/** Returned, not thrown: the state behind it is logged once, not for each probe. */
function notReady(message: string, details: { retryAfterSeconds: number }) {
  return { status: 503 as const, body: problem('unavailable', message, details) }
}
