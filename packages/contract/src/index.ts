export { createRegistryClient, type RegistryClient, type RegistryClientOptions } from './client.ts'
export { contract, type RouteMetadata } from './contract.ts'
export { PROBLEM_STATUS, type Problem, type ProblemCode, problemSchema } from './problem.ts'
export { MAX_TEXT_CHARACTERS, timezoneRecordSchema, userIdSchema, usernameSchema } from './timezone-record.ts'
