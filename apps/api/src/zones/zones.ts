import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { createZoneNames, type ZoneNames } from '@timezone-registry/zones/zone-names'
import { BUILT_IN_RELEASE, checkRelease, type ZoneRelease } from '@timezone-registry/zones/zone-release'
import * as z from 'zod'
import { withDeadline } from '../limiter.ts'

const FORMAT = 1
const MAX_BYTES = 4_000_000
const READ_MILLISECONDS = 5000
const LOOK_EVERY_MILLISECONDS = 5000

const fileSchema = z.object({
  format: z.literal(FORMAT, 'it is not of a format that this version of the service reads'),
  sha256: z.string('it has no checksum'),
  version: z.string().regex(/^20\d\d[a-z]{1,2}$/, 'it does not say which release it is'),
  zones: z.array(z.string()),
  links: z.array(z.string()),
})

/** The text of a zone data file. */
export function formatZoneData({ version, zones, links }: ZoneRelease): string {
  const release = { version, zones, links }
  return `${JSON.stringify({ format: FORMAT, sha256: hashOf(JSON.stringify(release)), ...release })}\n`
}

/** The release in a file's text. Rejects with what is wrong with it; one that is not newer is not checked. */
async function parseZoneData(text: string, accepted: readonly string[]): Promise<ZoneRelease> {
  const { data, error } = fileSchema.safeParse(parseJson(text))
  if (data === undefined) throw new Error(error.issues[0]?.message)
  const { format: _, sha256, ...release } = data
  if (hashOf(JSON.stringify(release)) !== sha256) throw new Error('its checksum is wrong')
  if (release.version > BUILT_IN_RELEASE) await checkRelease(release, accepted)
  return release
}

/** The time zones of this process: those of `ZONE_DATA_FILE` if it has newer ones. */
export type Zones = Disposable & {
  readonly names: ZoneNames
  /** Looks at the file now, besides every few seconds, so that all processes soon have the same zones. */
  look(): Promise<void>
  /** The listener is called after each load from now on. */
  onLoad(listener: () => void): void
}

type Log = Record<'info' | 'warn' | 'error', (message: string) => void>

/**
 * Loads the file, if there is one, now and whenever it changes: if it is of a release after the built-in one and passes
 * the checks. Otherwise what is loaded stays, and a line says why.
 */
export async function openZones(path: string | undefined, log: Log): Promise<Zones> {
  const names = createZoneNames()
  const listeners: (() => void)[] = []
  const look = path === undefined ? undefined : createLook(path, { names, log, listeners })
  await look?.()
  const timer = look && setInterval(look, LOOK_EVERY_MILLISECONDS).unref()
  return {
    names,
    look: async () => look?.(),
    onLoad: (listener) => void listeners.push(listener),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

type Loading = { names: ZoneNames; log: Log; listeners: readonly (() => void)[] }

function createLook(path: string, { names, log, listeners }: Loading): () => Promise<void> {
  let seen: string | undefined
  let loaded: string | undefined

  async function load(text: string): Promise<void> {
    const release = await parseZoneData(text, names.all)
    const { version } = release
    if (version <= BUILT_IN_RELEASE)
      return log.info(`ZONE_DATA_FILE is not used: ${version} is not newer than ${BUILT_IN_RELEASE}`)
    names.load(release)
    loaded = hashOf(text)
    log.info(`Using the time zones of ZONE_DATA_FILE, release ${version}`)
    for (const listener of listeners) listener()
  }

  return async () => {
    const text = await withDeadline(READ_MILLISECONDS, () => readText(path)).catch((error: Error) => error)
    // Not the time of the file: one that is being written may get the rest of it within the same tick of the clock.
    const content = typeof text === 'string' ? hashOf(text) : text.message
    if (content === seen) return
    seen = content
    if (content === loaded) return
    try {
      if (typeof text !== 'string') throw text
      await load(text)
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException
      const advice = `Release ${names.release} stays in use. Make the file with "registry zone-data".`
      if (code === 'ENOENT') log.warn(`ZONE_DATA_FILE does not exist. ${advice}`)
      else log.error(`ZONE_DATA_FILE is refused: ${message}. ${advice}`)
    }
  }
}

async function readText(path: string): Promise<string> {
  const stats = await stat(path)
  if (!stats.isFile() || stats.size > MAX_BYTES)
    throw new Error(`it is not a file of at most ${MAX_BYTES} bytes`)
  return readFile(path, 'utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('it is incomplete')
  }
}

function hashOf(text: string): string {
  return hash('sha256', text, 'hex')
}
