import { expect, test } from 'vitest'
import { databaseErrorKind, isRefusedConnection, messageOf } from './database-error.ts'

test.for([
  ['08006', 'unavailable'],
  ['08P01', 'unavailable'],
  ['28000', 'unavailable'],
  ['28P01', 'unavailable'],
  ['3D000', 'unavailable'],
  ['25006', 'unavailable'],
  ['25P03', 'unavailable'],
  ['53100', 'storage_full'],
  ['53300', 'unavailable'],
  ['54000', 'unavailable'],
  ['55000', 'unavailable'],
  ['55P03', 'unavailable'],
  ['57014', 'unavailable'],
  ['57P03', 'unavailable'],
  ['58030', 'unavailable'],
  ['ECONNREFUSED', 'unavailable'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unavailable'],
  ['EPROTO', 'unavailable'],
  ['HOSTNAME_MISMATCH', 'unavailable'],
  ['ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH', 'unavailable'],
  ['40001', 'conflict'],
  ['40P01', 'conflict'],
  ['23505', 'conflict'],
  ['22021', 'invalid_input'],
  ['23514', 'invalid_input'],
  ['42P01', 'bug'],
  ['26000', 'bug'],
  ['XX000', 'bug'],
] as const)('the code %s is %s', ([code, kind]) => {
  expect(databaseErrorKind(wrapped(Object.assign(new Error('secret'), { code })))).toBe(kind)
})

test.for([
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Query read timeout',
  'The server does not support SSL connections',
  'There was an error establishing an SSL connection',
  'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a non-empty string',
  'SASL: SCRAM-SERVER-FINAL-MESSAGE: server signature does not match',
  'Received unexpected commandComplete message from backend.',
  'Cannot use a pool after calling end on the pool',
])('the driver message "%s" is an outage', (message) => {
  expect(databaseErrorKind(wrapped(new Error(message)))).toBe('unavailable')
})

test('an error of another origin is not a database error', () => {
  expect(databaseErrorKind(new TypeError('x is undefined'))).toBeUndefined()
  expect(databaseErrorKind('text')).toBeUndefined()
})

test('only refused credentials and a missing database are refusals', () => {
  const refusals = ['28000', '28P01', '3D000', '55000', '57P03', '53300', 'ECONNREFUSED'].filter((code) =>
    isRefusedConnection(Object.assign(new Error(), { code })),
  )
  expect(refusals).toEqual(['28000', '28P01', '3D000'])
})

/** As Drizzle wraps what the driver throws. */
function wrapped(cause: Error): Error {
  return Object.assign(new Error('Failed query: select', { cause }), { query: 'select' })
}

test('an error of a host with several addresses, which has no message, is named by its code', () => {
  const refused = ['127.0.0.1', '::1'].map((address) => new Error(`connect ECONNREFUSED ${address}`))
  const error = Object.assign(new AggregateError(refused), { code: 'ECONNREFUSED' })
  expect(messageOf(error)).toBe('ECONNREFUSED')
  expect(messageOf(new Error('password authentication failed'))).toBe('password authentication failed')
  expect(messageOf('stopped')).toBe('stopped')
})
