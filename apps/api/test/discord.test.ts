import { generateKeyPairSync } from 'node:crypto'
import { describe, expect } from 'vitest'
import { test as base } from './api-test.ts'
import {
  contentOf,
  createDiscordCaller,
  DISCORD_ENV,
  type DiscordCaller,
  type DiscordPerson,
  type Reply,
  randomId,
  randomPerson,
} from './discord-caller.ts'

const test = base.extend<{ env: Record<string, string>; discord: DiscordCaller }>({
  env: [{ ...DISCORD_ENV, AUTH: 'required' }, { scope: 'file' }],
  discord: ({ api }, use) => use(createDiscordCaller(api.baseUrl)),
})

const EPHEMERAL = 64
const PING = { type: 1 }

function labelsOf({ body }: Reply): string[] {
  return body.data.components.flatMap(({ components }: { components: { label: string }[] }) =>
    components.map(({ label }) => label),
  )
}

describe('the endpoint', () => {
  test('answers Discord’s check', async ({ api, discord }) => {
    const { status, text } = await discord.interact(randomPerson(), PING)
    expect([status, text]).toEqual([200, '{"type":1}'])
    const body = JSON.stringify({ ...PING, id: randomId() })
    expect((await createDiscordCaller(`${api.baseUrl}/v1`).post(body)).text).toBe('{"type":1}')
  })

  test('is what the page offers to add to Discord', async ({ api }) => {
    const body = await (await fetch(`${api.baseUrl}/auth`)).text()
    const id = DISCORD_ENV.DISCORD_APPLICATION_ID
    expect(JSON.parse(body).discord_install_url).toBe(`https://discord.com/oauth2/authorize?client_id=${id}`)
  })

  const body = () => JSON.stringify({ ...PING, id: randomId() })
  const now = () => Math.floor(Date.now() / 1000)

  test('refuses what Discord has not signed', async ({ discord }) => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const refused = [
      await discord.post(body(), { key: privateKey }),
      await discord.post(body(), { headers: { 'x-signature-timestamp': String(now() - 1) } }),
      await discord.post(body(), { headers: { 'x-signature-ed25519': '' } }),
      await discord.post(body(), { headers: { 'x-signature-ed25519': '0'.repeat(128) } }),
      await discord.post(body(), { headers: { 'x-signature-ed25519': 'g'.repeat(128) } }),
      await discord.post(body(), { timestamp: 'NaN' }),
      await discord.post(body(), { timestamp: String(now() - 310) }),
      await discord.post(body(), { timestamp: String(now() + 310) }),
      await discord.post(''),
    ]
    // An empty body of a valid signature says nothing.
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 401, 401, 400])
    expect(refused[0]?.body.code).toBe('unauthenticated')
    expect((await discord.post(body(), { timestamp: String(now() - 290) })).status).toBe(200)
  })

  test('verifies the bytes, not the text that they decode to', async ({ discord }) => {
    const bytes = Buffer.from(`{"type":1,"id":"${randomId()}","x":"\xff"}`, 'latin1')
    expect((await discord.post(bytes)).status).toBe(200)
  })

  test('answers an interaction once', async ({ discord }) => {
    const sent = body()
    const replies = await Promise.all(Array.from({ length: 5 }, () => discord.post(sent)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
  })

  test.for([
    ['an unknown type', { type: 99 }],
    ['no data', { type: 2 }],
    ['odd data', { type: 2, data: 'time' }],
    ['an unknown command', { type: 2, data: { name: 'nope', type: 1 } }],
    ['a command named like a property', { type: 2, data: { name: 'constructor', type: 1 } }],
    [
      'an unknown subcommand',
      { type: 2, data: { name: 'timezone', type: 1, options: [{ type: 1, name: 'x' }] } },
    ],
    ['a message command', { type: 2, data: { name: 'Local time', type: 3 } }],
    ['an unknown button', { type: 3, data: { custom_id: 'x:y' } }],
    ['a button without an id', { type: 3, data: {} }],
    ['an unknown form', { type: 5, data: { custom_id: 'x', components: [] } }],
  ] as const)('answers %s', async ([, interaction], { discord }) => {
    const reply = await discord.interact(randomPerson(), interaction)
    expect(contentOf(reply)).toMatch(/^This command isn’t available here/)
    expect(reply.body).toMatchObject({ type: 4, data: { flags: EPHEMERAL } })
  })

  test.for([
    `{"type":2,"id":"ID","user":{"id":"1","username":"x"},"data":${'['.repeat(8000)}${']'.repeat(8000)}}`,
    `{"type":2,"id":"ID","user":{"id":"1","username":"x"},"data":{"name":"time","type":1,"options":[${'{"name":"user","value":"1"},'.repeat(500)}{}]}}`,
    '{"type":2,"id":"ID","user":{"id":"1","username":"x"},"data":{"name":"time","type":1,"resolved":{"users":{"__proto__":{"id":"1","username":"x"}}}}}',
    '{"type":2,"id":"ID","__proto__":{"user":{"id":"1","username":"x"}},"data":{"name":"time","type":1}}',
    '{"type":2,"id":"ID","user":{"id":"1","username":""},"data":{"name":"time","type":1,"target_id":"__proto__"}}',
    '{"type":2,"id":"ID","user":{"id":"../1","username":"x"},"data":{"name":"time","type":1}}',
    '{"type":2,"id":"ID","locale":"constructor","user":{"id":"1","username":"x"},"data":{"name":"time","type":1}}',
    '{"type":2,"id":"ID","locale":"xx","user":{"id":"1","username":"x"},"data":{"name":"time","type":1}}',
    '{"type":1.5,"id":"ID"}',
    '{"type":-1,"id":"ID"}',
  ])('has a sentence, or 400, for %.80s', async (text, { discord }) => {
    const { status } = await discord.post(text.replace('ID', randomId()))
    expect([200, 400]).toContain(status)
  })

  test('answers what is typed for an unknown command with no choices', async ({ discord }) => {
    const reply = await discord.interact(randomPerson(), {
      type: 4,
      data: { name: 'x', type: 1 },
    })
    expect(reply.body).toEqual({ type: 8, data: { choices: [] } })
  })

  test.for(['[]', 'null', '{}', '{"type":"1","id":"1"}', 'no json', `{"type":1,"id":"1${'0'.repeat(30)}"}`])(
    'refuses the signed body %s',
    async (sent, { discord }) => {
      const { status, body } = await discord.post(sent)
      expect([status, body.code]).toEqual([400, 'invalid_request'])
    },
  )

  test('reads at most 64 KB, which ten people with a hundred roles each fill, and only JSON', async ({
    api,
    discord,
  }) => {
    const padded = (size: number) => {
      const start = `{"type":1,"id":"${randomId()}","x":"`
      return `${start}${'x'.repeat(size - start.length - 2)}"}`
    }
    expect((await discord.post(padded(65_536))).status).toBe(200)
    expect((await discord.post(padded(65_537))).status).toBe(413)
    expect((await discord.post(body(), { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await fetch(`${api.baseUrl}/discord/interactions`)).status).toBe(405)
  })
})

describe('/timezone', () => {
  test('saves a zone under the id that the login gives, which the person can then see everywhere', async ({
    api,
    discord,
  }) => {
    const person = randomPerson({ username: 'nelly' })
    const reply = await discord.command(person, 'timezone set', { zone: 'europe/kiev' })
    expect(contentOf(reply)).toMatch(
      /^Saved\.\n\*\*\d\d:\d\d\*\* · \w+day\nKyiv, Ukraine · UTC\+\d\nEveryone sees your time zone\.$/,
    )
    expect(labelsOf(reply)).toEqual([])
    const { body } = await api.client.getTimezone({ query: { id: person.id } })
    expect(body).toMatchObject({ user: { id: person.id, username: 'nelly' }, timezone: 'Europe/Kiev' })
  })

  test('is never public for a moment if it is saved as private, and hidden is missing', async ({
    discord,
  }) => {
    const person = randomPerson({ global_name: 'Nelly' })
    await discord.command(person, 'timezone set', { zone: 'Asia/Tokyo', visibility: 'private' })
    const other = randomPerson()
    const hidden = await discord.command(other, 'time', { user: person })
    const missing = { ...randomPerson(), global_name: 'Nelly' }
    const nobody = await discord.command(other, 'time', { user: missing })
    expect(hidden.body).toEqual(nobody.body)
    expect(contentOf(hidden)).toBe('No time zone saved: Nelly')
    const own = await discord.says(person, 'timezone show')
    expect(own).toContain('Tokyo')
    expect(own).toContain('Only you see your time zone.')
  })

  test('asks which place is meant, and saves the one that is picked', async ({ api, discord }) => {
    const person = randomPerson()
    const asked = await discord.command(person, 'timezone set', {
      zone: 'CST',
      visibility: 'unlisted',
    })
    expect(contentOf(asked)).toBe('Which of these do you mean?')
    expect((await api.client.getTimezone({ query: { id: person.id } })).status).toBe(404)
    const label = labelsOf(asked).find((text) => text.startsWith('Chicago')) ?? ''
    const picked = await discord.press(person, asked, label)
    expect(picked.body.type).toBe(7)
    expect(contentOf(picked)).toMatch(/Chicago.*\nAnyone who knows your user ID/s)
    expect(await discord.says(person, 'timezone set', { zone: 'zzzzzz' })).toMatch(/^I don’t know this place/)
  })

  test('changes a zone by a form', async ({ discord }) => {
    const person = await discord.personIn('Europe/Berlin')
    const shown = await discord.command(person, 'timezone show')
    const form = await discord.press(person, shown, 'Change')
    expect(form.body).toMatchObject({ type: 9, data: { title: 'Your time zone' } })
    expect(contentOf(await discord.submit(person, form, 'asia/tokyo'))).toContain('Tokyo, Japan')
  })

  test('chooses who sees it, and deletes it', async ({ discord }) => {
    const person = randomPerson()
    const level = (level: string) => discord.says(person, 'timezone visibility', { level })
    expect(await level('private')).toMatch(/^You haven’t saved/)
    await discord.personIn('UTC', person)
    expect(await level('private')).toBe(
      'Saved. Only you see your time zone. Others can’t tell that you saved one.',
    )
    expect(await level('everyone')).toMatch(/^This command isn’t available/)
    const options = { zone: 'Asia/Tokyo', visibility: 'everyone' }
    expect(await discord.says(person, 'timezone set', options)).toMatch(/^This command isn’t available/)
    const remove = () => discord.says(person, 'timezone delete')
    expect(await remove()).toBe('Your time zone is deleted.')
    expect(await remove()).toBe('There was nothing to delete.')
  })
})

describe('/availability', () => {
  const set = (discord: DiscordCaller, person: DiscordPerson, days: string, from: string, to: string) =>
    discord.says(person, 'availability set', { days, from, to })

  test('replaces the week, of which others see the state', async ({ api, discord }) => {
    const person = randomPerson({ nick: 'Nelly' })
    expect(await set(discord, person, 'daily', '0:00', '24:00')).toMatch(/^You haven’t saved/)
    await discord.personIn('Europe/Berlin', person)
    expect(await set(discord, person, 'mo', '9am', '17:00')).toMatch(
      /\nMon: 09:00–17:00\nOthers see only whether you are available now\.\nEveryone sees/,
    )
    expect(await set(discord, person, 'weekdays', '9:00', '17 Uhr')).toContain(
      'Mon, Tue, Wed, Thu, Fri: 09:00–17:00',
    )
    const state = async () =>
      (await discord.says(randomPerson(), 'time', { user: person })).split(' · ').at(-1)
    await set(discord, person, 'daily', '0:00', '24:00')
    expect(await state()).toBe('available')
    expect(await discord.says(person, 'timezone show')).toContain('Sun: 00:00–00:00')
    // Others who show their hours still do.
    await api.execute(
      `update timezones set availability = 'hours;mo 09:00-10:00' where user_id = '${person.id}'`,
    )
    expect(await set(discord, person, 'weekend', '22:00', '2:00')).not.toContain('Others see only')
    const stored = await api.execute(`select availability from timezones where user_id = '${person.id}'`)
    expect(stored).toEqual([{ availability: 'hours;sa,su 22:00-02:00' }])
    const clear = () => discord.says(person, 'availability clear')
    expect(await clear()).toBe('Your availability is deleted.')
    expect(await clear()).toBe('There was nothing to delete.')
    await expect.poll(state).toBe('UTC+1')
  })

  test('says what it cannot read, and changes nothing', async ({ api, discord }) => {
    const person = await discord.personIn('UTC')
    for (const [from, to] of [
      ['24:00', '9:00'],
      ['soon', '9:00'],
      ['9:00', '25:00'],
      ['9:00', '17:00 am'],
      ['9:00', ''],
    ] as const)
      expect(await set(discord, person, 'mo', from, to)).toMatch(/^I can’t read these times/)
    for (const days of ['', 'never', 'constructor'])
      expect(await set(discord, person, days, '9:00', '17:00')).toMatch(/^This command isn’t/)
    const stored = await api.execute(`select availability from timezones where user_id = '${person.id}'`)
    expect(stored).toEqual([{ availability: null }])
  })
})

describe('what is typed as a zone', () => {
  test.for([
    ['en-GB', 'berl', /^\d\d:\d\d · Berlin, Germany$/, 'Europe/Berlin'],
    ['en-US', 'berl', /^\d{1,2}:\d\d\s[AP]M · Berlin, Germany$/, 'Europe/Berlin'],
    ['de', 'münch', /^\d\d:\d\d · München, Deutschland$/, 'Europe/Berlin'],
    ['ja', '東京', /東京、?,? ?日本$/, 'Asia/Tokyo'],
    ['ru', 'москва', /Москва, Россия$/, 'Europe/Moscow'],
    ['it', 'roma', /^\d\d:\d\d · Rome, Italy$/, 'Europe/Rome'],
    ['en-US', 'cst', /Chicago, United States$/, 'America/Chicago'],
    ['zh-CN', 'cst', /Shanghai, China$/, 'Asia/Shanghai'],
  ] as const)('finds places in %s: %s', async ([locale, text, name, value], { discord }) => {
    const { body } = await discord.type(randomPerson({ locale }), text)
    expect(body.type).toBe(8)
    expect(body.data.choices[0]).toEqual({ name: expect.stringMatching(name), value })
  })

  test.for([
    '',
    ' ',
    '?',
    '(((',
    '%00',
    '\u0000',
    '\ud800',
    'a'.repeat(1000),
    '```',
    '<@1>',
    '../../etc',
    '🕒'.repeat(16),
  ])('answers %j with at most 25 choices of 100 characters', async (text, { discord }) => {
    const { status, body } = await discord.type(randomPerson(), text)
    expect([status, body.type]).toEqual([200, 8])
    expect(body.data.choices.length).toBeLessThanOrEqual(25)
    for (const { name, value } of body.data.choices) {
      expect(name.length).toBeLessThanOrEqual(100)
      expect(value.length).toBeLessThanOrEqual(100)
    }
  })

  test('before anything is typed, the caller’s own zone and the largest of their country are choices', async ({
    discord,
  }) => {
    const person = await discord.personIn('Asia/Calcutta')
    const { choices } = (await discord.type({ ...person, locale: 'de' }, '')).body.data
    expect(choices.slice(0, 2)).toEqual([
      { name: expect.stringContaining('Kalkutta, Indien'), value: 'Asia/Kolkata' },
      { name: expect.stringContaining('Berlin, Deutschland'), value: 'Europe/Berlin' },
    ])
    expect(choices).toHaveLength(25)
  })

  test('every zone of a country is a choice, also those with the same time', async ({ discord }) => {
    const { body } = await discord.type(randomPerson(), 'usa')
    const zones = body.data.choices.map(({ value }: { value: string }) => value)
    expect(zones).toEqual(expect.arrayContaining(['America/Denver', 'America/Phoenix', 'Pacific/Honolulu']))
  })
})

describe('/time', () => {
  test('shows someone’s time to the caller alone, and how far it is', async ({ discord }) => {
    const named = randomPerson({ nick: 'Nelly', global_name: 'N', username: 'n' })
    const nelly = await discord.personIn('Asia/Tokyo', named)
    const caller = await discord.personIn('Asia/Kathmandu', randomPerson({ nick: 'Caller' }))
    const reply = await discord.command(caller, 'time', { user: nelly })
    expect(contentOf(reply)).toMatch(
      /^Nelly: \*\*\d\d:\d\d\*\* · \w+day\nTokyo, Japan · UTC\+9 · 3 hours, 15 minutes ahead of you$/,
    )
    expect(reply.body).toMatchObject({ type: 4, data: { flags: EPHEMERAL } })
    expect(contentOf(await discord.menu(caller, nelly))).toBe(contentOf(reply))
    expect(await discord.says(caller, 'time')).toMatch(/^Caller: .*\nKathmandu, Nepal · UTC\+5:45$/)
  })

  test('is shared at once, or by a button, and notifies nobody', async ({ discord }) => {
    const nelly = await discord.personIn('Asia/Tokyo')
    const caller = randomPerson()
    const options = { user: nelly }
    const atOnce = await discord.command(caller, 'time', { ...options, share: true })
    expect(contentOf(atOnce)).toContain('Tokyo')
    expect([atOnce.body.data.flags, labelsOf(atOnce)]).toEqual([undefined, []])
    const alone = await discord.command(caller, 'time', options)
    const shared = await discord.press(caller, alone, 'Share')
    expect(contentOf(shared)).toMatch(new RegExp(`^<@${nelly.id}>: .*\nTokyo`))
    expect([shared.body.type, shared.body.data.flags]).toEqual([4, undefined])
    await discord.command(nelly, 'timezone visibility', { level: 'private' })
    const late = await discord.press(caller, alone, 'Share')
    expect(late.body.data.flags).toBe(EPHEMERAL)
    expect(contentOf(late)).toMatch(/^No time zone saved/)
  })

  test.for([
    ['*bold* _it_ ~~x~~ ||s|| `c` > q', '\\*bold\\* \\_it\\_ \\~\\~x\\~\\~ \\|\\|s\\|\\| \\`c\\` \\> q'],
    ['@everyone <@1> <#2> <:a:3>', '\\@everyone \\<\\@1\\> \\<\\#2\\> \\<\\:a\\:3\\>'],
    ['[x](http://evil.example)', '\\[x\\]\\(http\\:\\/\\/evil\\.example\\)'],
    ['# big', '\\# big'],
    ['a\nb\u202ec\u0000', 'a bc'],
    ['\u202e\n', 'Global'],
  ] as const)('escapes the name %j', async ([nick, shown], { discord }) => {
    const target = randomPerson({ nick, global_name: 'Global' })
    expect(await discord.says(randomPerson(), 'time', { user: target })).toBe(`No time zone saved: ${shown}`)
  })
})

test('/times aligns the clocks, from west to east, and names who has none', async ({ discord }) => {
  const tokyo = await discord.personIn('Asia/Tokyo', randomPerson({ nick: 'A```b' }))
  const lima = await discord.personIn('America/Lima', randomPerson({ nick: 'B'.repeat(60) }))
  const nobody = randomPerson({ nick: 'No_body' })
  const people = [tokyo, lima, nobody, tokyo]
  const options = Object.fromEntries(people.map((person, at) => [`user${at + 1}`, person]))
  const reply = await discord.command(randomPerson(), 'times', options)
  const lines = contentOf(reply).split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/^<t:\d+:f>$/),
    '```',
    expect.stringMatching(/^\d\d:\d\d {2}[A-Z][a-z]{2} {2}B{39}…$/),
    expect.stringMatching(/^\d\d:\d\d {2}[A-Z][a-z]{2} {2}Aˋˋˋb$/),
    '```',
    'No time zone saved: No\\_body',
  ])
  const shared = await discord.press(randomPerson(), reply, 'Share')
  expect([contentOf(shared), shared.body.data.flags]).toEqual([contentOf(reply), undefined])
})

describe('/when', () => {
  test('answers with Discord’s timestamps, in the caller’s zone or someone else’s', async ({ discord }) => {
    const caller = await discord.personIn('Asia/Tokyo')
    const other = await discord.personIn('Europe/Berlin', randomPerson({ nick: 'Nelly' }))
    const own = await discord.says(caller, 'when', { time: '15:00', date: '2027-03-27' })
    const at = Date.UTC(2027, 2, 27, 6) / 1000
    expect(own).toBe(`<t:${at}:F> (<t:${at}:R>)\n**15:00** · Saturday\nTokyo, Japan · UTC+9`)
    const theirs = await discord.says(caller, 'when', { time: '2027-03-27 3pm', user: other })
    expect(theirs).toContain(`<t:${at + 8 * 3600}:F>`)
    expect(theirs).toContain('Nelly: **15:00** · Saturday\nBerlin, Germany · UTC+1')
  })

  test('reads the date by itself, and says when the time has passed', async ({ discord }) => {
    const caller = { ...(await discord.personIn('UTC')), locale: 'de' }
    const when = async (time: string, date: string) => await discord.says(caller, 'when', { time, date })
    expect(await when('15:00', 'am 28.3.2027')).toContain('**15:00** · Sonntag')
    expect(await when('17h', '28')).toMatch(/\*\*17:00\*\* · (?!.*vorbei)/s)
    expect(await when('0:00', 'heute')).toMatch(/Diese Zeit ist schon vorbei\.$/)
  })

  test('says when a clock change skips or repeats the time', async ({ discord }) => {
    const caller = await discord.personIn('Europe/Berlin')
    const when = async (time: string) => await discord.says(caller, 'when', { time })
    expect(await when('2027-03-28 02:30')).toMatch(
      /^<t:1806197400:F>.*\n\*\*03:30\*\*.*\n.*\nThe clocks go forward there/,
    )
    expect(await when('2027-10-31 02:30')).toMatch(/\*\*02:30\*\*.*\n.*\nThe clocks go back there/)
    expect(await when('2027-03-28 03:30')).not.toMatch(/clocks/)
  })

  test('says what it cannot read', async ({ discord }) => {
    const stranger = randomPerson()
    const when = async (person = stranger, time = '15:00') => await discord.says(person, 'when', { time })
    expect(await when()).toMatch(/^You haven’t saved/)
    const caller = await discord.personIn('UTC')
    expect(await when(caller, 'soon')).toMatch(/^I can’t read this as a time/)
    expect(await when(caller, '13:30 am')).toMatch(/^I can’t read this as a time/)
    expect(await when(caller, 'midnight on Friday')).toMatch(/^Midnight at which end/)
    expect(await when(caller, 'Monday 2027-03-28 15:00')).toMatch(/^That date isn’t on the weekday/)
    expect(await when(caller, '2099-01-01 15:00')).toBe('The time must be at most ten years from now.')
    expect(await when(caller, '9999-01-01 15:00')).toBe('The time must be at most ten years from now.')
  })
})

test('a name or zone of another user is no way to their record', async ({ api, discord }) => {
  const victim = await discord.personIn('Asia/Tokyo')
  const attacker = randomPerson({ username: victim.username })
  await discord.command(attacker, 'timezone set', {
    zone: 'UTC',
    user: victim.id,
    user_id: victim.id,
  })
  await discord.command(attacker, 'timezone delete', { user: victim.id })
  const { body } = await api.client.getTimezone({ query: { id: victim.id } })
  expect(body).toMatchObject({ timezone: 'Asia/Tokyo' })
})
