import { TEXTS } from '@timezone-registry/discord/texts'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, test } from 'vitest'
import { createLogger } from '../src/logger.ts'
import { createDiscordCaller, type Reply, randomId, randomPerson } from './discord-caller.ts'
import { startFakeIssuer } from './fake-issuer.ts'
import { execute, openTransaction, startTestApi, type TestApi } from './start-test-api.ts'

// What Discord's commands share with every other caller: limits, ids, audit, metrics, and what happens without them.

const discord = createDiscordCaller()
const { env } = discord
const texts = TEXTS.en.answers
const PING = () => JSON.stringify({ type: 1, id: randomId() })

const contentOf = ({ status, body }: Reply): string => {
  expect(status).toBe(200)
  return body.data.content
}

const save = (api: TestApi, person = randomPerson(), zone = 'UTC') =>
  discord.command(api.baseUrl, person, 'timezone set', { zone })

test('there is no route without the settings', async () => {
  await using api = await startTestApi()
  expect(api.context.discord).toBeUndefined()
  const { status, body } = await discord.post(api.baseUrl, PING())
  expect([status, body.code]).toEqual([404, 'no_such_route'])
})

describe('limits', () => {
  test('count for a person, wherever Discord calls from, and are explained', async () => {
    await using api = await startTestApi({
      ...env,
      RATE_LIMIT_WRITES_PER_MINUTE: '2',
      RATE_LIMIT_READS_PER_MINUTE: '6',
    })
    const [ann, bob] = [randomPerson(), randomPerson()]
    for (const zone of ['UTC', 'Asia/Tokyo'])
      expect(contentOf(await save(api, ann, zone))).toContain('Saved.')
    expect(contentOf(await save(api, ann, 'Europe/Berlin'))).toMatch(
      /^Too many requests\. Try again in \d+\s/,
    )
    expect(contentOf(await save(api, bob))).toContain('Saved.')
    // Several people cost five reads.
    const times = (person = ann) =>
      discord.command(api.baseUrl, person, 'times', {
        ...Object.fromEntries([ann, bob, randomPerson()].map(({ id }, at) => [`user${at + 1}`, id])),
        people: [bob],
      })
    expect(contentOf(await times())).toContain('```')
    expect((await discord.type(api.baseUrl, ann, 'berlin')).body.data.choices).not.toEqual([])
    expect((await discord.type(api.baseUrl, ann, 'berlin')).body.data.choices).toEqual([])
    expect(contentOf(await times())).toMatch(/^Too many requests/)
    expect(contentOf(await times(bob))).toContain('```')
  })

  test('on failures count for a network, and never refuse what Discord has signed', async () => {
    await using api = await startTestApi({ ...env, RATE_LIMIT_FAILURES_PER_MINUTE: '3' })
    const refused = Array.from({ length: 5 }, () => discord.post(api.baseUrl, PING(), { timestamp: '1' }))
    expect((await Promise.all(refused)).map(({ status }) => status).sort()).toEqual([401, 401, 401, 429, 429])
    expect((await discord.post(api.baseUrl, PING())).status).toBe(200)
  })
})

test('with READS=required, a person in Discord counts as signed in', async () => {
  await using api = await startTestApi({ ...env, AUTH: 'required', READS: 'required' })
  const person = randomPerson()
  await save(api, person)
  expect((await fetch(`${api.baseUrl}/get?id=${person.id}`)).status).toBe(401)
  const shown = await discord.command(api.baseUrl, randomPerson(), 'time', {
    user: person.id,
    people: [person],
  })
  expect(contentOf(shown)).toContain('**')
})

test('Discord’s ids get a prefix where plain ones may be another provider’s', async () => {
  await using issuer = await startFakeIssuer()
  const databaseUrl = await createTestDatabase()
  const settings = { AUTH: 'required', DATABASE_URL: databaseUrl, ...issuer.env }
  await (await startTestApi(settings))[Symbol.asyncDispose]()
  const person = randomPerson()
  const insert = `insert into timezones (user_id, username, timezone) values ('${person.id}', 'other', 'Asia/Tokyo')`
  await execute(databaseUrl, insert)
  await using api = await startTestApi({ ...settings, ...env })
  expect(contentOf(await discord.command(api.baseUrl, person, 'timezone show'))).toBe(texts.notSetYourself)
  await save(api, person, 'UTC')
  expect(await execute(databaseUrl, 'select user_id, timezone from timezones order by 1')).toEqual([
    { user_id: person.id, timezone: 'Asia/Tokyo' },
    { user_id: `discord:${person.id}`, timezone: 'UTC' },
  ])
  const other = await discord.command(api.baseUrl, randomPerson(), 'time', {
    user: person.id,
    people: [person],
  })
  expect(contentOf(other)).toContain('UTC')
})

test('changes are audited as `discord`, and their requests are counted', async () => {
  const written: string[] = []
  const stream = { write: (line: string) => void written.push(line) }
  const logger = createLogger({ level: 'info', stream })
  await using api = await startTestApi({ ...env, AUDIT_LOG: 'on', METRICS_PORT: '0' }, logger)
  const person = randomPerson({ username: 'secret-name' })
  await save(api, person)
  await discord.command(api.baseUrl, person, 'timezone delete')
  await discord.command(api.baseUrl, person, 'timezone visibility', { level: 'private' })
  await discord.command(api.baseUrl, person, 'timezone delete')
  await discord.command(api.baseUrl, person, 'x')
  const caller = { kind: 'discord', id: `discord:${person.id}` }
  const lines = written.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'audit')
  expect(lines).toMatchObject([
    { caller, action: 'set', user_id: person.id, timezone: 'UTC', outcome: 'saved' },
    { caller, action: 'delete', outcome: 'deleted' },
    { caller, action: 'visibility', visibility: 'private', outcome: 'absent' },
    { caller, action: 'delete', outcome: 'absent' },
  ])
  expect(written.join('')).not.toContain('secret-name')
  const metrics = await (await fetch(`${api.metricsUrl}/metrics`)).text()
  expect(metrics).toContain('route="/discord/interactions",status="200"')
})

test('a change that takes too long is not confirmed, and not called a failure', async () => {
  await using api = await startTestApi(env)
  const person = randomPerson()
  await save(api, person, 'Asia/Tokyo')
  const open = await openTransaction(api.databaseUrl)
  await open.query('select from timezones for update')
  const changes = [
    save(api, person, 'Europe/Berlin'),
    discord.command(api.baseUrl, person, 'timezone delete'),
    discord.command(api.baseUrl, person, 'timezone visibility', { level: 'private' }),
  ]
  for (const change of changes) expect(contentOf(await change)).toBe(texts.unconfirmed)
  await open.end()
})

test('while PostgreSQL is down, places are found, and no change is called a failure', async () => {
  await using postgres = await startTestPostgres()
  await using api = await startTestApi({ ...env, DATABASE_URL: postgres.url })
  const person = randomPerson()
  await save(api, person)
  await postgres.stop('SIGKILL')
  expect((await discord.type(api.baseUrl, person, 'berl')).body.data.choices[0].value).toBe('Europe/Berlin')
  const changes = [
    save(api, person, 'Europe/Berlin'),
    discord.command(api.baseUrl, person, 'timezone delete'),
    discord.command(api.baseUrl, person, 'timezone visibility', { level: 'public' }),
  ]
  for (const change of changes)
    expect([texts.unconfirmed, texts.unavailable]).toContain(contentOf(await change))
  const shown = await discord.command(api.baseUrl, randomPerson(), 'timezone show')
  expect(contentOf(shown)).toBe(texts.unavailable)
})

test('a flood is answered with sentences, and then everything works again', async () => {
  await using api = await startTestApi(env)
  const person = randomPerson()
  await save(api, person, 'Asia/Tokyo')
  const open = await openTransaction(api.databaseUrl)
  await open.query('select from timezones for update')
  const flood = await Promise.all(Array.from({ length: 700 }, () => save(api, person, 'Europe/Berlin')))
  const said = new Set(flood.map(contentOf))
  expect([...said].filter((text) => text !== texts.unconfirmed && text !== texts.unavailable)).toEqual([])
  await open.end()
  await expect.poll(async () => contentOf(await save(api, person, 'UTC'))).toContain('Saved.')
})
