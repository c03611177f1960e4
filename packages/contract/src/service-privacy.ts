import * as z from 'zod'
import { loginProviderSchema } from './login.ts'

const EXAMPLE_PRIVACY = {
  contact: 'mailto:privacy@timezones.example',
  writes: 'required',
  reads: 'public',
  default_visibility: 'public',
  providers: [{ id: 'discord', name: 'Discord' }],
  sessions: { max_age_seconds: 604_800, max_idle_seconds: 259_200, max_per_person: 100 },
  deletions: { reported_for_days: 30 },
  logs: { requests: 'all', audit: true, networks: true, kept_for_days: 30 },
} as const

/** How long a person stays signed in. */
const sessionPolicySchema = z
  .object({
    max_age_seconds: z.number().int().meta({ description: 'A session ends this long after login.' }),
    max_idle_seconds: z
      .number()
      .int()
      .meta({ description: 'A session ends if it is not used for this long.' }),
    max_per_person: z
      .number()
      .int()
      .meta({ description: 'With one more login, the least recently used session ends.' }),
  })
  .meta({ id: 'SessionPolicy', examples: [EXAMPLE_PRIVACY.sessions] })

/** What remains of a deleted record. */
const deletionPolicySchema = z
  .object({
    reported_for_days: z
      .number()
      .int()
      .meta({ description: 'How long the user id and the time of a deletion are kept for mirrors.' }),
  })
  .meta({ id: 'DeletionPolicy', examples: [EXAMPLE_PRIVACY.deletions] })

/** What the service writes to the operator's log. */
const logPolicySchema = z
  .object({
    requests: z
      .enum(['all', 'errors', 'none'])
      .meta({ description: 'Which requests are logged, with their route, status and duration.' }),
    audit: z.boolean().meta({
      description: 'Whether writes, logins and erasures are logged with the user id and the new timezone.',
    }),
    networks: z
      .boolean()
      .meta({ description: 'Whether those lines have the caller’s network: /24 of IPv4, /48 of IPv6.' }),
    kept_for_days: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'How long the operator keeps the log; null if it is not stated.' }),
  })
  .meta({ id: 'LogPolicy', examples: [EXAMPLE_PRIVACY.logs] })

/** What the service stores about people, for how long, and who sees it, from its configuration. */
export const servicePrivacySchema = z
  .object({
    contact: z
      .string()
      .nullable()
      .meta({ description: 'Where to reach the operator: an `https:` or `mailto:` address; null if unset.' }),
    writes: z.enum(['open', 'required']).meta({ description: '`open`: anyone can change any record.' }),
    reads: z.enum(['public', 'required']).meta({
      description: '`public`: anyone can look up records. `required`: only with a login or an API key.',
    }),
    default_visibility: z
      .enum(['public', 'unlisted', 'private'])
      .meta({ description: 'The visibility of a new record.' }),
    providers: z.array(loginProviderSchema).meta({ description: 'Where people can sign in.' }),
    sessions: sessionPolicySchema,
    deletions: deletionPolicySchema,
    logs: logPolicySchema,
  })
  .meta({ id: 'ServicePrivacy', examples: [EXAMPLE_PRIVACY] })

export type ServicePrivacy = z.infer<typeof servicePrivacySchema>
