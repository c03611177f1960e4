import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { parseRedisAddress } from './redis-address.ts'

const A = { host: 'a', port: 26379 }

test.for([
  ['redis://user:x@host:6379/1', { url: 'redis://user:x@host:6379/1' }],
  ['redis+sentinel://a/main', { sentinels: [A], name: 'main', db: 0 }],
  [
    'rediss+sentinel://registry:p%40ss@a,10.0.0.2:5000,[::1]:5001/main/3?sentinel_password=s%26t',
    {
      sentinels: [A, { host: '10.0.0.2', port: 5000 }, { host: '::1', port: 5001 }],
      name: 'main',
      username: 'registry',
      password: 'p@ss',
      db: 3,
      tls: {},
      sentinelTLS: {},
      enableTLSForSentinelMode: true,
      sentinelPassword: 's&t',
    },
  ],
  ['redis+sentinel://:secret@a/main', { sentinels: [A], name: 'main', password: 'secret', db: 0 }],
  ['redis+cluster://a', { nodes: [{ host: 'a', port: 6379 }] }],
  [
    'rediss+cluster://registry:p%40ss@a:7000,[::1]/',
    {
      nodes: [
        { host: 'a', port: 7000 },
        { host: '::1', port: 6379 },
      ],
      username: 'registry',
      password: 'p@ss',
      tls: {},
    },
  ],
] as const)('reads %s', ([text, address]) => {
  expect(parseRedisAddress(text)).toEqual(address)
})

test.for([
  'redis+sentinel://a',
  'redis+sentinel:///main',
  'redis+sentinel://a,/main',
  'redis+sentinel://a:0/main',
  'redis+sentinel://a:99999/main',
  'redis+sentinel://a/main/first',
  'redis+sentinel://a/main?password=x',
  'redis+sentinel://user:%zz@a/main',
  'redis+cluster://a/1',
  'redis+cluster://a?sentinel_password=x',
  'redis+cluster://',
  'http://host',
])('has no address for %s', (text) => {
  expect(parseRedisAddress(text)).toBeUndefined()
})

test.for([
  ['redis+cluster://a:1/2', 'redis+cluster://host:port,host:port for a cluster'],
  ['redis+sentinel://a:1,b:2', 'redis+sentinel://host:port,host:port/name'],
] as const)('REDIS_URL %s is refused with the form that it should have', ([REDIS_URL, form]) => {
  expect(() => loadConfig({ REDIS_URL })).toThrow(form)
})
