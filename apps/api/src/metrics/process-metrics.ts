import { Counter, collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client'
import type { RequestObserver } from '../http/endpoints.ts'
import { addGauges, type GaugeSources } from './gauges.ts'

// Seconds. Cached reads take about a millisecond; only logins and pictures may take longer than 3.5 s.
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const OTHER = 'other'
// A scanner sends three dozen others, each of which would make label sets of its own.
const METHODS = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'])

/** One process's metrics, and the functions that count. Every label has a bounded number of values. */
export function createProcessMetrics(sources: GaugeSources) {
  const registry = new Registry()
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response. Without streams.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  })
  const { problems, actions, commands } = createCounters(registry)
  let inFlight = 0
  const onClose: RequestObserver['onClose'] = (
    { method, tsRestRoute, call: { arrivedAt, problemCode } },
    res,
  ) => {
    inFlight -= 1
    if (problemCode !== undefined) problems.inc({ code: problemCode })
    if (tsRestRoute !== undefined && 'isStream' in tsRestRoute.metadata) return
    const status = res.headersSent ? res.statusCode : 'aborted'
    durations.observe(
      { method: METHODS.has(method) ? method : OTHER, route: tsRestRoute?.path ?? OTHER, status },
      (performance.now() - arrivedAt) / 1000,
    )
  }
  addGauges(registry, { ...sources, inFlight: () => inFlight })
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    onArrival: () => {
      inFlight += 1
    },
    onClose,
    onAction: (action: string, outcome: string) => actions.inc({ action, outcome }),
    onCommand: (command: string, outcome: string) => commands.inc({ command, outcome }),
  }
}

function createCounters(registry: Registry) {
  const count = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  return {
    problems: count('http_problems_total', 'Error responses by their code.', 'code'),
    actions: count(
      'timezone_registry_actions_total',
      'Sets, deletes, logins and other audited actions by their outcome.',
      'action',
      'outcome',
    ),
    commands: count(
      'timezone_registry_discord_commands_total',
      'Commands in Discord: answered, or the code of what went wrong.',
      'command',
      'outcome',
    ),
  }
}
