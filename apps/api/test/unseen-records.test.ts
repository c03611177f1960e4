import pg from 'pg'
import { expect, test } from 'vitest'
import type { Scope } from '../src/access/identity.ts'
import type { Route } from './expected-statuses.ts'
import { lastingHeaders } from './raw-request.ts'
import { REQUESTS } from './route-requests.ts'
import { createTestKey, startTestApi } from './start-test-api.ts'

// Everything about a record but its id and who sees it.
const STATES = [
  "'Sigrid', 'Asia/Katmandu', '2001-02-03', '2002-03-04', 'hours;mo,tu 04:05-06:07'",
  "'Olumide', 'Europe/Kiev', now(), now(), null",
]
const CONDITIONS = [{}, { 'if-match': '"x"' }, { 'if-match': '*' }, { 'if-none-match': '*' }]
const ALL = ['public', 'unlisted', 'private']

type Case = { AUTH: string; READS: string; scopes: Scope[]; hidden: string[] }

test.for<Case>([
  { AUTH: 'required', READS: 'required', scopes: ['records:write'], hidden: ALL },
  { AUTH: 'open', READS: 'required', scopes: ['records:write'], hidden: ALL },
  { AUTH: 'open', READS: 'required', scopes: [], hidden: ALL },
  { AUTH: 'open', READS: 'public', scopes: [], hidden: ['private'] },
  { AUTH: 'required', READS: 'public', scopes: ['records:write'], hidden: ['private'] },
])(
  'with AUTH=$AUTH and READS=$READS, no answer to a caller with the scopes $scopes depends on what a $hidden record says',
  async ({ AUTH, READS, scopes, hidden }) => {
    await using api = await startTestApi({ AUTH, READS })
    const program = new pg.Client(api.databaseUrl)
    await program.connect()
    await using _program = { [Symbol.asyncDispose]: () => program.end() }
    const credentials: Record<string, string> =
      scopes.length === 0 ? {} : { authorization: `Bearer ${(await createTestKey(api, { scopes })).key}` }

    async function send(route: Route, condition: Record<string, string>) {
      const { path, body, ...request } = REQUESTS[route]('u1')
      const answer = await api.request(path, {
        ...request,
        headers: { ...credentials, ...condition },
        body,
      })
      const { status, headers } = answer
      const ofThisAnswer =
        /"(?:request_id|updated_at|timestamp|local_time)":"[^"]+"|(?:DTSTAMP|SEQUENCE):\w+/g
      // Of the time of this write.
      const etag = route === 'setTimezone' && status === 200 ? null : headers.get('etag')
      return { status, etag, headers: lastingHeaders(headers), body: answer.body.replace(ofThisAnswer, '') }
    }

    for (const route of Object.keys(REQUESTS) as Route[])
      for (const condition of REQUESTS[route]('u1').method === undefined ? [{}] : CONDITIONS) {
        const answers = []
        for (const values of hidden.flatMap((visibility) =>
          STATES.map((state) => `${state}, '${visibility}'`),
        )) {
          await program.query(
            `delete from timezones; insert into timezones (user_id, username, timezone, created_at, updated_at, availability, visibility) values ('u1', ${values})`,
          )
          answers.push({ route, condition, ...(await send(route, condition)) })
        }
        for (const answer of answers) expect(answer).toEqual(answers[0])
      }
  },
)

test('a private record stays private, whoever else sets it and as what', async () => {
  await using api = await startTestApi({ AUTH: 'open' })
  const { key } = await createTestKey(api, { scopes: ['records:write', 'records:read'] })
  const admin = await createTestKey(api, { scopes: ['admin'] })
  const as = (authorization?: string) => ({
    post: (path: string, body: object, headers: object = {}) =>
      api.request(path, {
        method: 'POST',
        headers: { ...(authorization && { authorization: `Bearer ${authorization}` }), ...headers },
        body,
      }),
  })
  const shown = async () => (await api.request('/get?id=hidden')).status
  const record = { user_id: 'hidden', username: 'x', timezone: 'UTC' }
  const open = { ...record, visibility: 'public' }
  await as(admin.key).post('/set', { ...record, visibility: 'private' })
  await as().post('/set', open)
  await as(key).post('/set', open)
  await as(key).post('/set', open, { 'if-match': '*' })
  await as(key).post('/bulk', { records: [{ ...record, visibility: 'unlisted' }] })
  expect(await shown()).toBe(404)
  await as(admin.key).post('/set', open)
  expect(await shown()).toBe(200)
})
