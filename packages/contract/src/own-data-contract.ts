import * as z from 'zod'
import { signedInUserSchema } from './login-contract.ts'
import { problemSchema } from './problem.ts'
import { recordUserSchema, storedRecordSchema } from './record.ts'
import { bodyProblems, c, noFields, type RouteMetadata } from './route-policy.ts'

const instant = z.iso.datetime()

const ownSessionSchema = z
  .object({
    id: z.string().describe('Names the session in `/me/sessions/{id}`. It cannot be used to sign in.'),
    device: z
      .string()
      .nullable()
      .describe('The browser and system at login, in English; null if they are not known.'),
    provider: z.string().describe('Where the person signed in.'),
    created_at: instant.describe('When they signed in.'),
    last_used_at: instant.describe('Accurate to a twentieth of the time that a session may be idle.'),
    current: z.boolean().describe('Whether this request was sent with it.'),
  })
  .meta({ id: 'OwnSession' })

const ownSessionsSchema = z.object({ sessions: z.array(ownSessionSchema) }).meta({ id: 'OwnSessions' })

const endedSessionSchema = z
  .object({
    message: z.literal('Session ended'),
    current: z.boolean().describe('True if the caller is signed out now.'),
  })
  .meta({ id: 'EndedSession' })

/** What a login provider returned about a person at one login. */
const providerProfileSchema = z
  .object({
    issuer: z.string(),
    subject: z.string().describe('Their id at the provider.'),
    user_id: z.string().describe('The user id derived from it.'),
    username: z.string(),
    avatar: z.string().nullable(),
    discriminator: z.string().nullable(),
  })
  .meta({ id: 'ProviderProfile' })

/** A stored session, without the hash of its secret. */
const exportedSessionSchema = ownSessionSchema
  .extend({ profile: providerProfileSchema })
  .meta({ id: 'ExportedSession' })

const exportedRecordSchema = storedRecordSchema
  .omit({ user_id: true, username: true })
  .extend({ user: recordUserSchema })
  .meta({ id: 'ExportedRecord' })

const personExportSchema = z
  .object({
    exported_at: instant,
    user: signedInUserSchema,
    record: exportedRecordSchema.nullable().describe('Null if the person has no record.'),
    sessions: z.array(exportedSessionSchema),
  })
  .meta({ id: 'PersonExport' })

const erasedSchema = z
  .object({
    message: z.literal('Your data was erased'),
    record: z.boolean().describe('Whether there was a record.'),
    sessions: z.int().describe('How many sessions were erased, including this one.'),
  })
  .meta({ id: 'Erased' })

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
