import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEmbedded } from '../src/embedded-database.ts'
import { migrateToLatest } from '../src/migrate.ts'

const OPEN = join(import.meta.dirname, 'open-embedded.ts')
const TIMEOUT_MILLISECONDS = 60_000

describe('the change feed of the embedded database', { timeout: TIMEOUT_MILLISECONDS }, () => {
  const directory = mkdtempSync(join(tmpdir(), 'embedded-restore-'))
  const dataDir = join(directory, 'data')
  const copy = join(directory, 'copy')
  beforeAll(async () => {
    await using database = await openEmbedded(dataDir)
    await migrateToLatest(database)
  }, TIMEOUT_MILLISECONDS)
  afterAll(() => rmSync(directory, { recursive: true }))

  test('continues after a clean shutdown, however often', async () => {
    const incarnation = await findIncarnation(dataDir)
    expect(incarnation).toMatch(/^[0-9a-f]{12}$/)
    expect(await findIncarnation(dataDir)).toBe(incarnation)
    expect(await findIncarnation(dataDir)).toBe(incarnation)
  })

  test('starts anew after its files were restored from a copy, which keeps every byte and time', async () => {
    cpSync(dataDir, copy, { recursive: true, preserveTimestamps: true })
    const incarnation = await findIncarnation(dataDir)
    rmSync(dataDir, { recursive: true })
    cpSync(copy, dataDir, { recursive: true, preserveTimestamps: true })
    const restored = await findIncarnation(dataDir)
    expect(restored).not.toBe(incarnation)
    expect(await findIncarnation(dataDir)).toBe(restored)
  })

  test('starts anew after its files were restored over the current ones', async () => {
    const incarnation = await findIncarnation(dataDir)
    cpSync(copy, dataDir, { recursive: true, preserveTimestamps: true })
    expect(await findIncarnation(dataDir)).not.toBe(incarnation)
  })

  test('starts anew after the process was killed', async () => {
    const incarnation = await findIncarnation(dataDir)
    const child = spawn(process.execPath, [OPEN, dataDir, '', 'stay'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await findIncarnation(dataDir)).not.toBe(incarnation)
  })
})

/** Opens the database, reads the feed's incarnation and closes it. */
async function findIncarnation(dataDir: string): Promise<unknown> {
  await using database = await openEmbedded(dataDir)
  return database.withConnection(async (query) => {
    const { rows } = await query('select incarnation from timezone_feed')
    return rows[0]?.incarnation
  })
}
