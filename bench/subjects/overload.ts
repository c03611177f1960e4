import { generateLoad } from '../measuring/load.ts'
import type { Row } from '../measuring/report.ts'
import { setBody } from '../measuring/requests.ts'
import { compareLoads } from '../measuring/rows.ts'
import { interleave } from '../measuring/sample.ts'
import type { Environment } from '../servers/environment.ts'
import { startService } from '../servers/service.ts'

const FEW = 64
const MANY = 2000

/** Sets by far more callers than the service serves at a time. Fails if one is refused. */
export async function measureOverload({ env, serverPids }: Environment): Promise<Row[]> {
  await using service = await startService(env)
  const setsOf = (connections: number) => ({
    run: () => generateLoad({ url: `${service.address}/v1/set`, connections, body: setBody('<random>') }),
    pids: [service.pid, ...serverPids],
  })
  const samples = await interleave({ ours: setsOf(MANY), theirs: setsOf(FEW) })
  const what = `\`POST /v1/set\`, ${MANY.toLocaleString('en')} connections, none refused`
  return [compareLoads({ what, against: `${FEW} connections`, targets: { throughput: 0.9 }, ...samples })]
}
