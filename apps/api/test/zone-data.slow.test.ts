import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { createZoneNames } from '@timezone-registry/zones/zone-names'
import { findOffsets } from '@timezone-registry/zones/zone-times'
import { afterAll, expect, test } from 'vitest'
import { builtInRelease } from '../../../packages/zones/test/test-release.ts'
import { runCommand, spawnCommand } from './run-command.ts'
import { randomUser } from './start-test-api.ts'

const directory = mkdtempSync(join(tmpdir(), 'zone-data-'))
const file = join(directory, 'zones.json')
const env = { ZONE_DATA_FILE: file }
afterAll(() => {
  // The files of one worker share their modules, and with them the zones.
  createZoneNames().load(builtInRelease())
  rmSync(directory, { recursive: true })
})

// As IANA writes them, but Berlin stays on CET from 2030.
const RULES = `
# comment
Rule	EU	1981	max	-	Mar	lastSun	 1:00u	1:00	S
Rule	EU	1996	max	-	Oct	lastSun	 1:00u	0	-
Rule	Eire	1981	max	-	Mar	lastSun	 1:00u	0	-
Rule	Eire	1996	max	-	Oct	lastSun	 1:00u	-1:00	-
Rule	LH	2008	max	-	Apr	Sun>=1	2:00	0	-
Rule	LH	2008	max	-	Oct	Sun>=1	2:00	0:30	-
Zone	Europe/Berlin	1:00	EU	CE%sT	2030
			1:00	-	CET
Zone	Europe/Dublin	1:00	Eire	IST/GMT
Zone Australia/Lord_Howe 10:30 LH +1030/+11
`
const { zones, links } = builtInRelease()
const withRules = [...RULES.matchAll(/^Zone\s+(\S+)/gm)].map(([, name]) => name)

/** An archive such as IANA's, in which every other zone is UTC. Resolves to the exit code and what was written about it. */
async function build(version: string, { without = '', more = '' } = {}) {
  const folder = join(directory, version)
  mkdirSync(folder)
  const regions =
    'africa antarctica asia australasia northamerica southamerica etcetera backward factory'.split(' ')
  for (const name of regions) writeFileSync(join(folder, name), '')
  writeFileSync(join(folder, 'version'), `${version}\n`)
  const others = zones
    .map((zone) => zone.slice(0, zone.indexOf('|')))
    .filter((name) => !withRules.includes(name))
  const lines = [
    ...others.filter((name) => name !== without).map((name) => `Zone ${name} 0:00 - UTC`),
    ...links.map((link) => `Link ${link.replace('|', ' ')}`).filter((line) => !line.includes(` ${without} `)),
    more,
  ]
  writeFileSync(join(folder, 'europe'), `${RULES}${lines.join('\n')}\n`)
  const archive = join(directory, `tzdata${version}.tar.gz`)
  execFileSync('tar', [
    '--create',
    '--gzip',
    '--file',
    archive,
    '--directory',
    folder,
    'version',
    'europe',
    ...regions,
  ])
  return runCommand({}, 'zone-data', archive, '--to', file, '--json')
}

test('registry zone-data makes a file of an archive, which commands and the service use without a restart', async () => {
  const DATABASE_URL = await createTestDatabase()
  await using service = startProcess({ ...env, DATABASE_URL })
  const address = await service.ready()
  const newer = 'Zone America/Newtown -2:00 - -02\nLink Europe/Berlin Europe/Newtown'
  expect(await build('2098a', { more: newer })).toMatchObject({
    code: 0,
    stdout: `${JSON.stringify({ file, tzdata: '2098a', names: zones.length + links.length + 2 })}\n`,
    stderr: `Wrote release 2098a to ${file}.\n`,
  })
  const loads = () => service.log.filter(({ msg }) => String(msg).startsWith('Using the time zones of'))
  await waitUntil(() => loads().length === 1, 'the service to load the file')
  const health = await (await fetch(`${address}/health`)).json()
  expect(health).toMatchObject({ tzdata: '2098a', tzdata_source: 'file' })
  const timezones = await (await fetch(`${address}/v1/timezones`)).json()
  expect(timezones).toEqual(expect.arrayContaining(['America/Newtown', 'Europe/Newtown']))
  const user = randomUser()
  const body = JSON.stringify({ ...user, timezone: 'europe/newtown' })
  const set = await fetch(`${address}/v1/set`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  expect(await set.json()).toMatchObject({ timezone: 'Europe/Newtown', canonical: 'Europe/Berlin' })
  const rows = join(directory, 'rows.csv')
  writeFileSync(rows, 'user_id,username,timezone\nann,Ann,America/Newtown\n')
  // In its own process: names that are loaded stay.
  expect(await spawnCommand({ ...env, DATABASE_URL }, 'import', '--from', rows)).toMatchObject({ code: 0 })
})

test('the offsets of the file are those of the rules, and doctor uses it', async () => {
  expect(await build('2098b')).toMatchObject({ code: 0 })
  const after = { from: new Date('2027-01-01'), until: new Date('2090-01-01') }
  const names = createZoneNames()
  names.load(builtInRelease())
  const before = withRules.map((name = '') => findOffsets(name, after)?.transitions)
  expect((await runCommand(env, 'doctor', '--json')).stdout).toContain('release 2098b')
  const [berlin, ...others] = withRules.map((name = '') => findOffsets(name, after)?.transitions)
  expect(others).toEqual(before.slice(1))
  expect(berlin).toEqual(before[0]?.filter(({ at }) => at < '2030'))
})

test('an archive that lacks an accepted name makes no file', async () => {
  const { code, stderr } = await build('2098c', { without: 'Asia/Tokyo' })
  expect([code, stderr]).toEqual([
    1,
    'Release 2098c cannot be used: it lacks 2 of the names that are accepted now: Asia/Tokyo, Japan\n',
  ])
})
