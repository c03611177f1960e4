import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createFindNetwork } from './network.ts'

function request(remoteAddress: string, forwardedFor?: string): IncomingMessage {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  return { headers, socket: { remoteAddress }, connection: { remoteAddress } } as unknown as IncomingMessage
}

test.each([
  ['an IPv4 address', '192.0.2.7', '192.0.2.7'],
  ['an IPv4 address in IPv6 form', '::ffff:192.0.2.7', '192.0.2.7'],
  ['the /64 of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
])('a caller is %s', (_name, address, network) => {
  expect(createFindNetwork({ trustedHops: 0 })(request(address)).id).toBe(network)
})

test.each([
  ['198.51.100.1:4711', '198.51.100.1'],
  ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
])('a proxy may add the port: %s', (forwardedFor, network) => {
  expect(createFindNetwork({ trustedHops: 1 })(request('10.0.0.1', forwardedFor)).id).toBe(network)
})

test('addresses before the trusted proxies are ignored', () => {
  const findNetwork = createFindNetwork({ trustedHops: 1 })
  expect(findNetwork(request('10.0.0.1', '203.0.113.9, 198.51.100.1')).id).toBe('198.51.100.1')
  expect(createFindNetwork({ trustedHops: 0 })(request('10.0.0.1', '203.0.113.9')).id).toBe('10.0.0.1')
})

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1234:5678::9', '2001:db8:1234::/48'],
  ['::1', '::/48'],
  ['nonsense', undefined],
])('the log shows %s as %s', (address, network) => {
  expect(createFindNetwork({ trustedHops: 0 })(request(address)).logged).toBe(network)
})

test.each([
  ['through a proxy that is not trusted', 0, '203.0.113.9'],
  ['through fewer proxies than are trusted', 2, '203.0.113.9'],
])('the first request %s is reported, once, and its header ignored', (_name, trustedHops, forwardedFor) => {
  let reports = 0
  const findNetwork = createFindNetwork({ trustedHops, onWrongHops: () => void reports++ })
  findNetwork(request('10.0.0.1'))
  expect(reports).toBe(0)
  expect(findNetwork(request('10.0.0.1', forwardedFor)).id).toBe('10.0.0.1')
  expect(findNetwork(request('10.0.0.1', '203.0.113.10')).id).toBe('10.0.0.1')
  expect(reports).toBe(1)
})

test('no request through as many proxies as are trusted, or directly, is reported', () => {
  let reports = 0
  const findNetwork = createFindNetwork({ trustedHops: 2, onWrongHops: () => void reports++ })
  expect(findNetwork(request('10.0.0.1', '203.0.113.9, 10.0.0.2')).id).toBe('203.0.113.9')
  expect(findNetwork(request('10.0.0.1', '198.51.100.1, 203.0.113.9, 10.0.0.2')).id).toBe('203.0.113.9')
  expect(findNetwork(request('10.0.0.1')).id).toBe('10.0.0.1')
  expect(reports).toBe(0)
})
