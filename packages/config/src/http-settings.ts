import { z } from 'zod'
import { hostName, integer, isLoopback, origin } from './variable-types.ts'

// Older desktop builds still use discordapp.com.
const DISCORD_ORIGINS = ['discord.com', 'discordapp.com'].flatMap((host) => [
  `https://${host}`,
  `https://ptb.${host}`,
  `https://canary.${host}`,
])

export const httpVariables = z.object({
  HOST: hostName()
    .default('127.0.0.1')
    .describe('The address to listen on, such as 0.0.0.0 for all. If other machines can reach it, see AUTH.'),
  PORT: integer({ min: 0, max: 65_535 })
    .default(3000)
    .describe('The port to listen on; 0 chooses a free one.'),
  PUBLIC_URL: origin()
    .optional()
    .describe(
      'The public origin of the service, if it is behind a proxy, such as https://timezones.example.',
    ),
  CORS_ORIGINS: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter((entry) => entry !== ''))
    .pipe(z.array(origin()))
    .default(DISCORD_ORIGINS)
    .describe(
      'Other origins whose pages may write, separated by commas. The service’s own origin is always allowed.',
    ),
  TRUST_PROXY: integer({ min: 0, max: 16 })
    .default(0)
    .describe('The number of your own proxies in front of the service, whose X-Forwarded-For is trusted.'),
  SHUTDOWN_GRACE_SECONDS: integer({ min: 1, max: 600 })
    .default(10)
    .describe('The time limit for a graceful shutdown. The first fifth gives load balancers time to notice.'),
})

/** Where the service listens, and which proxies and pages it trusts. */
export function httpSettings(values: z.infer<typeof httpVariables>) {
  return {
    host: values.HOST,
    port: values.PORT,
    /** Whether only this machine can reach `host`. */
    onLoopback: isLoopback(values.HOST),
    publicUrl: values.PUBLIC_URL,
    corsOrigins: values.CORS_ORIGINS,
    trustProxyHops: values.TRUST_PROXY,
    shutdownGraceSeconds: values.SHUTDOWN_GRACE_SECONDS,
  }
}

export const limitVariables = z.object({
  RATE_LIMIT_WRITES_PER_MINUTE: integer({ min: 0, max: 10_000_000 })
    .default(60)
    .describe('Writes per minute for each caller; 0 means no limit.'),
  RATE_LIMIT_READS_PER_MINUTE: integer({ min: 0, max: 10_000_000 })
    .default(1200)
    .describe('Reads per minute for each caller; 0 means no limit.'),
  RATE_LIMIT_FAILURES_PER_MINUTE: integer({ min: 0, max: 10_000_000 })
    .default(60)
    .describe(
      'Invalid API keys and sessions per minute from each network, and as many failed logins; 0 means no limit.',
    ),
})

/** Requests per minute for each caller; 0 means no limit. */
export function limitSettings(values: z.infer<typeof limitVariables>) {
  return {
    writesPerMinute: values.RATE_LIMIT_WRITES_PER_MINUTE,
    readsPerMinute: values.RATE_LIMIT_READS_PER_MINUTE,
    failuresPerMinute: values.RATE_LIMIT_FAILURES_PER_MINUTE,
  }
}
