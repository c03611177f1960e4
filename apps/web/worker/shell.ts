// Filled by the page, in `src/offline/kept-answers.ts`.
const KEPT_ANSWERS = 'public-answers'
const PREFIX = 'shell-'
const PAGE = '/'
const TIMEOUT_MS = 3000

/** The files of one build. */
export type ShellFiles = {
  /** Changes with any of the files. */
  version: string
  /** Paths of hashed files, which never change, and of a few others, which may. */
  files: string[]
}

/** The page itself: its document, scripts, styles and icons, stored by build. */
export type Shell = {
  /** Stores every file of this build. Rejects if one cannot be loaded; the worker is then not installed. */
  fill(): Promise<void>
  /** Removes what older builds have stored. */
  removeOlder(): Promise<void>
  has(path: string): boolean
  /** A file as it was stored; from the network only if the browser has removed it. */
  find(request: Request): Promise<Response>
  /** The document from the network; the stored one if that fails or takes longer than 3 s. */
  navigate(request: Request): Promise<Response>
}

export function createShell({ version, files }: ShellFiles): Shell {
  const name = PREFIX + version
  const paths = new Set(files)
  const stored = async (key: Request | string) => (await caches.open(name)).match(key, { ignoreVary: true })

  return {
    fill: async () => {
      const cache = await caches.open(name)
      await cache.addAll([PAGE, ...files].map(toRequest))
    },
    removeOlder: async () => {
      const older = (await caches.keys()).filter((key) => key !== KEPT_ANSWERS && key !== name)
      await Promise.all(older.map((key) => caches.delete(key)))
    },
    has: (path) => paths.has(path),
    find: async (request) => (await stored(request)) ?? fetch(request),
    navigate: async (request) => {
      const network = fetch(request)
      const response = await inTime(network)
      if (response !== undefined && !isGatewayError(response.status)) return response
      return (await stored(PAGE)) ?? network
    },
  }
}

/** Hashed files may come from the browser's own cache; the others must be those of this build. */
function toRequest(path: string): Request {
  return new Request(path, { cache: isHashed(path) ? 'default' : 'reload' })
}

function isHashed(path: string): boolean {
  return path.startsWith('/assets/')
}

/** What a proxy answers while the service restarts. */
function isGatewayError(status: number): boolean {
  return status === 502 || status === 503 || status === 504
}

/** What came within 3 s; undefined if that failed or takes longer. */
function inTime<T>(coming: Promise<T>): Promise<T | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), TIMEOUT_MS))
  return Promise.race([coming, timeout]).catch(() => undefined)
}
