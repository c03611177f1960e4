import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { UNPRIVILEGED } from '@timezone-registry/test-servers/unprivileged'
import { expect, onTestFinished, test } from 'vitest'
import { execute, randomUser, startTestApi } from './start-test-api.ts'

test.runIf(process.getuid?.() === 0)(
  'a full disk of PostgreSQL shows in the error code and in /health',
  async () => {
    await using postgres = await startTestPostgres()
    const url = await createTestDatabase(postgres.url)
    const disk = mountDisk('64m')
    await execute(postgres.url, `create tablespace small location '${disk}'`)
    await execute(postgres.url, `alter database "${new URL(url).pathname.slice(1)}" set tablespace small`)
    await using api = await startTestApi({ DATABASE_URL: url })
    expect(() => writeFileSync(join(disk, 'junk'), Buffer.alloc(100 * 1024 * 1024))).toThrow(/ENOSPC/)
    const set = () => api.client.setTimezone({ body: { ...randomUser(), timezone: 'UTC' } })
    await expect.poll(async () => (await set()).body).toMatchObject({ code: 'storage_full' })
    expect((await api.client.getHealth()).body).toMatchObject({ storage_full: true })
  },
)

/** A disk of this size, which every user may use. */
function mountDisk(size: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'full-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory])
  chownSync(directory, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', directory])
    rmSync(directory, { recursive: true })
  })
  return directory
}
