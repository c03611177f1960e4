import { z } from 'zod'
import { integer, redisUrl } from './variable-types.ts'

export const redisVariables = z.object({
  REDIS_URL: redisUrl()
    .optional()
    .describe('redis://host:port, or rediss:// for TLS. Several instances share request counts through it.'),
  REDIS_POOL_SIZE: integer({ min: 1, max: 100 }).default(4).describe('Connections per process.'),
  REDIS_KEY_PREFIX: z
    .string()
    .regex(/^[\w.:-]{1,64}$/, 'must have 1 to 64 letters, digits, or any of . : _ -')
    .default('timezone-registry')
    .describe('The prefix of every key. Deployments that share a Redis server need different prefixes.'),
})

/** The Redis that instances share; undefined without `REDIS_URL`. */
export function redisSettings(values: z.infer<typeof redisVariables>) {
  if (values.REDIS_URL === undefined) return undefined
  return {
    url: values.REDIS_URL,
    poolSize: values.REDIS_POOL_SIZE,
    keyPrefix: values.REDIS_KEY_PREFIX,
  }
}
