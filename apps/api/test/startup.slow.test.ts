import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, test } from 'vitest'
import { execute } from './start-test-api.ts'

describe.concurrent('startup that cannot succeed exits with a reason:', () => {
  test('a list of all configuration problems, by name and without values, and code 78', async () => {
    await using service = startProcess({
      PORT: 'secret1',
      DATABASE_URL: 'mysql://secret2',
      LOG_LEVEL: 'secret3',
    })
    expect(await service.ended()).toBe(78)
    for (const name of ['PORT', 'DATABASE_URL', 'LOG_LEVEL']) expect(service.stderr).toContain(name)
    expect(service.stderr).not.toContain('secret')
    expect(service.log).toEqual([])
  })

  test('a database that stays unavailable for DATABASE_WAIT_SECONDS', async () => {
    await using service = startProcess({
      DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/db',
      DATABASE_WAIT_SECONDS: '1',
    })
    expect(await service.ended()).toBe(1)
    expect(service.log.at(-1)?.msg).toMatch(/^Could not start: .*127\.0\.0\.1:1/)
    expect(service.log).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        msg: expect.stringMatching(/is unavailable .*Waiting up to 1 s/),
      }),
    )
    expect(JSON.stringify(service.log)).not.toContain('secret')
  })

  test('a missing schema, with MIGRATE=off', async () => {
    await using service = startProcess({ DATABASE_URL: await createTestDatabase(), MIGRATE: 'off' })
    expect(await service.ended()).toBe(1)
    expect(service.log.at(-1)?.msg).toContain('Run "registry migrate"')
  })

  test('a server that may lose acknowledged writes, unless DATABASE_DURABILITY=trusted', async () => {
    const DATABASE_URL = await createTestDatabase()
    await execute(
      DATABASE_URL,
      `alter database ${new URL(DATABASE_URL).pathname.slice(1)} set synchronous_commit = off`,
    )
    await using refused = startProcess({ DATABASE_URL })
    expect(await refused.ended()).toBe(1)
    expect(refused.log.at(-1)?.msg).toContain('Switch on synchronous_commit')
    await using trusted = startProcess({ DATABASE_URL, DATABASE_DURABILITY: 'trusted' })
    await trusted.ready()
  })

  test('a port that is taken', async () => {
    await using first = startProcess({ DATABASE_URL: await createTestDatabase() })
    const { port } = new URL(await first.ready())
    await using second = startProcess({ DATABASE_URL: await createTestDatabase(), PORT: port })
    expect(await second.ended()).toBe(1)
    expect(second.log.at(-1)?.msg).toBe(
      `Could not start: listen EADDRINUSE: address already in use 127.0.0.1:${port}. Set another HOST, PORT or METRICS_PORT.`,
    )
  })

  test('a host that is not an address of this machine', async () => {
    // Reserved for documentation (RFC 5737).
    const env = { DATABASE_URL: await createTestDatabase(), HOST: '192.0.2.1' }
    await using service = startProcess(env)
    expect(await service.ended()).toBe(1)
    expect(service.log.at(-1)?.msg).toMatch(
      /^Could not start: listen EADDRNOTAVAIL: .* 192\.0\.2\.1\. Set another HOST/,
    )
  })
})

test('the process overrides V8’s defaults before it reads its configuration', async () => {
  const noteFlags = `import v8 from 'node:v8'
    import { syncBuiltinESMExports } from 'node:module'
    v8.setFlagsFromString = (flag) => console.log(JSON.stringify({ flag }))
    syncBuiltinESMExports()`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(noteFlags)}`
  await using service = startProcess({ NODE_OPTIONS, PORT: 'none' })
  expect(await service.ended()).toBe(78)
  expect(service.log.map(({ flag }) => flag)).toEqual([
    '--heap-growing-percent=25',
    '--max-inlined-bytecode-size=1000',
    '--max-inlined-bytecode-size-cumulative=3000',
    '--wasm-lazy-compilation',
  ])
})
