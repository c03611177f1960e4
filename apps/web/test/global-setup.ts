import { findChromium } from '@timezone-registry/test-servers/chromium'
import { setup } from '@timezone-registry/test-servers/global-setup'

/** Starts the PostgreSQL server for the services of all workers, unless there is no browser to test with. */
export default async function startServers(): Promise<(() => Promise<void>) | undefined> {
  const { missing } = findChromium()
  if (missing !== undefined) return undefined
  return setup({
    provide: (key, [url]) => {
      // The workers inherit this environment.
      if (key === 'postgresUrls') process.env.TEST_DATABASE_URL = url
    },
  })
}
