export { type Change, changeSchema, MAX_CHANGES } from './changes.ts'
export { createRegistryClient, type RegistryClient, type RegistryClientOptions } from './client.ts'
export { contract, type RouteMetadata } from './contract.ts'
export { redirectSchema, toOwnPath } from './login.ts'
export { PROBLEM_STATUS, type Problem, type ProblemCode, problemSchema } from './problem.ts'
export {
  cleanText,
  MAX_LOOKUP_IDS,
  MAX_TEXT_CHARACTERS,
  timezoneRecordSchema,
  userIdSchema,
  usernameSchema,
} from './timezone-record.ts'
