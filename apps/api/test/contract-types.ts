import type { contract } from '@timezone-registry/contract'
import type { AppRouteImplementation, createExpressEndpoints } from '@ts-rest/express'
import type { RouteHandlers } from '../src/http/endpoints.ts'

// Nothing here runs. `npm run check` compiles this file; an expectation that does not hold fails to compile.
type Expect<Holds extends true> = Holds
type Fits<Type, Target> = [Type] extends [Target] ? true : false
type Misfits<Type, Target> = [Type] extends [Target] ? false : true
type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false

type Router = Parameters<typeof createExpressEndpoints<typeof contract>>[1]
type AllHandlers = RouteHandlers<keyof typeof contract>
type Set = AppRouteImplementation<(typeof contract)['setTimezone']>
type Delete = AppRouteImplementation<(typeof contract)['deleteTimezone']>
type Answers<Status, Deleted> = () => Promise<{
  status: Status
  body: { message: 'Timezone deleted'; deleted: Deleted }
}>

export type Expectations = [
  // All handlers together implement the contract; without one of them they do not.
  Expect<Fits<AllHandlers, Router>>,
  Expect<Misfits<Omit<AllHandlers, 'deleteTimezone'>, Router>>,
  // A handler may return the contract's answer, but no other body and no undeclared status.
  Expect<Fits<Answers<200, boolean>, Delete>>,
  Expect<Misfits<Answers<200, string>, Delete>>,
  Expect<Misfits<Answers<201, boolean>, Delete>>,
  // A handler gets the body's type from the contract.
  Expect<
    Same<
      Parameters<Set>[0]['body'],
      {
        timezone: string
        user_id?: string | undefined
        username?: string | undefined
        visibility?: 'public' | 'unlisted' | 'private' | undefined
      }
    >
  >,
]
