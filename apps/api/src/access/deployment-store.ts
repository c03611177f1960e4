import type { Database } from '@timezone-registry/db'
import { deployment } from '@timezone-registry/db/access-tables'
import { createSecret } from './secrets.ts'

/**
 * The secret that all instances of this deployment share through the database: 256 random bits in base64url, created at
 * the first start. It is never in Redis or in a cookie.
 */
export async function loadDeploymentSecret({ drizzle }: Pick<Database, 'drizzle'>): Promise<string> {
  const find = async () => (await drizzle.select({ secret: deployment.secret }).from(deployment).limit(1))[0]
  const known = await find()
  if (known !== undefined) return known.secret
  // If several instances start together, the first insert wins.
  await drizzle.insert(deployment).values({ secret: createSecret() }).onConflictDoNothing()
  const made = await find()
  if (made === undefined) throw new Error('The deployment secret could not be stored')
  return made.secret
}
