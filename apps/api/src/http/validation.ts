import type { RequestValidationError } from '@ts-rest/express'
import { InvalidInput } from '../errors.ts'

type Issue = {
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
  readonly message?: string | undefined
}

/** Every problem that ts-rest found in a request. */
export function issuesOf({ pathParams, headers, query, body }: RequestValidationError): Issue[] {
  return [pathParams, headers, query, body].flatMap((part) => part?.issues ?? [])
}

/** The error that names every invalid field. */
export function toInvalidInput(issues: readonly Issue[]): InvalidInput {
  const errors = issues.map(({ path = [], message = 'is invalid' }) => ({
    path: path.map((key) => String(typeof key === 'object' ? key.key : key)).join('.'),
    message,
  }))
  const summary = errors.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')
  return new InvalidInput(`The request is not valid: ${summary}.`, { errors })
}
