import { readFileSync } from 'node:fs'
import { redisMissing, startTestRedis } from '@timezone-registry/test-servers/redis'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { diagnose, find } from './diagnose.ts'

const HANDBOOK = readFileSync(new URL('../../../docs/operations/storage.md', import.meta.url), 'utf8')

describe.skipIf(redisMissing({ toBreak: true }) !== undefined)('registry doctor, with Redis', () => {
  test('the commands that the user lacks', async () => {
    await using redis = await startTestRedis({ toBreak: true })
    const DATABASE_URL = await createTestDatabase()
    const findingAt = async (REDIS_URL: string) =>
      find((await diagnose({ DATABASE_URL, REDIS_URL })).findings, 'redis')
    expect(await findingAt(redis.url)).toMatchObject({ status: 'ok' })
    await using admin = connect(redis.url)
    await admin.client.call('acl', 'setuser', 'app', 'on', '>pw', '~other:*', '+@all', '-info')
    const limited = new URL(redis.url)
    limited.username = 'app'
    limited.password = 'pw'
    const refused = await findingAt(limited.href)
    expect(refused).toMatchObject({ status: 'problem', message: expect.stringContaining('NOPERM') })

    // What it says to do is enough.
    const [, ...rules] = (refused?.advice ?? '').replace('Run ACL SETUSER ', '').split(' ')
    await admin.client.call('acl', 'setuser', 'app', 'reset', 'on', '>pw', ...rules)
    expect(await findingAt(limited.href)).toMatchObject({ status: 'ok' })

    // So is the line of the handbook.
    const [, name = '', ...line] = /^user .+$/m.exec(HANDBOOK)?.[0].split(' ') ?? []
    await admin.client.call('acl', 'setuser', name, ...line)
    limited.username = name
    limited.password = line.find((rule) => rule.startsWith('>'))?.slice(1) ?? ''
    expect(await findingAt(limited.href)).toMatchObject({ status: 'ok' })
  })

  test('that requires a password', async () => {
    await using redis = await startTestRedis({ toBreak: true })
    await using admin = connect(redis.url)
    await admin.client.config('SET', 'requirepass', 'sesame')
    const DATABASE_URL = await createTestDatabase()
    const wrong = redis.url.replace('redis://', 'redis://:wrong@')
    for (const REDIS_URL of [redis.url, wrong]) {
      const { findings } = await diagnose({ DATABASE_URL, REDIS_URL })
      expect(find(findings, 'redis')).toMatchObject({
        status: 'problem',
        message: expect.stringMatching(/^(?:NOAUTH|WRONGPASS) /),
        advice: expect.stringContaining('redis://user:password@host:port'),
      })
    }
  })

  test('that does not answer', async () => {
    const env = { DATABASE_URL: await createTestDatabase(), REDIS_URL: 'redis://127.0.0.1:1' }
    const { code, findings } = await diagnose(env)
    expect(find(findings, 'redis')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('ECONNREFUSED'),
    })
    expect(code).toBe(1)
  })
})

function connect(url: string) {
  const client = new Redis(url)
  return { client, [Symbol.asyncDispose]: async () => client.disconnect() }
}
