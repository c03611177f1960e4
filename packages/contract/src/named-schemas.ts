import {
  bulkAnswerSchema,
  bulkDeleteSchema,
  bulkRecordSchema,
  bulkRequestSchema,
  bulkResultSchema,
  bulkSetSchema,
} from './bulk.ts'
import { changeSchema, changesPageSchema, deleteChangeSchema, setChangeSchema } from './changes.ts'
import { healthSchema, livenessSchema, openApiDocumentSchema, readinessSchema } from './health.ts'
import {
  createdKeySchema,
  keyScopeSchema,
  listedKeySchema,
  listedKeysSchema,
  newKeySchema,
  revokedKeySchema,
} from './keys.ts'
import { loginProviderSchema, signedInUserSchema, signInOptionsSchema } from './login.ts'
import {
  endedSessionSchema,
  erasedSchema,
  exportedRecordSchema,
  exportedSessionSchema,
  ownSessionSchema,
  ownSessionsSchema,
  personExportSchema,
  providerProfileSchema,
} from './own-data.ts'
import {
  deletedPluginUserSchema,
  pluginIdsSchema,
  pluginStatusSchema,
  pluginUserExistsSchema,
  pluginUserSchema,
  pluginUsersSchema,
  setPluginUserSchema,
} from './plugin-user.ts'
import { fieldErrorSchema, problemCodeSchema, problemSchema } from './problem.ts'
import { matchingUserSchema, searchAnswerSchema } from './search.ts'
import {
  deletionPolicySchema,
  logPolicySchema,
  servicePrivacySchema,
  sessionPolicySchema,
} from './service-privacy.ts'
import { meSchema, signedInSchema, signedOutSchema } from './session.ts'
import { statsSchema, zoneCountSchema } from './stats.ts'
import { timeAnswerSchema, transitionSchema, userTimeSchema } from './time.ts'
import {
  deletedTimezoneSchema,
  foundTimezoneSchema,
  listedTimezoneSchema,
  lookupAnswerSchema,
  recordUserSchema,
  savedTimezoneSchema,
  setTimezoneSchema,
  timezoneListSchema,
  timezoneRecordSchema,
  visibilitySchema,
} from './timezone-record.ts'
import { savedVisibilitySchema, setVisibilitySchema } from './visibility.ts'
import { zoneClockSchema, zoneClocksSchema } from './zone-clocks.ts'
import { zoneNamesSchema } from './zone-names.ts'

/** The schemas by the names that the OpenAPI document and generated code give them. */
export const namedSchemas = {
  BulkAnswer: bulkAnswerSchema,
  BulkDelete: bulkDeleteSchema,
  BulkRecord: bulkRecordSchema,
  BulkRequest: bulkRequestSchema,
  BulkResult: bulkResultSchema,
  BulkSet: bulkSetSchema,
  Change: changeSchema,
  ChangesPage: changesPageSchema,
  CreatedKey: createdKeySchema,
  DeleteChange: deleteChangeSchema,
  DeletedPluginUser: deletedPluginUserSchema,
  DeletedTimezone: deletedTimezoneSchema,
  DeletionPolicy: deletionPolicySchema,
  EndedSession: endedSessionSchema,
  Erased: erasedSchema,
  ExportedRecord: exportedRecordSchema,
  ExportedSession: exportedSessionSchema,
  FieldError: fieldErrorSchema,
  FoundTimezone: foundTimezoneSchema,
  Health: healthSchema,
  KeyScope: keyScopeSchema,
  ListedKey: listedKeySchema,
  ListedKeys: listedKeysSchema,
  ListedTimezone: listedTimezoneSchema,
  Liveness: livenessSchema,
  LoginProvider: loginProviderSchema,
  LogPolicy: logPolicySchema,
  LookupAnswer: lookupAnswerSchema,
  MatchingUser: matchingUserSchema,
  Me: meSchema,
  NewKey: newKeySchema,
  OpenApiDocument: openApiDocumentSchema,
  OwnSession: ownSessionSchema,
  OwnSessions: ownSessionsSchema,
  PersonExport: personExportSchema,
  PluginIds: pluginIdsSchema,
  PluginStatus: pluginStatusSchema,
  PluginUser: pluginUserSchema,
  PluginUserExists: pluginUserExistsSchema,
  PluginUsers: pluginUsersSchema,
  Problem: problemSchema,
  ProblemCode: problemCodeSchema,
  ProviderProfile: providerProfileSchema,
  Readiness: readinessSchema,
  RecordUser: recordUserSchema,
  RevokedKey: revokedKeySchema,
  SavedTimezone: savedTimezoneSchema,
  SavedVisibility: savedVisibilitySchema,
  SearchAnswer: searchAnswerSchema,
  ServicePrivacy: servicePrivacySchema,
  SessionPolicy: sessionPolicySchema,
  SetChange: setChangeSchema,
  SetPluginUser: setPluginUserSchema,
  SetTimezone: setTimezoneSchema,
  SetVisibility: setVisibilitySchema,
  SignedIn: signedInSchema,
  SignedInUser: signedInUserSchema,
  SignedOut: signedOutSchema,
  SignInOptions: signInOptionsSchema,
  Stats: statsSchema,
  TimeAnswer: timeAnswerSchema,
  TimezoneList: timezoneListSchema,
  TimezoneRecord: timezoneRecordSchema,
  Transition: transitionSchema,
  UserTime: userTimeSchema,
  Visibility: visibilitySchema,
  ZoneClock: zoneClockSchema,
  ZoneClocks: zoneClocksSchema,
  ZoneCount: zoneCountSchema,
  ZoneNames: zoneNamesSchema,
}
