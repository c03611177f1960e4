import { RegistryError } from './registry-error.ts'

/**
 * The JSON body of a response, or what `pick` makes of it. Throws `unexpected_answer` for anything else, such as a
 * proxy's sign-in page.
 */
export function readBody<Body, Result = Body>(
  { status, text }: { status: number; text: string },
  pick: (body: Body) => Result = (body) => body as unknown as Result,
): Result {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null) throw new TypeError('Not an object or array')
    return pick(body as Body)
  } catch (cause) {
    throw new RegistryError('unexpected_answer', 'The response is not one of a Timezone Registry', {
      status,
      cause,
    })
  }
}
