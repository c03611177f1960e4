import type { Response } from 'express'
import { expect, test } from 'vitest'
import type { Audit } from '../audit.ts'
import type { Cookies } from '../cookies.ts'
import type { Person } from '../identity.ts'
import { createLoginRoutes } from './login-routes.ts'

const PERSON = { userId: '1', username: 'nelly' } as Person

test.for([
  ['starts a session while its response can carry the cookie', false, 1],
  ['starts no session after the deadline has responded', true, 0],
] as const)('a login from a page that ran the authorization itself %s', async ([, isLate, expected]) => {
  const res = { headersSent: false } as Response
  const started: Person[] = []
  const routes = createLoginRoutes({
    login: {
      providers: [],
      start: async () => ({ url: '', state: '', cookie: '' }),
      finish: async () => {
        res.headersSent = isLate
        return { person: PERSON, redirect: undefined }
      },
    },
    sessions: {
      start: async (person) => {
        started.push(person)
        return { id: 'id', session: { idHash: 'hash', person } }
      },
      end: async () => 0,
    },
    cookies: { readLogin: () => undefined, setSession: () => {} } as Partial<Cookies> as Cookies,
    findBroughtSessions: async () => [],
    origins: { publicUrl: 'https://timezones.example', corsOrigins: [] },
    ttlSeconds: 60,
    failures: { attempt: (_req, find) => find() },
    takeOverName: async () => {},
    logger: { warn: () => {}, error: () => {} },
    audit: { track: (_req, _action, work) => work(), record: () => {} } satisfies Audit,
  })
  const req = { params: { provider: 'discord' }, originalUrl: '/', headers: {}, get: () => undefined }
  const finished = routes.finishLogin({ params: req.params, query: {}, req, res } as never)
  const status = await finished.then(
    (answer) => answer.status,
    (error: Error) => error.name,
  )
  expect([status, started.length]).toEqual([isLate ? 'Unavailable' : 200, expected])
})
