import type { contract } from '@timezone-registry/contract'
import type { AppRouteImplementation, createExpressEndpoints } from '@ts-rest/express'
import { expectTypeOf, test } from 'vitest'
import type { RouteHandlers } from '../src/http/endpoints.ts'

// `npm run check` compiles this file: each expectation is about what the compiler accepts.
type Router = Parameters<typeof createExpressEndpoints<typeof contract>>[1]
type AllHandlers = RouteHandlers<keyof typeof contract>
type Set = AppRouteImplementation<(typeof contract)['setTimezone']>
type Delete = AppRouteImplementation<(typeof contract)['deleteTimezone']>

test('all handlers together implement the contract, and a missing one does not compile', () => {
  expectTypeOf<AllHandlers>().toExtend<Router>()
  expectTypeOf<Omit<AllHandlers, 'deleteTimezone'>>().not.toExtend<Router>()
})

test('an answer of the contract compiles; a wrong body and an undeclared status do not', () => {
  expectTypeOf<
    () => Promise<{ status: 200; body: { message: 'Timezone deleted'; deleted: boolean } }>
  >().toExtend<Delete>()
  expectTypeOf<
    () => Promise<{ status: 200; body: { message: 'Timezone deleted'; deleted: string } }>
  >().not.toExtend<Delete>()
  expectTypeOf<
    () => Promise<{ status: 201; body: { message: 'Timezone deleted'; deleted: boolean } }>
  >().not.toExtend<Delete>()
})

test('a handler gets the body’s type from the contract', () => {
  expectTypeOf<Parameters<Set>[0]['body']>().toEqualTypeOf<{
    timezone: string
    user_id?: string | undefined
    username?: string | undefined
  }>()
})
