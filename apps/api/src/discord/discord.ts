import type { Formatters } from '@timezone-registry/zones/formatters'
import { type CommandsOptions, createCommands } from './commands.ts'
import { createDiscordRoute, type DiscordRoute, type DiscordRouteOptions } from './discord-route.ts'
import { createFindPlaces } from './find-places.ts'
import { createWordingIn } from './wording.ts'

type DiscordOptions = Omit<CommandsOptions, 'findPlaces'> &
  Omit<DiscordRouteOptions, 'commands' | 'wordingIn'> & {
    zoneNames: Parameters<typeof createWordingIn>[0] & Parameters<typeof createFindPlaces>[0]
    formatters: Formatters
  }

/** Discord's commands, complete. */
export function createDiscord(options: DiscordOptions): DiscordRoute {
  const { zoneNames } = options
  const commands = createCommands({ ...options, findPlaces: createFindPlaces(zoneNames) })
  return createDiscordRoute({
    ...options,
    commands,
    wordingIn: createWordingIn(zoneNames, options.formatters),
  })
}
