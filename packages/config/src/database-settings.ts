import { z } from 'zod'
import { integer, oneOf } from './variable-types.ts'

export const databaseVariables = z.object({
  DATABASE_URL: postgresUrl()
    .optional()
    .describe(
      'postgres://user:password@host:5432/database. Without it, the embedded database in DATA_DIR is used.',
    ),
  DATA_DIR: z.string().default('./data').describe('The directory of the embedded database.'),
  DATABASE_POOL_SIZE: integer({ min: 1, max: 1000 }).default(10).describe('Connections per process.'),
  DATABASE_WAIT_SECONDS: integer({ min: 0, max: 86_400 })
    .default(60)
    .describe('How long startup waits for a database that is down.'),
  DATABASE_DURABILITY: oneOf(['checked', 'trusted'])
    .default('checked')
    .describe(
      'checked: refuse a server that may lose committed writes (fsync, full_page_writes or synchronous_commit off). trusted: accept it, for storage that is durable without these settings, as some hosted databases have.',
    ),
  MIGRATE: oneOf(['auto', 'off'])
    .default('auto')
    .describe(
      'auto: migrate the database at startup. off: refuse to start until `npx registry migrate` has been run.',
    ),
})

/** Where the records are stored. */
export function databaseSettings(values: z.infer<typeof databaseVariables>) {
  return {
    /** Absent: the embedded database in `dataDir`. */
    url: values.DATABASE_URL,
    dataDir: values.DATA_DIR,
    /** Connections per process. */
    poolSize: values.DATABASE_POOL_SIZE,
    /** How long startup waits for a database that is down. */
    waitSeconds: values.DATABASE_WAIT_SECONDS,
    durability: values.DATABASE_DURABILITY,
    migrate: values.MIGRATE,
  }
}

/** A URL in the driver's format, which includes `postgres://user@/database?host=/run/postgresql` for a socket. */
function postgresUrl() {
  return z.string().superRefine((value, context) => {
    // The driver fills in an empty host in the same way; the URL standard forbids one after a user.
    const parsed = URL.parse(value.replace('@/', '@localhost/'))
    const authority = /^[^:]+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(value)?.[1] ?? ''
    const hosts = `${authority}${parsed?.searchParams.get('host') ?? ''}`
    if (/^postgres(?:ql)?:\/\//.test(value) && hosts.includes(','))
      context.addIssue({
        code: 'custom',
        message: 'names several hosts, which is not supported; use one name that follows the primary',
      })
    else if (parsed === null || !/^postgres(?:ql)?:$/.test(parsed.protocol))
      context.addIssue({
        code: 'custom',
        message: 'must be a URL that begins with postgres:// or postgresql://',
      })
    // The driver ignores it.
    else if (![null, 'any'].includes(parsed.searchParams.get('target_session_attrs')))
      context.addIssue({
        code: 'custom',
        message: 'has target_session_attrs, which is not supported; remove it, and name the primary',
      })
  })
}
