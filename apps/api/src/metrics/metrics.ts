import cluster from 'node:cluster'
import type { Config } from '@timezone-registry/config'
import type { RequestObserver } from '../http/steps.ts'
import type { GaugeSources } from './gauges.ts'
import { startMetricsServer } from './metrics-server.ts'

/** Counts what the service does, for Prometheus. */
export type Metrics = RequestObserver & {
  /** An audited action and its outcome. */
  onAction(action: string, outcome: string): void
  /** The port that serves the metrics; undefined in a worker, whose primary process serves those of all workers. */
  readonly port: number | undefined
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens the metrics if they are configured; otherwise loads nothing. */
export async function openMetrics(
  { metrics, http }: Pick<Config, 'metrics' | 'http'>,
  sources: GaugeSources,
): Promise<Metrics | undefined> {
  if (metrics === undefined) return undefined
  const { createProcessMetrics, joinWorkers } = await import('./process-metrics.ts')
  const { registry, ...observers } = createProcessMetrics(sources)
  if (cluster.isWorker) {
    joinWorkers(registry)
    return { ...observers, port: undefined, [Symbol.asyncDispose]: async () => {} }
  }
  const server = await startMetricsServer({
    host: http.host,
    port: metrics.port,
    contentType: registry.contentType,
    read: () => registry.metrics(),
  })
  return { ...observers, port: server.port, [Symbol.asyncDispose]: server[Symbol.asyncDispose] }
}

/** In the primary process: serves the metrics of all workers, if they are configured. */
export async function serveWorkerMetrics({
  metrics,
  http,
}: Pick<Config, 'metrics' | 'http'>): Promise<AsyncDisposable | undefined> {
  if (metrics === undefined) return undefined
  const { createWorkersRegistry } = await import('./process-metrics.ts')
  const registry = createWorkersRegistry()
  return startMetricsServer({
    host: http.host,
    port: metrics.port,
    contentType: registry.contentType,
    read: () => registry.clusterMetrics(),
  })
}
