import * as z from 'zod'
import { EXAMPLE_SIGNED_IN_USER, signedInUserSchema } from './login-contract.ts'
import { problemSchema } from './problem.ts'
import { EXAMPLE_RECORD, recordUserSchema, storedRecordSchema } from './record.ts'
import { bodyProblems, c, noFields, type RouteMetadata } from './route-policy.ts'

const instant = z.iso.datetime()

const EXAMPLE_SESSION = {
  id: '6f1ed002ab5595859014ebf0951522d9',
  device: 'Firefox on Windows',
  provider: 'discord',
  created_at: '2026-11-20T08:30:00.000Z',
  last_used_at: '2026-11-21T12:00:00.000Z',
  current: true,
}

const EXAMPLE_PROFILE = {
  issuer: 'https://discord.com',
  subject: '80351110224678912',
  user_id: '80351110224678912',
  username: 'nelly',
  avatar: '8342729096ea3675442027381ff50dfe',
  discriminator: '0',
}

const { canonical: _canonical, ...EXAMPLE_SHOWN } = EXAMPLE_RECORD
const EXAMPLE_STORED_RECORD = { ...EXAMPLE_SHOWN, visibility: 'public', availability: null } as const

/** One of the caller's sessions. */
const ownSessionSchema = z
  .object({
    id: z
      .string()
      .meta({ description: 'Names the session in `/me/sessions/{id}`. It cannot be used to sign in.' }),
    device: z
      .string()
      .nullable()
      .meta({ description: 'The browser and system at login, in English; null if they are not known.' }),
    provider: z.string().meta({ description: 'Where the person signed in.' }),
    created_at: instant.meta({ description: 'When they signed in.' }),
    last_used_at: instant.meta({
      description: 'Accurate to a twentieth of the time that a session may be idle.',
    }),
    current: z.boolean().meta({ description: 'Whether this request was sent with it.' }),
  })
  .meta({ id: 'OwnSession', examples: [EXAMPLE_SESSION] })

/** The caller's sessions, the most recently used ones first. */
const ownSessionsSchema = z
  .object({ sessions: z.array(ownSessionSchema) })
  .meta({ id: 'OwnSessions', examples: [{ sessions: [EXAMPLE_SESSION] }] })

const endedSessionSchema = z
  .object({
    message: z.literal('Session ended'),
    current: z.boolean().meta({ description: 'True if the caller is signed out now.' }),
  })
  .meta({ id: 'EndedSession', examples: [{ message: 'Session ended', current: false }] })

/** What a login provider returned about a person at one login. */
const providerProfileSchema = z
  .object({
    issuer: z.string(),
    subject: z.string().meta({ description: 'Their id at the provider.' }),
    user_id: z.string().meta({ description: 'The user id derived from it.' }),
    username: z.string(),
    avatar: z.string().nullable(),
    discriminator: z.string().nullable(),
  })
  .meta({ id: 'ProviderProfile', examples: [EXAMPLE_PROFILE] })

/** A stored session, without the hash of its secret. */
const exportedSessionSchema = ownSessionSchema
  .extend({ profile: providerProfileSchema })
  .meta({ id: 'ExportedSession', examples: [{ ...EXAMPLE_SESSION, profile: EXAMPLE_PROFILE }] })

/** A record as it is stored. */
const exportedRecordSchema = storedRecordSchema
  .omit({ user_id: true, username: true })
  .extend({ user: recordUserSchema })
  .meta({ id: 'ExportedRecord', examples: [EXAMPLE_STORED_RECORD] })

/** Everything that the service stores about a person. */
const personExportSchema = z
  .object({
    exported_at: instant,
    user: signedInUserSchema,
    record: exportedRecordSchema.nullable().meta({ description: 'Null if the person has no record.' }),
    sessions: z.array(exportedSessionSchema),
    elsewhere: z.array(z.string()).meta({
      description: 'What may exist outside the database, such as the operator’s log; one sentence each.',
    }),
  })
  .meta({
    id: 'PersonExport',
    examples: [
      {
        exported_at: '2026-11-21T12:00:00.000Z',
        user: EXAMPLE_SIGNED_IN_USER,
        record: EXAMPLE_STORED_RECORD,
        sessions: [{ ...EXAMPLE_SESSION, profile: EXAMPLE_PROFILE }],
        elsewhere: ['Backups of the database contain the same data until the operator deletes them.'],
      },
    ],
  })

const erasedSchema = z
  .object({
    message: z.literal('Your data was erased'),
    record: z.boolean().meta({ description: 'Whether there was a record.' }),
    sessions: z.number().int().meta({ description: 'How many sessions were erased, including this one.' }),
  })
  .meta({ id: 'Erased', examples: [{ message: 'Your data was erased', record: true, sessions: 2 }] })

const read = { auth: 'person', limit: 'reads', cacheControl: 'no-store' } satisfies RouteMetadata
const write = { auth: 'person', limit: 'writes', cacheControl: 'no-store' } satisfies RouteMetadata

/** What a person can do with the data about themselves. */
export const ownDataRoutes = c.router({
  listOwnSessions: {
    method: 'GET',
    path: '/me/sessions',
    summary: 'List the caller’s sessions',
    description: 'The most recently used ones first; a person has at most 100.',
    responses: { 200: ownSessionsSchema },
    metadata: read,
  },
  endOwnSession: {
    method: 'DELETE',
    path: '/me/sessions/:id',
    summary: 'End one of the caller’s sessions',
    description: 'Takes effect on every instance. Returns 404 for a session of another person.',
    pathParams: z.object({
      id: z
        .string()
        .meta({ description: 'From `/me/sessions`.', example: '6f1ed002ab5595859014ebf0951522d9' }),
    }),
    responses: { 200: endedSessionSchema, 404: problemSchema },
    metadata: write,
  },
  exportOwnData: {
    method: 'GET',
    path: '/me/export',
    summary: 'Everything stored about the caller',
    description: 'Browsers save it as a file. Counts as five reads.',
    responses: { 200: personExportSchema },
    metadata: { ...read, cost: 5 } satisfies RouteMetadata,
  },
  eraseOwnData: {
    method: 'POST',
    path: '/me/erase',
    summary: 'Erase everything stored about the caller',
    description:
      'Deletes the record and every session, and clears the cookie. May be repeated after another login.',
    body: noFields,
    responses: { 200: erasedSchema, ...bodyProblems },
    metadata: write,
  },
})
