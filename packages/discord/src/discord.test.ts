import { createFormatters } from '@timezone-registry/zones/formatters'
import { expect, test } from 'vitest'
import { createDiscord } from './discord.ts'
import { Failure, type FailureCode, type Registry } from './registry.ts'
import { TEXTS } from './texts.ts'

const { answers } = TEXTS.en
const USER = { id: '1', username: 'ann' }

function respond(registry: Partial<Registry>, data: object, type = 2) {
  const errors: unknown[] = []
  const discord = createDiscord({ publicKey: '0'.repeat(64), formatters: createFormatters() })
  const surroundings = {
    registryFor: () => registry as Registry,
    onError: (error: unknown) => errors.push(error),
  }
  const responding = discord.respond({ id: '1', type, user: USER, data }, surroundings)
  return responding.then((response) => ({ response, errors }))
}

const REMOVE = { name: 'timezone', type: 1, options: [{ type: 1, name: 'delete' }] }
const FAILURES: [FailureCode, string][] = [
  ['rate_limited', answers.rateLimited.replace('{{seconds}}', '7')],
  ['storage_full', answers.storageFull],
  ['unavailable', answers.unavailable],
  ['outcome_unknown', answers.unconfirmed],
  ['internal', answers.failed],
]

test.for(FAILURES)('a failure with the code %s has its sentence', async ([code, content]) => {
  const remove = () => Promise.reject(new Failure(code, { retryAfterSeconds: 7 }))
  const { response, errors } = await respond({ remove }, REMOVE)
  expect(response).toMatchObject({ data: { content } })
  expect(errors).toEqual([])
})

test('an error of ours is reported, and has a sentence, too', async () => {
  const bug = new TypeError('a bug')
  const { response, errors } = await respond({ remove: () => Promise.reject(bug) }, REMOVE)
  expect(response).toMatchObject({ data: { content: answers.failed } })
  expect(errors).toEqual([bug])
})

test('while somebody types, a failure is no choice', async () => {
  const suggest = () => Promise.reject(new Failure('unavailable'))
  const options = [{ type: 1, name: 'set', options: [{ name: 'zone', value: 'berl' }] }]
  const { response } = await respond({ suggest }, { name: 'timezone', type: 1, options }, 4)
  expect(response).toEqual({ type: 8, data: { choices: [] } })
})

test('every language has the texts of English, with the same parts to fill in', () => {
  const partsOf = (texts: object, path = ''): string[] =>
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string'
        ? `${path}${key} ${text.match(/{{.*?}}/g) ?? ''}`
        : partsOf(text, `${path}${key}.`),
    )
  for (const [language, texts] of Object.entries(TEXTS))
    expect([language, ...partsOf(texts)]).toEqual([language, ...partsOf(TEXTS.en)])
})
