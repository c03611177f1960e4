import type { IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createFailedAttempts } from './failed-attempts.ts'
import { createFindNetwork } from './network.ts'
import { createWindows, take } from './rate-limit.ts'

const CALLERS = 300_000
const MAX_MEGABYTES = 100

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

test(`${CALLERS} distinct callers take less than ${MAX_MEGABYTES} MB in all limits together`, async () => {
  const findNetwork = createFindNetwork({ trustedHops: 1 })
  const [reads, writes] = [createWindows(), createWindows()]
  const attempt = createFailedAttempts(60)
  const before = heapMegabytes()
  for (let caller = 0; caller < CALLERS; caller++) {
    const req = requestFrom(`10.${caller >> 16}.${(caller >> 8) & 255}.${caller & 255}`)
    const network = findNetwork(req)
    take(reads(network.id), { cost: 1, limit: 600 })
    take(writes(network.id), { cost: 1, limit: 60 })
    await attempt(network, async () => undefined)
  }
  const growth = heapMegabytes() - before
  console.info(`${CALLERS} callers: ${growth.toFixed(0)} MB`)
  expect(growth).toBeLessThan(MAX_MEGABYTES)
  // The last of them are counted.
  expect(take(reads('10.4.147.223'), { cost: 1, limit: 600 })).toMatchObject({ remaining: 598 })
})

test.for([
  ['text that is not an address', (caller: number) => `${'x'.repeat(5000)}${caller}`],
  ['an address with a long zone', (caller: number) => `fe80::1%${caller}${'a'.repeat(5000)}`],
  ['an address with a long port', (caller: number) => `192.0.2.1:${'0'.repeat(5000)}${caller}`],
] as const)('%s is not kept', ([, addressOf]) => {
  const findNetwork = createFindNetwork({ trustedHops: 1 })
  const before = heapMegabytes()
  // Built from bytes, as on a connection; otherwise the strings would share their repeated part.
  for (let caller = 0; caller < 10_000; caller++)
    findNetwork(requestFrom(Buffer.from(addressOf(caller)).toString('latin1')))
  expect(heapMegabytes() - before).toBeLessThan(8)
  // Keeps the cache reachable, so that it was not collected as a whole.
  expect(findNetwork(requestFrom('192.0.2.1'))).toMatchObject({ id: '192.0.2.1' })
})

function requestFrom(address: string): IncomingMessage {
  return {
    headers: { 'x-forwarded-for': address },
    socket: { remoteAddress: '127.0.0.1' },
    connection: { remoteAddress: '127.0.0.1' },
  } as unknown as IncomingMessage
}

function heapMegabytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1e6
}
