import type { Response } from 'express'
import { expect, test } from 'vitest'
import { NotFound, Unauthenticated, Unavailable } from '../../errors.ts'
import type { Logger } from '../../logger.ts'
import type { Audit } from '../audit.ts'
import type { Cookies } from '../cookies.ts'
import type { Person } from '../identity.ts'
import type { Login } from './login.ts'
import { createLoginRoutes } from './login-routes.ts'

const PERSON = { userId: '1', username: 'nelly' } as Person

test.for([
  ['starts a session while its response can carry the cookie', false, 1],
  ['starts no session after the deadline has responded', true, 0],
] as const)('a login from a page that ran the authorization itself %s', async ([, isLate, expected]) => {
  const res = { headersSent: false } as Response
  const started: Person[] = []
  const routes = createRoutes({
    finish: async () => {
      res.headersSent = isLate
      return { person: PERSON, redirect: undefined }
    },
    onStart: (person) => started.push(person),
  })
  const req = {
    call: {},
    params: { provider: 'discord' },
    originalUrl: '/',
    headers: {},
    get: () => undefined,
  }
  const finished = routes.finishLogin({ params: req.params, query: {}, req, res } as never)
  const status = await finished.then(
    (answer) => answer.status,
    (error: Error) => error.name,
  )
  expect([status, started.length]).toEqual([isLate ? 'Unavailable' : 200, expected])
})

test.for([
  ['one that does not exist', new NotFound('No such provider'), 0],
  ['one that refuses', new Unauthenticated('Refused'), 2],
  ['one that does not answer', new Unavailable('Gone'), 1],
] as const)(
  'two logins in a moment at a provider leave lines in the log: %s',
  async ([, error, expected]) => {
    let lines = 0
    const start = () => Promise.reject(error)
    const routes = createRoutes({ start, onWarning: () => (lines += 1) })
    const req = { call: {}, params: { provider: 'nonsense' }, headers: {}, get: () => undefined }
    for (let login = 0; login < 2; login++)
      await expect(routes.startLogin({ params: req.params, query: {}, req } as never)).rejects.toBe(error)
    expect(lines).toBe(expected)
  },
)

function createRoutes({
  start = async () => '',
  finish = async () => ({ person: undefined, redirect: '/' }),
  onStart = () => {},
  onWarning = () => {},
}: Partial<Pick<Login, 'start' | 'finish'>> & {
  onStart?: (person: Person) => void
  onWarning?: () => void
}) {
  return createLoginRoutes({
    login: { providers: [], start, finish },
    sessions: {
      start: async (person) => {
        onStart(person)
        return { id: 'id', session: { idHash: 'hash', person } }
      },
      findPresented: async () => [],
      end: async () => [],
    },
    cookies: { setSession: () => {} } as Partial<Cookies> as Cookies,
    writes: 'required',
    reads: 'public',
    isAdmin: () => false,
    discordApplicationId: undefined,
    findOwn: async () => ({ timezone: null, visibility: null, availability: null }),
    attemptToLogIn: (_network, find) => find(),
    takeOverName: async () => {},
    logger: { warn: onWarning, error: () => {} } as Partial<Logger> as Logger,
    audit: { track: (_req, _action, work) => work(), record: () => {} } satisfies Audit,
  })
}
