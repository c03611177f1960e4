import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEmbedded, unpackTemplate } from '../src/embedded-database.ts'

const MEGABYTE = 1024
const OPEN = join(import.meta.dirname, 'open-embedded.ts')
const BUILD = join(import.meta.dirname, '../scripts/build-template.ts')

describe('the embedded database', () => {
  const directory = mkdtempSync(join(tmpdir(), 'template-'))
  const template = join(directory, 'pgdata.tar.gz')
  beforeAll(() => void execFileSync(process.execPath, [BUILD, template]), 60_000)
  afterAll(() => rmSync(directory, { recursive: true }))

  test('needs less than 450 MB for its first start and 16 MB of disk, and none of the template for its second', () => {
    const dataDir = join(directory, 'first')
    const first = openInProcess(dataDir, template)
    expect(first.rows).toEqual([{ encoding: 'UTF8', zone: 'UTC' }])
    // With initdb it is 750 MB.
    if (process.platform === 'linux') expect(first.peakKilobytes).toBeLessThan(450 * MEGABYTE)
    expect(openInProcess(dataDir, join(directory, 'missing')).rows).toEqual(first.rows)
    expect(megabytesOf(dataDir)).toBeLessThan(16)
  })

  test('an interrupted first start is repeated from the beginning', async () => {
    const cluster = join(directory, 'pgdata')
    mkdirSync(`${cluster}.new`)
    writeFileSync(join(`${cluster}.new`, 'half'), '')
    await unpackTemplate(cluster, template)
    expect(readdirSync(cluster)).toContain('PG_VERSION')
    expect(readdirSync(cluster)).not.toContain('half')
    expect(readdirSync(directory)).not.toContain('pgdata.new')
  })

  test('a data directory that cannot be written to is an error that says what to do', async () => {
    const file = join(directory, 'file')
    writeFileSync(file, '')
    await expect(openEmbedded(join(file, 'data'))).rejects.toThrow(/cannot write .*set DATA_DIR to another/)
  })
})

function openInProcess(dataDir: string, template: string) {
  const output = execFileSync(process.execPath, [OPEN, dataDir, template], { encoding: 'utf8' })
  return JSON.parse(output) as { rows: unknown[]; peakKilobytes: number }
}

function megabytesOf(path: string): number {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6
}
