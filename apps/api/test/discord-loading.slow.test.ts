import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect, test } from 'vitest'
import { DISCORD_ENV } from './discord-caller.ts'

// Writes the address of each module of the feature that is loaded to standard error.
const HOOKS = `
  import { registerHooks } from 'node:module'
  registerHooks({ load: (url, context, next) => {
    if (/[/]discord[/]/.test(url)) console.error(url)
    return next(url, context)
  } })`

test('nothing of Discord’s commands is loaded without the settings', async () => {
  const loaded = async (env: Record<string, string>) => {
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(HOOKS)}`
    await using service = startProcess({ DATABASE_URL: await createTestDatabase(), NODE_OPTIONS, ...env })
    await service.ready()
    return service.stderr
  }
  expect(await loaded({})).not.toContain('/discord/')
  expect(await loaded(DISCORD_ENV)).toContain('/packages/discord/src/discord.ts')
})
