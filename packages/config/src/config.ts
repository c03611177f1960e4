import { z } from 'zod'
import {
  accessVariables,
  discordAppSettings,
  loginProblems,
  loginSettings,
  sessionSettings,
} from './access-settings.ts'
import { databaseProblems, databaseSettings, databaseVariables } from './database-settings.ts'
import { httpSettings, httpVariables, limitSettings, limitVariables } from './http-settings.ts'
import { redisSettings, redisVariables } from './redis-settings.ts'
import { readSecretFiles } from './secret-files.ts'
import {
  logSettings,
  logVariables,
  metricsProblems,
  metricsSettings,
  metricsVariables,
} from './telemetry-settings.ts'
import { integer, oneOf } from './variable-types.ts'

/** The service's settings: validated and frozen. Names include units. */
export type Config = ReturnType<typeof loadConfig>

/** Thrown with all problems of an environment; names variables, never their values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
    this.problems = problems
  }
}

/** `EX_CONFIG` of sysexits.h: the process ended because of its configuration, so a restart will not help. */
export const EXIT_CODE_CONFIG = 78

const recordVariables = z.object({
  DEFAULT_VISIBILITY: oneOf(['public', 'unlisted', 'private'])
    .default('public')
    .describe(
      'Who sees new records: public (everyone), unlisted (anyone who knows the user id) or private (the person and admin keys).',
    ),
  CHANGES_RETENTION_DAYS: integer({ min: 1, max: 3650 })
    .default(30)
    .describe(
      'How long /changes reports a deletion. A mirror that is offline for longer starts again from /list.',
    ),
})

/** Every variable of the service, by the sections of `.env.example` and of the configuration reference. */
export const sections = {
  HTTP: httpVariables,
  PostgreSQL: databaseVariables,
  Redis: redisVariables,
  'Login and access': accessVariables,
  'Rate limits': limitVariables,
  Records: recordVariables,
  Logs: logVariables,
  Metrics: metricsVariables,
}

/** Every variable of the service, in the order of `.env.example`. */
export const environmentSchema = z.object({
  ...httpVariables.shape,
  ...databaseVariables.shape,
  ...redisVariables.shape,
  ...accessVariables.shape,
  ...limitVariables.shape,
  ...recordVariables.shape,
  ...logVariables.shape,
  ...metricsVariables.shape,
})

/** Parses the settings of an environment and of the files that it names. An empty one is absent. Throws `ConfigError`. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>) {
  const { given, problems } = readVariables(env)
  const parsed = environmentSchema.safeParse(given)
  problems.push(
    ...(parsed.error?.issues ?? []).map((issue) => `${String(issue.path[0])} ${issue.message}`),
    ...databaseProblems({ ...given, PGSSLMODE: env.PGSSLMODE }),
    ...loginProblems(given),
    ...metricsProblems(given),
  )
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const values = parsed.data

  const http = httpSettings(values)
  return deepFreeze({
    auth: values.AUTH ?? (http.onLoopback ? ('open' as const) : ('required' as const)),
    reads: values.READS,
    login: loginSettings(values),
    discord: discordAppSettings(values),
    sessions: sessionSettings(values),
    admins: values.ADMINS ?? [],
    /** Saved unless there is a key already. */
    initialApiKey: values.INITIAL_API_KEY,
    /** `contact`: where people reach the operator, as shown on the privacy page. */
    privacy: { contact: values.PRIVACY_CONTACT },
    http,
    database: databaseSettings(values),
    redis: redisSettings(values),
    rateLimit: limitSettings(values),
    records: { defaultVisibility: values.DEFAULT_VISIBILITY },
    changes: { retentionDays: values.CHANGES_RETENTION_DAYS },
    log: logSettings(values),
    metrics: metricsSettings(values),
  })
}

// Also those that word processors make.
const QUOTED = /^["'`“”‘’].*["'`“”‘’]$/s
const COMMENT = /\s#.*$/s
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu

/** The variables that are set, themselves or by a file. */
function readVariables(env: Readonly<Record<string, string | undefined>>) {
  const { values, problems } = readSecretFiles(env)
  const given: Record<string, string> = Object.fromEntries(
    Object.keys(environmentSchema.shape)
      .map((name) => [name, values[name] ?? env[name]?.replace(INVISIBLE, '')])
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  for (const [name, value = ''] of Object.entries(given)) {
    if (QUOTED.test(value)) {
      given[name] = value.slice(1, -1)
      problems.push(
        `${name} is in quotation marks, which would be part of its value; remove them (docker --env-file keeps them)`,
      )
    }
    if (COMMENT.test(value)) {
      given[name] = value.replace(COMMENT, '')
      problems.push(
        `${name} has a comment, which would be part of its value; remove it (docker --env-file keeps it)`,
      )
    } else if (name.endsWith('_URL') && value.includes('#')) {
      given[name] = value.replaceAll('#', '%23')
      problems.push(
        `${name} contains "#", where a URL ends; in a password it must be percent-encoded, as %23`,
      )
    }
  }
  return { given, problems }
}

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  return Object.freeze(value)
}
