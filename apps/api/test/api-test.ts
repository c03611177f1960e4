import { test as base } from 'vitest'
import { startTestApi, type TestApi } from './start-test-api.ts'

/**
 * `test` with a service on its own database and a free port, shared by the tests of one file. A file that needs
 * settings provides them: `base.extend({ env: [{ AUTH: 'required' }, { scope: 'file' }] })`. Tests use random users.
 */
export const test = base.extend<{ env: Record<string, string>; api: TestApi }>({
  env: [{}, { scope: 'file' }],
  api: [
    async ({ env }, use) => {
      await using api = await startTestApi(env)
      await use(api)
    },
    { scope: 'file' },
  ],
})
