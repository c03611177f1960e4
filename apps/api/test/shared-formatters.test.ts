import { expect } from 'vitest'
import { test as base } from './api-test.ts'
import { createDiscordCaller, DISCORD_ENV, randomPerson } from './discord-caller.ts'
import { REQUESTS } from './route-requests.ts'

const test = base.extend<{ env: Record<string, string> }>({ env: [DISCORD_ENV, { scope: 'file' }] })

// Each holds native memory that V8 does not count.
const KINDS = [
  'Collator',
  'DateTimeFormat',
  'DisplayNames',
  'ListFormat',
  'Locale',
  'NumberFormat',
  'PluralRules',
  'RelativeTimeFormat',
  'Segmenter',
] as const

/** The objects that are made from now on, until it is disposed. */
function watchNative() {
  const made: string[] = []
  const watch = (owner: object, name: string) => {
    const original = Reflect.get(owner, name)
    const construct = (target: new () => object, given: unknown[], newTarget: new () => object) => {
      made.push(`${name}(${JSON.stringify(given)})`)
      return Reflect.construct(target, given, newTarget)
    }
    Reflect.set(owner, name, new Proxy(original, { construct }))
    return () => Reflect.set(owner, name, original)
  }
  const stops = [...KINDS.map((kind) => watch(Intl, kind)), watch(globalThis, 'TextDecoder')]
  return {
    made,
    [Symbol.dispose]: () => {
      for (const stop of stops) stop()
    },
  }
}

test('a request makes no formatter that an earlier one like it has made', async ({ api }) => {
  const discord = createDiscordCaller(api.baseUrl)
  const person = { ...randomPerson(), locale: 'pt-BR' }
  const commands: [string, Record<string, string>][] = [
    ['timezone set', { zone: 'Asia/Tokyo' }],
    ['availability set', { days: 'weekdays', from: '9:00', to: '17:00' }],
    ['timezone show', {}],
    ['time', {}],
    ['time', { user: '1' }],
    ['when', { time: '15:00', date: 'amanhã' }],
  ]
  const others = ['/badge/u1.svg?clock=12', '/embed/u1?clock=24', '/zones?query=toquio&language=pt-BR']
  const paths: { path: string; method?: string; body?: object }[] = [
    ...others.map((path) => ({ path })),
    ...Object.values(REQUESTS).flatMap((make) => [make('u1'), make('~c3bc')]),
  ]
  const useAll = async () => {
    const saved = { user_id: 'u1', username: 'a name of more than forty characters, with é' }
    for (const [command, options] of commands) await discord.command(person, command, options)
    for (const text of ['', 'toq']) await discord.type({ ...person, locale: 'de' }, text)
    for (const request of paths) {
      await api.save('Europe/Kiev', saved)
      const { path, method, body } = request
      await api.request(path, {
        ...(method && { method }),
        headers: { 'accept-language': 'sv-SE' },
        body,
      })
    }
  }
  await useAll()
  using native = watchNative()
  await useAll()
  expect(native.made).toEqual([])
  // It would have been seen.
  new Intl.Segmenter()
  expect(native.made).toHaveLength(1)
})
