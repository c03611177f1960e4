import { readFileSync } from 'node:fs'
import { redisMissing, startTestRedis } from '@timezone-registry/test-servers/redis'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { diagnose, find } from './diagnose.ts'

const HANDBOOK = readFileSync(new URL('../../../docs/operations/storage.md', import.meta.url), 'utf8')

describe.skipIf(redisMissing({ toBreak: true }) !== undefined)('registry doctor, with Redis', () => {
  test('its memory, its policy, and the commands that the user lacks', async () => {
    await using redis = await startTestRedis({ toBreak: true })
    const DATABASE_URL = await createTestDatabase()
    const sound = await diagnose({ DATABASE_URL, REDIS_URL: redis.url })
    expect(
      sound.findings.filter(({ check }) => check.startsWith('redis')).map(({ status }) => status),
    ).toEqual(['ok', 'ok', 'ok', 'ok'])
    await using admin = connect(redis.url)
    await admin.client.call('config', 'set', 'maxmemory', '10mb')
    await admin.client.call('acl', 'setuser', 'app', 'on', '>pw', '~other:*', '+@all', '-info')
    const limited = new URL(redis.url)
    limited.username = 'app'
    limited.password = 'pw'
    const { code, findings } = await diagnose({ DATABASE_URL, REDIS_URL: redis.url })
    expect([code, find(findings, 'redis memory')?.status]).toEqual([0, 'warning'])
    const refused = await diagnose({ DATABASE_URL, REDIS_URL: limited.href })
    expect(find(refused.findings, 'redis version')).toMatchObject({ status: 'warning' })
    expect(find(refused.findings, 'redis commands')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('NOPERM'),
    })
    expect(refused.code).toBe(1)

    // What it says to do is enough.
    const advice = find(refused.findings, 'redis commands')?.advice ?? ''
    const [, ...rules] = advice.replace('Run ACL SETUSER ', '').split(' ')
    await admin.client.call('acl', 'setuser', 'app', 'reset', 'on', '>pw', ...rules)
    const allowed = await diagnose({ DATABASE_URL, REDIS_URL: limited.href })
    expect(find(allowed.findings, 'redis commands')).toMatchObject({ status: 'ok' })
    expect(allowed.code).toBe(0)

    // So is the line of the handbook.
    const [, name = '', ...line] = /^user .+$/m.exec(HANDBOOK)?.[0].split(' ') ?? []
    await admin.client.call('acl', 'setuser', name, ...line)
    limited.username = name
    limited.password = line.find((rule) => rule.startsWith('>'))?.slice(1) ?? ''
    const handbook = await diagnose({ DATABASE_URL, REDIS_URL: limited.href })
    expect(
      handbook.findings.filter(({ check }) => check.startsWith('redis')).map(({ status }) => status),
    ).toEqual(['ok', 'ok', 'warning', 'ok'])
  })

  test('with the configuration of the handbook, finds nothing to say about its memory', async () => {
    await using redis = await startTestRedis({ toBreak: true })
    await using admin = connect(redis.url)
    const [, settings = ''] = /```conf\n(save [^`]+)```/.exec(HANDBOOK) ?? []
    for (const [, name = '', value = ''] of settings.matchAll(/^(\S+) (.*)$/gm))
      await admin.client.config('SET', name, value.replaceAll('"', ''))
    const { findings } = await diagnose({ DATABASE_URL: await createTestDatabase(), REDIS_URL: redis.url })
    expect(find(findings, 'redis memory')).toEqual({
      check: 'redis memory',
      status: 'ok',
      message: '64 MB, policy volatile-ttl',
    })
    const [, save] = (await admin.client.config('GET', 'save')) as string[]
    expect(save).toBe('')
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
        message: expect.stringMatching(/^Redis refuses the user or the password: (?:NOAUTH|WRONGPASS) /),
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
