import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { packZone } from '@timezone-registry/zones/pack-zone'
import { createZoneNames } from '@timezone-registry/zones/zone-names'
import { BUILT_IN_RELEASE, checkRelease, type ZoneRelease } from '@timezone-registry/zones/zone-release'
import type { Command } from 'commander'
import { formatZoneData } from '../zones/zones.ts'
import { answer, type Terminal } from './terminal.ts'

const PACKAGES = 'Debian has zic in libc-bin, and Alpine in tzdata-utils.'
// Without `factory`, whose zone is a placeholder, and `backzone`, which is for times before 1970.
const REGIONS = 'africa antarctica asia australasia europe northamerica southamerica etcetera backward'.split(
  ' ',
)
// Rules without an end get one, so that the compiler writes out each change until then.
const LAST_YEAR = 2100

/** `registry zone-data`. */
export function addZoneDataCommand(program: Command, terminal: Terminal): void {
  program
    .command('zone-data')
    .description(
      'Make a ZONE_DATA_FILE from a release of the tz database. Needs tar and zic, as Debian has them.',
    )
    .argument('<archive>', 'such as tzdata2026g.tar.gz, from https://www.iana.org/time-zones')
    .requiredOption('--to <file>', 'where to write it; an existing file is replaced')
    .action((archive: string, { to }: { to: string }) => makeZoneData(terminal, archive, to))
}

async function makeZoneData(terminal: Terminal, archive: string, to: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'zone-data-'))
  const release = await compile(resolve(archive), directory).finally(() => rm(directory, { recursive: true }))
  const { version } = release
  await checkRelease(release, createZoneNames().all).catch(({ message }: Error) => {
    throw new Error(`Release ${version} cannot be used: ${message}`)
  })
  // The service may look at the file at any time.
  await writeFile(`${to}.new`, formatZoneData(release))
  await rename(`${to}.new`, to)
  terminal.console.error(`Wrote release ${version} to ${to}.`)
  if (version <= BUILT_IN_RELEASE)
    terminal.console.error(`The service will not use it: its own release, ${BUILT_IN_RELEASE}, is as new.`)
  answer(terminal, { file: to, tzdata: version, names: release.zones.length + release.links.length })
}

async function compile(archive: string, directory: string): Promise<ZoneRelease> {
  await run('tar', ['--extract', '--file', archive, '--directory', directory, 'version', ...REGIONS])
  const read = (name: string) => readFile(join(directory, name), 'utf8')
  const version = (await read('version')).trim()
  const source = (await Promise.all(REGIONS.map(read))).join('\n')
  const [bounded, output] = [join(directory, 'source'), join(directory, 'zones')]
  await writeFile(bounded, source.replace(/^(R\S*\s+\S+\s+\d+\s+)ma\S*/gim, `$1${LAST_YEAR}`))
  await run('zic', ['-b', 'slim', '-d', output, bounded], { env: withSystemCommands(process.env) })
  const zones = namesIn(source, /^Z\S*\s+(\S+)/gim).map(async ([name = '']) =>
    packZone(name, await readFile(join(output, name))),
  )
  const targets = new Map(namesIn(source, /^L\S*\s+(\S+)\s+(\S+)/gim).map(([target, name]) => [name, target]))
  const zoneOf = (name = ''): string => (targets.has(name) ? zoneOf(targets.get(name)) : name)
  const links = [...targets].map(([name, target]) => `${zoneOf(target)}|${name}`)
  return { version, zones: await Promise.all(zones), links }
}

function namesIn(source: string, line: RegExp): string[][] {
  return [...source.matchAll(line)].map(([, ...names]) => names)
}

/** Debian has zic where only root looks for commands. */
function withSystemCommands(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, PATH: `${env.PATH}:/usr/sbin` }
}

/** Rejects with what to do if the program is not installed or fails. */
async function run(program: 'tar' | 'zic', args: string[], options = {}): Promise<void> {
  await promisify(execFile)(program, args, options).catch(
    (error: NodeJS.ErrnoException & { stderr: string }) => {
      if (error.code === 'ENOENT') throw new Error(`${program} is not installed. ${PACKAGES}`)
      const [reason] = error.stderr.split('\n')
      throw new Error(`This is not an archive such as tzdata2026g.tar.gz: ${reason}`)
    },
  )
}
