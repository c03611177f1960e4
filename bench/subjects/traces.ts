import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Row } from '../measuring/report.ts'
import { compareLoads } from '../measuring/rows.ts'
import { interleave } from '../measuring/sample.ts'
import { fillTable } from '../measuring/tables.ts'
import type { Environment } from '../servers/environment.ts'
import type { BenchedProcess } from '../servers/process.ts'
import { startService } from '../servers/service.ts'
import { CONNECTIONS, RECORDS, readCached } from './cached-reads.ts'

/** Cached reads with every request traced, or one in a hundred, and without: the difference in CPU is the cost. */
export async function measureTraces(environment: Environment): Promise<Row[]> {
  const { env, database } = environment
  await using collector = await startCollector()
  const traced = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  await using all = await startService(traced)
  const sampled = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' }
  await using few = await startService({ ...traced, ...sampled })
  await using plain = await startService(env)
  await fillTable(database, RECORDS)
  const reads = (benched: BenchedProcess) => readCached(benched, environment)
  const samples = await interleave({ all: reads(all), few: reads(few), theirs: reads(plain) })
  const what = (share: string) => `cached \`GET /v1/get\`, ${share} traced, ${CONNECTIONS} connections`
  const against = { against: 'the same without traces', targets: {}, theirs: samples.theirs }
  return [
    compareLoads({ what: what('every request'), ours: samples.all, ...against }),
    compareLoads({ what: what('one request in a hundred'), ours: samples.few, ...against }),
  ]
}

/** Accepts traces and discards them. */
async function startCollector(): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((req, res) => req.resume().on('end', () => res.end()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
