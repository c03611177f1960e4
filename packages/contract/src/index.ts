export { storedAvailabilitySchema } from './availability.ts'
export { type Change, changeSchema, MAX_CHANGES } from './change-contract.ts'
export {
  cleanText,
  hasWrongLength,
  isBlank,
  MAX_TEXT_CHARACTERS,
  withoutForbidden,
  withoutSurroundings,
} from './clean-text.ts'
export { contract } from './contract.ts'
export { type ContractClient, createContractClient } from './contract-client.ts'
export { keyScopeSchema, MAX_LISTED_KEYS } from './key-contract.ts'
export type { Me } from './login-contract.ts'
export type { ServicePrivacy } from './operations-contract.ts'
export { fromPathId, toPathId } from './path-id.ts'
export type { PluginRoute, PluginUser } from './plugin-contract.ts'
export { PROBLEM_STATUS, type Problem, type ProblemCode, problemSchema } from './problem.ts'
export { MAX_LOOKUP_IDS, MAX_SEARCH_RESULTS } from './read-contract.ts'
export { ownFields, type StoredRecord, timezoneRecordSchema, visibilitySchema } from './record.ts'
export { isTagged, type RouteMetadata } from './route-policy.ts'
export { readUnregistered, toEntry, type Unregistered } from './unregistered.ts'
export { givenUsernameSchema, userIdSchema, usernameSchema } from './user-text.ts'
export { bulkDeleteSchema, bulkSetSchema, type SetFields } from './write-contract.ts'
export { FOUND_ZONES } from './zone-contract.ts'
