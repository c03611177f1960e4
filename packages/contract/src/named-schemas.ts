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
import { loginProviderSchema, signedInUserSchema, signInOptionsSchema } from './login.ts'
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
} from './timezone-record.ts'
import { savedVisibilitySchema, setVisibilitySchema, visibilitySchema } from './visibility.ts'
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
  DeleteChange: deleteChangeSchema,
  DeletedPluginUser: deletedPluginUserSchema,
  DeletedTimezone: deletedTimezoneSchema,
  FieldError: fieldErrorSchema,
  FoundTimezone: foundTimezoneSchema,
  Health: healthSchema,
  ListedTimezone: listedTimezoneSchema,
  Liveness: livenessSchema,
  LoginProvider: loginProviderSchema,
  LookupAnswer: lookupAnswerSchema,
  MatchingUser: matchingUserSchema,
  Me: meSchema,
  OpenApiDocument: openApiDocumentSchema,
  PluginIds: pluginIdsSchema,
  PluginStatus: pluginStatusSchema,
  PluginUser: pluginUserSchema,
  PluginUserExists: pluginUserExistsSchema,
  PluginUsers: pluginUsersSchema,
  Problem: problemSchema,
  ProblemCode: problemCodeSchema,
  Readiness: readinessSchema,
  RecordUser: recordUserSchema,
  SavedTimezone: savedTimezoneSchema,
  SavedVisibility: savedVisibilitySchema,
  SearchAnswer: searchAnswerSchema,
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
  ZoneCount: zoneCountSchema,
  ZoneNames: zoneNamesSchema,
}
