import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { lockDataDirectory } from './data-directory.ts'
import type { Database } from './database.ts'
import { TEMPLATE, unpackTemplate } from './embedded-template.ts'

/** Opens the embedded database in a directory, which it locks until it is disposed. */
export async function openEmbedded(dataDir: string, template = TEMPLATE): Promise<Database> {
  const lock = lockDataDirectory(dataDir)
  try {
    const cluster = join(dataDir, 'pgdata')
    await unpackTemplate(cluster, template)
    const pglite = await PGlite.create({ dataDir: cluster })
    return {
      description: `embedded PostgreSQL (PGlite) in ${dataDir}`,
      isServer: false,
      isPooled: false,
      warnings: [
        'The embedded database can lose data in a power failure; set DATABASE_URL unless you are only trying the service out',
      ],
      drizzle: drizzle({ client: pglite }),
      poolCounts: () => undefined,
      ping: async () => void (await pglite.query('select 1')),
      withConnection: (use) => use((text, parameters) => pglite.query(text, parameters)),
      [Symbol.asyncDispose]: async () => {
        await pglite.close()
        lock[Symbol.dispose]()
      },
    }
  } catch (error) {
    lock[Symbol.dispose]()
    throw error
  }
}
