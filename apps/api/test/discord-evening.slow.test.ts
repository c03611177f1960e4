import { TEXTS } from '@timezone-registry/discord/texts'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { expect, test } from 'vitest'
import { createDiscordCaller, type DiscordPerson, type Reply, randomPerson } from './discord-caller.ts'
import { startTestApi } from './start-test-api.ts'

// A whole evening in a server of fifty people, in two languages, with an outage of the database in the middle. Every
// answer is compared with what it has to be, by the clocks of Node's own zone data.

const PEOPLE = 50
// In place of the timestamp of this second.
const NOW = '<t:now:f>'
const discord = createDiscordCaller()

// What somebody types, the zone, and the place in English and in German. Zones in which Node's data is current.
const PLACES = [
  ['berl', 'Europe/Berlin', 'Berlin, Germany', 'Berlin, Deutschland'],
  ['toky', 'Asia/Tokyo', 'Tokyo, Japan', 'Tokio, Japan'],
  ['lima', 'America/Lima', 'Lima, Peru', 'Lima, Peru'],
  ['kathm', 'Asia/Kathmandu', 'Kathmandu, Nepal', 'Kathmandu, Nepal'],
  ['new yo', 'America/New_York', 'New York, United States', 'New York, Vereinigte Staaten'],
  ['sydn', 'Australia/Sydney', 'Sydney, Australia', 'Sydney, Australien'],
] as const

type Member = {
  person: DiscordPerson
  name: string
  language: 'en' | 'de'
  place: (typeof PLACES)[number]
  visibility: 'public' | 'unlisted' | 'private'
  /** Whether a time zone is saved. */
  isSaved: boolean
  /** Whether they are always available. */
  isAvailable: boolean
}

const members: Member[] = Array.from({ length: PEOPLE }, (_, at) => {
  const language = at % 2 === 0 ? 'en' : 'de'
  const name = `Person${at}`
  const locale = language === 'en' ? 'en-GB' : 'de'
  return {
    // Half of them in the server, the others in direct messages.
    person: randomPerson({ locale, global_name: name, ...(at % 4 < 2 && { nick: name }) }),
    name,
    language,
    place: PLACES[at % PLACES.length] ?? PLACES[0],
    visibility: at % 5 === 0 ? 'private' : at % 7 === 0 ? 'unlisted' : 'public',
    isSaved: false,
    isAvailable: false,
  }
})

const textsOf = ({ language }: Member) => (TEXTS[language] ?? TEXTS.en).answers
const notSet = (reader: Member, names: string) => textsOf(reader).notSet.replace('{{names}}', names)
const nextOf = (member: Member, by = 1) => members[(members.indexOf(member) + by) % PEOPLE] ?? member
const canSee = (member: Member, other: Member) =>
  other.isSaved && (member === other || other.visibility !== 'private')

test('a server’s evening', async () => {
  await using postgres = await startTestPostgres()
  await using api = await startTestApi({ ...discord.env, AUTH: 'required', DATABASE_URL: postgres.url })
  const { baseUrl } = api
  let answers = 0
  /** One after the other: what waits for somebody else's first search may be refused on a busy machine. */
  async function everyone(act: (member: Member) => Promise<unknown>): Promise<void> {
    for (const member of members) await act(member)
  }

  /** Compares an answer with what is right at a moment: the minute may end while it is on its way. */
  async function check(asking: Promise<Reply>, expected: (at: Date) => string): Promise<Reply> {
    const before = expected(new Date())
    const reply = await asking
    answers += 1
    expect([reply.status, reply.body.data.allowed_mentions]).toEqual([200, { parse: [] }])
    const content = reply.body.data.content.replace(/^<t:\d+:f>/, NOW)
    expect([before, expected(new Date())]).toContain(content)
    return reply
  }

  const time = (member: Member, other: Member) =>
    discord.command(baseUrl, member.person, 'time', { user: other.person.id, people: [other.person] })
  const set = (member: Member, visibility?: string) =>
    discord.command(baseUrl, member.person, 'timezone set', {
      zone: member.place[1],
      ...(visibility && { visibility }),
    })
  const show = (member: Member) => discord.command(baseUrl, member.person, 'timezone show')

  // People arrive and have no time zone.
  await everyone(async (member) => {
    await check(show(member), () => textsOf(member).notSetYourself)
    await check(time(member, nextOf(member)), () => notSet(member, nextOf(member).name))
  })

  // They type a city, pick it, and save it.
  await everyone(async (member) => {
    const [typed, zone, english, german] = member.place
    const { body } = await discord.type(baseUrl, member.person, typed)
    answers += 1
    expect(body.data.choices[0]).toEqual({
      name: expect.stringMatching(
        new RegExp(`^\\d\\d:\\d\\d · ${member.language === 'en' ? english : german}$`),
      ),
      value: zone,
    })
    const saved = () => set(member, member.visibility)
    await check(saved(), (at) => `${textsOf(member).saved}\n${describeOwn(member, at)}`)
    member.isSaved = true
  })

  // Some of them are always available, and others see that.
  await everyone(async (member) => {
    const texts = textsOf(member)
    const at = members.indexOf(member)
    const hours = { days: 'daily', from: '0:00', to: '24:00' }
    const save = () => discord.command(baseUrl, member.person, 'availability set', hours)
    const clear = () => discord.command(baseUrl, member.person, 'availability clear')
    if (at % 3 > 0) return check(clear(), () => texts.nothingToDelete)
    member.isAvailable = true
    await check(save(), (now) => `${texts.saved}\n${describeOwn(member, now)}`)
    if (at % 6 > 0) return
    await check(clear(), () => texts.hoursDeleted)
    member.isAvailable = false
  })

  // They look each other up, alone and together, and share it.
  await everyone(async (member) => {
    const other = nextOf(member)
    const reply = await check(time(member, other), (at) => describeOther(member, other, at))
    await check(discord.menu(baseUrl, member.person, other.person), (at) => describeOther(member, other, at))
    if (canSee(member, other)) {
      const shared = await check(discord.press(baseUrl, member.person, reply, textsOf(member).share), (at) =>
        describeOther(member, other, at, `<@${other.person.id}>`),
      )
      expect(shared.body.data.flags).toBeUndefined()
    } else expect(reply.body.data.components).toEqual([])
    const group = Array.from({ length: 10 }, (_, by) => nextOf(member, by * 3))
    const options = Object.fromEntries(group.map(({ person }, at) => [`user${at + 1}`, person.id]))
    const times = discord.command(baseUrl, member.person, 'times', {
      ...options,
      people: group.map(({ person }) => person),
    })
    await check(times, (at) => describeGroup(member, group, at))
  })

  // They agree on a time.
  await everyone(async (member) => {
    const at = new Date('2027-03-01T12:00:00Z')
    const wall = `${at.toLocaleDateString('sv', { timeZone: member.place[1] })} ${clockOf(member.place[1], at)}`
    const seconds = at.getTime() / 1000
    await check(
      discord.command(baseUrl, member.person, 'when', { time: wall }),
      () => `<t:${seconds}:F> (<t:${seconds}:R>)\n${describeClock(member, member, at)}`,
    )
    await check(
      discord.command(baseUrl, member.person, 'when', { time: 'soon' }),
      () => textsOf(member).unclear.text,
    )
  })

  // The database ends.
  await postgres.stop('SIGKILL')
  await everyone(async (member) => {
    const { body } = await discord.type(baseUrl, member.person, member.place[0])
    expect(body.data.choices[0].value).toBe(member.place[1])
    const texts = textsOf(member)
    const changes = [
      set(member, 'public'),
      discord.command(baseUrl, member.person, 'timezone visibility', { level: 'public' }),
      discord.command(baseUrl, member.person, 'timezone delete'),
    ]
    for (const change of changes) {
      const reply = await change
      answers += 1
      expect([reply.status, reply.body.type]).toEqual([200, 4])
      // Not known, or certainly not done for lack of a turn: never "failed".
      expect([texts.unconfirmed, texts.unavailable]).toContain(reply.body.data.content)
    }
    const stranger = { ...member, person: randomPerson({ locale: member.person.locale ?? 'de' }) }
    await check(show(stranger), () => texts.unavailable)
  })

  // It is back.
  await postgres.start()
  const first = members[0] as Member
  await expect.poll(async () => (await show(first)).body.data.content).toContain('·')
  await everyone(async (member) => {
    await check(show(member), (at) => describeOwn(member, at))
    await check(time(member, nextOf(member)), (at) => describeOther(member, nextOf(member), at))
  })

  // Somebody travels; somebody uses the form; somebody hides; somebody leaves.
  for (const member of members) {
    const texts = textsOf(member)
    const at = members.indexOf(member)
    if (at % 4 === 0) {
      member.place = PLACES[(at + 1) % PLACES.length] ?? PLACES[1]
      await check(set(member), (now) => `${texts.saved}\n${describeOwn(member, now)}`)
    } else if (at % 4 === 1) {
      const form = await discord.press(baseUrl, member.person, await show(member), texts.change)
      answers += 2
      member.place = PLACES[(at + 2) % PLACES.length] ?? PLACES[2]
      const filled = discord.submit(baseUrl, member.person, form, member.place[1].toUpperCase())
      await check(filled, (now) => `${texts.saved}\n${describeOwn(member, now)}`)
    } else if (at % 4 === 2) {
      member.visibility = 'private'
      const hide = discord.command(baseUrl, member.person, 'timezone visibility', { level: 'private' })
      await check(hide, () => `${texts.saved} ${texts.whoSees.private}`)
    } else {
      const remove = () => discord.command(baseUrl, member.person, 'timezone delete')
      await check(remove(), () => texts.deleted)
      await check(remove(), () => texts.nothingToDelete)
      member.isSaved = false
    }
  }

  // What the evening leaves is what everybody else sees.
  await everyone(async (member) => {
    await check(time(member, nextOf(member)), (at) => describeOther(member, nextOf(member), at))
    const { status, body } = await api.client.getTimezone({ query: { id: member.person.id } })
    const isVisible = member.isSaved && member.visibility !== 'private'
    expect([status, isVisible && (body as { timezone: string }).timezone]).toEqual(
      isVisible ? [200, member.place[1]] : [404, false],
    )
  })
  expect(answers).toBeGreaterThan(900)
})

/** What a member's clock shows, in the words of a reader. */
function describeClock(reader: Member, member: Member, at: Date): string {
  const [, zone, english, german] = member.place
  const weekday = at.toLocaleDateString(reader.language, { weekday: 'long', timeZone: zone })
  const place = reader.language === 'en' ? english : german
  return `**${clockOf(zone, at)}** · ${weekday}\n${place} · ${offsetOf(zone, at)}`
}

function describeOwn(member: Member, at: Date): string {
  const { onlyState, whoSees } = textsOf(member)
  const week =
    member.language === 'en' ? 'Mon, Tue, Wed, Thu, Fri, Sat, Sun' : 'Mo, Di, Mi, Do, Fr, Sa und So'
  const hours = member.isAvailable ? [`${week}: 00:00–00:00`, onlyState] : []
  return [describeClock(member, member, at), ...hours, whoSees[member.visibility]].join('\n')
}

function describeOther(reader: Member, member: Member, at: Date, name = member.name): string {
  if (!canSee(reader, member)) return notSet(reader, member.name)
  const state = member.isAvailable ? ` · ${textsOf(reader).states.available}` : ''
  if (!reader.isSaved) return `${name}: ${describeClock(reader, member, at)}${state}`
  const apart = minutesOf(member.place[1], at) - minutesOf(reader.place[1], at)
  const texts = textsOf(reader)
  const amount = amountOf(Math.abs(apart), reader.language)
  const words =
    apart === 0 ? texts.same : (apart > 0 ? texts.ahead : texts.behind).replace('{{amount}}', amount)
  return `${name}: ${describeClock(reader, member, at)} · ${words}${state}`
}

function describeGroup(reader: Member, group: readonly Member[], at: Date): string {
  const found = group
    .filter((member) => canSee(reader, member))
    .toSorted((a, b) => minutesOf(a.place[1], at) - minutesOf(b.place[1], at))
  const missing = group.filter((member) => !canSee(reader, member)).map(({ name }) => name)
  const weekdays = found.map(({ place }) =>
    at.toLocaleDateString(reader.language, { weekday: 'short', timeZone: place[1] }),
  )
  const width = Math.max(...weekdays.map(({ length }) => length))
  const lines = found.map(
    ({ place, name }, index) => `${clockOf(place[1], at)}  ${weekdays[index]?.padEnd(width)}  ${name}`,
  )
  const note = missing.length > 0 ? [notSet(reader, missing.join(', '))] : []
  return [NOW, '```', ...lines, '```', ...note].join('\n')
}

function clockOf(zone: string, at: Date): string {
  return at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone })
}

/** East of UTC. */
function minutesOf(zone: string, at: Date): number {
  const wall = new Date(`${at.toLocaleString('sv', { timeZone: zone }).replace(' ', 'T')}Z`)
  return Math.round((wall.getTime() - at.getTime()) / 60_000)
}

function offsetOf(zone: string, at: Date): string {
  const minutes = minutesOf(zone, at)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${rest}`}`
}

function amountOf(minutes: number, language: 'en' | 'de'): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const words =
    language === 'en' ? (['hour', 'hours', 'minutes'] as const) : (['Stunde', 'Stunden', 'Minuten'] as const)
  const long = hours > 0 ? [`${hours} ${hours === 1 ? words[0] : words[1]}`] : []
  const parts = [...long, ...(rest > 0 ? [`${rest} ${words[2]}`] : [])]
  return parts.join(', ')
}
