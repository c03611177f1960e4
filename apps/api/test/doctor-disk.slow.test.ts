import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { mountSmallDisk } from '@timezone-registry/test-servers/small-disk'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { UNPRIVILEGED } from '@timezone-registry/test-servers/unprivileged'
import { describe, expect, test } from 'vitest'
import { diagnose, find } from './diagnose.ts'
import { runCommand } from './run-command.ts'
import { execute, randomUser, startTestApi } from './start-test-api.ts'

describe.runIf(process.getuid?.() === 0)('registry doctor, on a disk that is full', () => {
  test('says so of PostgreSQL’s, which /health sees', async () => {
    using mounted = mountSmallDisk('64m')
    const disk = mounted.path
    chownSync(disk, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
    await using postgres = await startTestPostgres()
    const url = await createTestDatabase(postgres.url)
    await execute(postgres.url, `create tablespace small location '${disk}'`)
    await execute(postgres.url, `alter database "${new URL(url).pathname.slice(1)}" set tablespace small`)
    await using api = await startTestApi({ DATABASE_URL: url })
    expect(find((await diagnose({ DATABASE_URL: url })).findings, 'database disk')).toMatchObject({
      status: 'ok',
    })
    fill(disk)
    const set = () => api.client.setTimezone({ body: { ...randomUser(), timezone: 'UTC' } })
    await expect.poll(async () => (await set()).body).toMatchObject({ code: 'storage_full' })
    expect((await api.client.getHealth()).body).toMatchObject({ storage_full: true })
    expect(find((await diagnose({ DATABASE_URL: url })).findings, 'database disk')).toMatchObject({
      status: 'problem',
      message: 'The disk of PostgreSQL is full.',
    })
    expect(await runCommand({ DATABASE_URL: url }, 'export', '--to', join(disk, 'all.json'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The disk for the result is full'),
    })
  })

  test('says so of the embedded database’s', async () => {
    using mounted = mountSmallDisk('40m')
    const disk = mounted.path
    const env = { DATA_DIR: join(disk, 'data') }
    await runCommand(env, 'migrate')
    expect(find((await diagnose(env)).findings, 'database disk')).toMatchObject({ status: 'ok' })
    fill(disk)
    expect((await diagnose(env)).findings).toContainEqual(
      expect.objectContaining({
        status: 'problem',
        message: expect.stringMatching(/^The disk of .* is full/),
      }),
    )
  })
})

function fill(disk: string): void {
  expect(() => writeFileSync(join(disk, 'junk'), Buffer.alloc(100 * 1024 * 1024))).toThrow(/ENOSPC/)
}
