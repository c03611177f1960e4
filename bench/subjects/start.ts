import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Row } from '../measuring/report.ts'
import { inTurn } from '../measuring/sample.ts'
import { median, timed } from '../measuring/statistics.ts'
import type { Environment } from '../servers/environment.ts'
import { startService } from '../servers/service.ts'

const MAX_MILLISECONDS = 1000

/** How long a start takes until the service is ready, against an empty Node process. */
export async function measureStart({ env }: Environment): Promise<Row[]> {
  const { services, nodes } = await inTurn({
    services: async () => {
      await using service = await startService(env)
      return service.readyAfter
    },
    nodes: () => timed(() => promisify(execFile)(process.execPath, ['-e', '0'])),
  })
  const more = median(services) - median(nodes)
  return [
    {
      what: 'process ready after start',
      against: '`node -e 0`',
      target: `at most ${MAX_MILLISECONDS.toLocaleString('en')} ms more`,
      measured: `${Math.round(more)} ms more (${Math.round(median(services))} / ${Math.round(median(nodes))})`,
      reached: more <= MAX_MILLISECONDS,
    },
  ]
}
