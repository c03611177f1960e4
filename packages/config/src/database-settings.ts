import { z } from 'zod'
import { integer, oneOf } from './variable-types.ts'

export const databaseVariables = z.object({
  DATABASE_URL: postgresUrl().optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_POOL_SIZE: integer({ min: 1, max: 1000 }).default(10),
  DATABASE_WAIT_SECONDS: integer({ min: 0, max: 86_400 }).default(60),
  DATABASE_DURABILITY: oneOf(['checked', 'trusted']).default('checked'),
  MIGRATE: oneOf(['auto', 'off']).default('auto'),
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
    const hosts = /^[^:]+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(value)?.[1] ?? ''
    if (/^postgres(?:ql)?:\/\//.test(value) && hosts.includes(','))
      context.addIssue({ code: 'custom', message: 'names several hosts, which is not supported' })
    else if (parsed === null || !/^postgres(?:ql)?:$/.test(parsed.protocol))
      context.addIssue({
        code: 'custom',
        message: 'must be a URL that begins with postgres:// or postgresql://',
      })
  })
}
