import { createClient } from '@timezone-registry/client'
import { startBot } from './bot.ts'
import { openDiscord } from './discord.ts'

const registry = createClient({ baseUrl: setting('REGISTRY_URL'), apiKey: setting('REGISTRY_KEY') })
const chat = await openDiscord({ token: setting('DISCORD_TOKEN'), appId: setting('DISCORD_APP_ID') })
const bot = await startBot({ chat, registry })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void bot.close())
// Rejects when the mirror cannot continue, for example because the key was revoked: end rather than show stale times.
await bot.mirror.closed

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`Set ${name}`)
  return value
}
