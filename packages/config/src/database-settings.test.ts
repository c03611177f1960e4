import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

test.for([
  'postgres://user:password@host:5432/db?sslmode=require',
  'postgresql://host/db',
  'postgres://user@/db?host=/run/postgresql',
  'postgres:///db?host=/run/postgresql',
  'postgres://user@%2Frun%2Fpostgresql/db',
  'postgres://user@[::1]:5432/db',
  'postgres://user:x@a:1/db?target_session_attrs=read-write',
  'postgres://host/db?sslmode=disable',
  'postgres://host/db?sslmode=verify-full&sslrootcert=/etc/ssl/db.pem',
  'postgres://host/db?sslmode=no-verify',
  'postgres://host/db?ssl=true',
  'postgres://host/db?sslmode=require&channel_binding=require&options=endpoint%3Dx&connect_timeout=10',
])('accepts the DATABASE_URL %s', (DATABASE_URL) => {
  expect(loadConfig({ DATABASE_URL }).database.url).toBe(DATABASE_URL)
})

test.for([
  [
    { DATABASE_URL: 'postgres://a/db?target_session_attrs=standby' },
    'remove it, or use one of any, read-write',
  ],
  [{ DATABASE_URL: 'postgres:///db?host=a,b' }, 'names several hosts; name one'],
  [{ DATABASE_URL: 'postgres://user:x@a:1,b/db' }, 'names several hosts; name one'],
  [
    { DATABASE_URL: 'postgres://registry:a/b@host/db' },
    'DATABASE_URL is not a valid URL; "@", "/", "?", "#" and "%" in a password must be percent-encoded',
  ],
  ...['"', "'", ';', ','].map(
    (end) => [{ DATABASE_URL: `postgres://host/db${end}` }, 'ends with a quotation mark, a comma'] as const,
  ),
  [{ DATABASE_URL: 'postgres://registry:a#b@host/db' }, 'percent-encoded'],
  [{ DATABASE_URL: 'mysql://registry:a/b@host/db' }, 'begins with postgres://'],
  [
    { DATABASE_URL: 'postgres://host/db?sslmode=prefer' },
    'use disable for a connection without TLS, or one of',
  ],
  [{ DATABASE_URL: 'postgres://host/db?sslmode=allow' }, 'one of require, verify-ca, verify-full, no-verify'],
  [{ DATABASE_URL: 'postgres://a/db?sslmode=prefer' }, 'sslmode that cannot be used here'],
  [{ DATABASE_URL: 'postgres://host/db', PGSSLMODE: 'prefer' }, 'PGSSLMODE cannot be used here'],
  [{ DATABASE_URL: 'postgres://host/db?ssl=false' }, 'use sslmode with one of disable,'],
  [
    { DATABASE_URL: 'postgres://host/db?sslmode=verify-full&sslrootcert=system' },
    'sslrootcert=system; remove it',
  ],
  [{ DATABASE_URL: 'postgres://host/db?channel_binding=require' }, 'add sslmode=verify-full'],
  [{ DATABASE_URL: 'postgres://host/?dbname=registry' }, 'not supported: dbname; remove them'],
  [{ DATABASE_URL: 'postgres://host/db?hostaddr=10.0.0.1' }, 'not supported: hostaddr'],
  [{ DATABASE_URL: 'postgres:///?service=registry' }, 'not supported: service'],
] as const)('refuses %o', ([env, message]) => {
  expect(() => loadConfig(env)).toThrow(message)
})
