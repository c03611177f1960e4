import { expect, test } from 'vitest'
import { toOriginForm } from './request-head.ts'

test.for([
  ['/get?id=1', '/get?id=1'],
  ['/', '/'],
  ['/get?next=//a', '/get?next=//a'],
  ['//list', '/list'],
  ['/\\list', '/list'],
  ['http://localhost:3000/get?id=1', '/get?id=1'],
  ['HTTPS://localhost', '/'],
  ['http://localhost?id=1', '/?id=1'],
  ['http://[/', '/'],
  ['//a@[#', '/a@['],
  ['/get?id=1#there', '/get?id=1'],
  ['*', '/*'],
  ['', '/'],
] as const)('%s is %s', ([target, path]) => {
  expect(toOriginForm(target)).toBe(path)
})
