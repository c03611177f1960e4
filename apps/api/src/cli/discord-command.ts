import { ConfigError, loadConfig } from '@timezone-registry/config'
import { providerUrl } from '@timezone-registry/config/variable-types'
import { DISCORD_API, registerCommands, removeCommands } from '@timezone-registry/discord/register-commands'
import type { Command } from 'commander'
import { answer, parseAs, type Terminal } from './terminal.ts'

/** `registry discord register`, with `--remove` to undo it. */
export function addDiscordCommand(program: Command, terminal: Terminal): void {
  program
    .command('discord')
    .description('Manage the commands in Discord.')
    .command('register')
    .description(
      'Register the commands of DISCORD_APPLICATION_ID with Discord, or update them. Needs DISCORD_BOT_TOKEN, which the service itself does not.',
    )
    .option('--remove', 'remove the commands instead; others of the application stay')
    .option(
      '--api-url <url>',
      'another address of Discord’s API, for tests',
      parseAs(providerUrl()),
      DISCORD_API,
    )
    .action(async ({ remove = false, apiUrl }: { remove?: boolean; apiUrl: string }) => {
      const application = { apiUrl: apiUrl.replace(/\/$/, ''), ...readApplication(terminal.env) }
      const commands = await (remove ? removeCommands(application) : registerCommands(application))
      const names = commands.map(({ name }) => name).join(', ')
      terminal.console.error(`${remove ? 'Removed' : 'Registered'}: ${names || 'nothing'}.`)
      answer(terminal, commands)
    })
}

function readApplication(env: Terminal['env']): { applicationId: string; botToken: string } {
  const { discord } = loadConfig(env)
  const botToken = env.DISCORD_BOT_TOKEN?.trim() ?? ''
  const problems = [
    ...(discord === undefined ? ['DISCORD_APPLICATION_ID and DISCORD_PUBLIC_KEY are missing'] : []),
    ...(botToken === ''
      ? ['DISCORD_BOT_TOKEN is missing: copy it from the page “Bot” of your application']
      : []),
  ]
  if (discord === undefined || problems.length > 0) throw new ConfigError(problems)
  return { applicationId: discord.applicationId, botToken }
}
