import { bulkAnswerSchema, bulkRecordSchema, bulkRequestSchema, bulkResultSchema } from './bulk.ts'
import { changeSchema, changesPageSchema } from './changes.ts'
import { healthSchema, livenessSchema, openApiDocumentSchema, readinessSchema } from './health.ts'
import { signedInUserSchema, signInOptionsSchema } from './login.ts'
import {
  deletedPluginUserSchema,
  pluginIdsSchema,
  pluginStatusSchema,
  pluginUserExistsSchema,
  pluginUserSchema,
  pluginUsersSchema,
  setPluginUserSchema,
} from './plugin-user.ts'
import { problemSchema } from './problem.ts'
import { matchingUserSchema, searchAnswerSchema } from './search.ts'
import { meSchema, signedInSchema, signedOutSchema } from './session.ts'
import { statsSchema } from './stats.ts'
import { timeAnswerSchema, userTimeSchema } from './time.ts'
import {
  deletedTimezoneSchema,
  foundTimezoneSchema,
  listedTimezoneSchema,
  lookupAnswerSchema,
  savedTimezoneSchema,
  setTimezoneSchema,
  timezoneListSchema,
  timezoneRecordSchema,
} from './timezone-record.ts'
import { zoneNamesSchema } from './zone-names.ts'

/** The schemas by the names that the OpenAPI document and generated code give them. */
export const namedSchemas = {
  BulkAnswer: bulkAnswerSchema,
  BulkRecord: bulkRecordSchema,
  BulkRequest: bulkRequestSchema,
  BulkResult: bulkResultSchema,
  Change: changeSchema,
  ChangesPage: changesPageSchema,
  DeletedPluginUser: deletedPluginUserSchema,
  DeletedTimezone: deletedTimezoneSchema,
  FoundTimezone: foundTimezoneSchema,
  Health: healthSchema,
  ListedTimezone: listedTimezoneSchema,
  Liveness: livenessSchema,
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
  Readiness: readinessSchema,
  SavedTimezone: savedTimezoneSchema,
  SearchAnswer: searchAnswerSchema,
  SetPluginUser: setPluginUserSchema,
  SetTimezone: setTimezoneSchema,
  SignedIn: signedInSchema,
  SignedInUser: signedInUserSchema,
  SignedOut: signedOutSchema,
  SignInOptions: signInOptionsSchema,
  Stats: statsSchema,
  TimeAnswer: timeAnswerSchema,
  TimezoneList: timezoneListSchema,
  TimezoneRecord: timezoneRecordSchema,
  UserTime: userTimeSchema,
  ZoneNames: zoneNamesSchema,
}
