import type { AppRoute } from '@ts-rest/core'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { toOperation } from './openapi-document.ts'

const unnamed = z.object({ id: z.string() })
const metadata = { auth: 'anyone', cacheControl: 'no-store' }

test('a body without a name is reported with its route and what to add', () => {
  const post: AppRoute = { method: 'POST', path: '/pets/:id', body: unnamed, responses: {}, metadata }
  expect(() => toOperation('addPet', post)).toThrow(
    'The body of POST /pets/:id has no name: add one to its schema, with .meta({ id })',
  )
  const get: AppRoute = { method: 'GET', path: '/pets', responses: { 200: unnamed }, metadata }
  expect(() => toOperation('listPets', get)).toThrow('The response 200 of GET /pets has no name')
})
