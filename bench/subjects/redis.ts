import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Row } from '../measuring/report.ts'
import type { Environment } from '../servers/environment.ts'

/** How fast Redis itself answers, for scale: the service does not use it to read a cached record. */
export async function measureRedis({ env }: Environment): Promise<Row[]> {
  const { port } = new URL(env.REDIS_URL)
  const args = `-p ${port} -c 32 -n 200000 -t get --csv`.split(' ')
  const { stdout } = await promisify(execFile)('redis-benchmark', args).catch(() => ({ stdout: '' }))
  const perSecond = /"GET","([\d.]+)"/.exec(stdout)?.[1]
  return [
    {
      what: '`redis-benchmark` GET, 32 connections',
      against: '–',
      target: 'for scale',
      measured: perSecond === undefined ? 'not installed' : `${Math.round(Number(perSecond))} a second`,
      reached: undefined,
    },
  ]
}
