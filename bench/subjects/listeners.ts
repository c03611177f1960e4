import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateLoad } from '../measuring/load.ts'
import type { Row } from '../measuring/report.ts'
import { postSet } from '../measuring/requests.ts'
import { compareLoads } from '../measuring/rows.ts'
import { interleave, type Variant } from '../measuring/sample.ts'
import type { Environment } from '../servers/environment.ts'
import { startService } from '../servers/service.ts'

const LISTENERS = 1000
const SET_INTERVAL_MILLISECONDS = 1000
// Streams of one address are bounded; the listeners come from many.
const ADDRESSES = 250
const SETTLE_MILLISECONDS = 1000

/** Reads with a thousand listeners and a set each second, against the same without listeners. */
export async function measureListeners({ env, serverPids }: Environment): Promise<Row[]> {
  await using service = await startService({ ...env, TRUST_PROXY: '1' }, { watchLoop: true })
  const { address, pid } = service
  await postSet(address, 'known')
  const alone: Variant = { run: () => readsAndSets(address), pids: [pid, ...serverPids], process: service }
  const listened: Variant = {
    ...alone,
    run: async () => {
      const indices = Array.from({ length: LISTENERS }, (_, index) => index)
      const listeners = await Promise.all(indices.map((index) => listen(address, index)))
      const result = await readsAndSets(address)
      for (const listener of listeners) listener.destroy()
      await sleep(SETTLE_MILLISECONDS)
      return result
    },
  }
  const { ours, theirs } = await interleave({ ours: listened, theirs: alone })
  const what = `\`GET /v1/get\` of a known user with ${LISTENERS} listeners and a set each second`
  return [
    compareLoads({ what, against: 'the same without listeners', targets: { throughput: 0.9 }, ours, theirs }),
  ]
}

async function readsAndSets(address: string) {
  const writing = setInterval(() => postSet(address, 'known'), SET_INTERVAL_MILLISECONDS)
  const result = await generateLoad({ url: `${address}/v1/get?id=known`, connections: 32 })
  clearInterval(writing)
  return result
}

/** As cheap a listener as possible, because it shares the machine with the service. */
async function listen(address: string, index: number) {
  const headers = { 'x-forwarded-for': `198.51.100.${index % ADDRESSES}` }
  const listener = get(`${address}/v1/events`, { headers })
  const [response] = await once(listener, 'response')
  if (response.statusCode !== 200) throw new Error(`/v1/events: ${response.statusCode}`)
  response.on('error', () => {})
  response.resume()
  return listener
}
