import { TEXTS } from '@timezone-registry/discord/texts'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, test } from 'vitest'
import { createLogger } from '../src/logger.ts'
import {
  createDiscordCaller,
  DISCORD_ENV,
  type DiscordCaller,
  type DiscordPerson,
  randomId,
  randomPerson,
} from './discord-caller.ts'
import { startFakeIssuer } from './fake-issuer.ts'
import { execute, openTransaction, startTestApi } from './start-test-api.ts'

// What Discord's commands share with every other caller: limits, ids, audit, metrics, and what happens without them.

const texts = TEXTS.en.answers
const TOO_MANY = /^Too many requests\. Try again in \d+\s/
const PING = () => JSON.stringify({ type: 1, id: randomId() })

test('there is no route without the settings', async () => {
  await using api = await startTestApi()
  const discord = createDiscordCaller(api.baseUrl)
  expect(api.context.discord).toBeUndefined()
  const { status, body } = await discord.post(PING())
  expect([status, body.code]).toEqual([404, 'no_such_route'])
})

const save = (discord: DiscordCaller, person: DiscordPerson, zone: string) =>
  discord.says(person, 'timezone set', { zone })

describe('limits', () => {
  test('count for a person, wherever Discord calls from, and are explained', async () => {
    await using api = await startTestApi({
      ...DISCORD_ENV,
      RATE_LIMIT_WRITES_PER_MINUTE: '2',
      RATE_LIMIT_READS_PER_MINUTE: '6',
    })
    const discord = createDiscordCaller(api.baseUrl)
    const useUp = async () => {
      const [ann, bob] = [randomPerson(), randomPerson()]
      const times = (person: DiscordPerson) =>
        discord.says(person, 'times', { user1: ann.id, user2: bob, user3: randomId() })
      const isHelped = async () => (await discord.type(ann, 'berlin')).body.data.choices.length > 0
      return [
        await save(discord, ann, 'UTC'),
        await save(discord, ann, 'Asia/Tokyo'),
        await save(discord, ann, 'Europe/Berlin'),
        await save(discord, bob, 'UTC'),
        // Several people cost five reads.
        await times(ann),
        await isHelped(),
        await isHelped(),
        await times(ann),
        await times(bob),
      ]
    }
    const [saved, refused] = [expect.stringContaining('Saved.'), expect.stringMatching(TOO_MANY)]
    const clocks = expect.stringContaining('```')
    // On a busy machine, a request may take too long, and count again when it is repeated.
    await expect.poll(useUp).toEqual([saved, saved, refused, saved, clocks, true, false, refused, clocks])
  })

  test('on failures count for a network, and never refuse what Discord has signed', async () => {
    await using api = await startTestApi({ ...DISCORD_ENV, RATE_LIMIT_FAILURES_PER_MINUTE: '3' })
    const discord = createDiscordCaller(api.baseUrl)
    const refused = Array.from({ length: 5 }, () => discord.post(PING(), { timestamp: '1' }))
    expect((await Promise.all(refused)).map(({ status }) => status).sort()).toEqual([401, 401, 401, 429, 429])
    expect((await discord.post(PING())).status).toBe(200)
  })
})

test('with READS=required, a person in Discord counts as signed in', async () => {
  await using api = await startTestApi({ ...DISCORD_ENV, AUTH: 'required', READS: 'required' })
  const discord = createDiscordCaller(api.baseUrl)
  const person = await discord.personIn('UTC')
  expect((await fetch(`${api.baseUrl}/get?id=${person.id}`)).status).toBe(401)
  expect(await discord.says(randomPerson(), 'time', { user: person })).toContain('**')
})

test('Discord’s ids get a prefix where plain ones may be another provider’s', async () => {
  await using issuer = await startFakeIssuer()
  const databaseUrl = await createTestDatabase()
  const settings = { AUTH: 'required', DATABASE_URL: databaseUrl, ...issuer.env }
  await (await startTestApi(settings))[Symbol.asyncDispose]()
  const person = randomPerson()
  const insert = `insert into timezones (user_id, username, timezone) values ('${person.id}', 'other', 'Asia/Tokyo')`
  await execute(databaseUrl, insert)
  await using api = await startTestApi({ ...settings, ...DISCORD_ENV })
  const discord = createDiscordCaller(api.baseUrl)
  expect(await discord.says(person, 'timezone show')).toBe(texts.notSetYourself)
  await discord.personIn('UTC', person)
  expect(await execute(databaseUrl, 'select user_id, timezone from timezones order by 1')).toEqual([
    { user_id: person.id, timezone: 'Asia/Tokyo' },
    { user_id: `discord:${person.id}`, timezone: 'UTC' },
  ])
  expect(await discord.says(randomPerson(), 'time', { user: person })).toContain('UTC')
})

test('changes are audited as `discord`, and their requests are counted', async () => {
  const written: string[] = []
  const stream = { write: (line: string) => void written.push(line) }
  const logger = createLogger({ level: 'info', stream })
  await using api = await startTestApi({ ...DISCORD_ENV, AUDIT_LOG: 'on', METRICS_PORT: '0' }, logger)
  const discord = createDiscordCaller(api.baseUrl)
  const person = await discord.personIn('UTC', randomPerson({ username: 'secret-name' }))
  await discord.command(person, 'timezone delete')
  await discord.command(person, 'timezone visibility', { level: 'private' })
  await discord.command(person, 'timezone delete')
  await discord.command(person, 'x')
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
  await using api = await startTestApi(DISCORD_ENV)
  const discord = createDiscordCaller(api.baseUrl)
  const person = await discord.personIn('Asia/Tokyo')
  const open = await openTransaction(api.databaseUrl)
  await open.query('select from timezones for update')
  const changes = [
    save(discord, person, 'Europe/Berlin'),
    discord.says(person, 'timezone delete'),
    discord.says(person, 'timezone visibility', { level: 'private' }),
  ]
  for (const change of changes) expect(await change).toBe(texts.unconfirmed)
  await open.end()
})

test('while PostgreSQL is down, places are found, and no change is called a failure', async () => {
  await using postgres = await startTestPostgres()
  await using api = await startTestApi({ ...DISCORD_ENV, DATABASE_URL: postgres.url })
  const discord = createDiscordCaller(api.baseUrl)
  const person = await discord.personIn('UTC')
  await postgres.stop('SIGKILL')
  expect((await discord.type(person, 'berl')).body.data.choices[0].value).toBe('Europe/Berlin')
  const changes = [
    save(discord, person, 'Europe/Berlin'),
    discord.says(person, 'timezone delete'),
    discord.says(person, 'timezone visibility', { level: 'public' }),
  ]
  for (const change of changes) expect([texts.unconfirmed, texts.unavailable]).toContain(await change)
  expect(await discord.says(randomPerson(), 'timezone show')).toBe(texts.unavailable)
})

test('a flood is answered with sentences, and then everything works again', async () => {
  await using api = await startTestApi(DISCORD_ENV)
  const discord = createDiscordCaller(api.baseUrl)
  const person = await discord.personIn('Asia/Tokyo')
  const open = await openTransaction(api.databaseUrl)
  await open.query('select from timezones for update')
  const flood = await Promise.all(Array.from({ length: 700 }, () => save(discord, person, 'Europe/Berlin')))
  expect(flood.filter((text) => text !== texts.unconfirmed && text !== texts.unavailable)).toEqual([])
  await open.end()
  await expect.poll(() => save(discord, person, 'UTC')).toContain('Saved.')
})
