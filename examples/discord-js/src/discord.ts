import {
  type ChatInputCommandInteraction,
  Client,
  Events,
  GatewayIntentBits,
  REST,
  Routes,
  SlashCommandBuilder,
} from 'discord.js'
import type { Bot, Chat, Command } from './chat.ts'

const COMMANDS = [
  new SlashCommandBuilder()
    .setName('time')
    .setDescription('Show a member’s local time')
    .addUserOption((option) => option.setName('user').setDescription('The member').setRequired(true)),
  new SlashCommandBuilder()
    .setName('timezone')
    .setDescription('Your time zone')
    .addSubcommand((command) =>
      command
        .setName('set')
        .setDescription('Save your time zone')
        .addStringOption((option) =>
          option.setName('zone').setDescription('Your city').setRequired(true).setAutocomplete(true),
        ),
    ),
  new SlashCommandBuilder().setName('times').setDescription('Show the local times of this server’s members'),
]

/** Discord through discord.js. Registers the commands and signs in. */
export async function openDiscord({ token, appId }: { token: string; appId: string }): Promise<Chat> {
  const rest = new REST().setToken(token)
  await rest.put(Routes.applicationCommands(appId), { body: COMMANDS.map((command) => command.toJSON()) })
  const client = new Client({ intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers] })
  return {
    start: async (bot) => {
      client.on(Events.InteractionCreate, async (interaction) => {
        try {
          if (interaction.isAutocomplete())
            await interaction.respond(
              await bot.complete(interaction.options.getFocused(), interaction.locale),
            )
          if (interaction.isChatInputCommand()) await reply(interaction, bot)
        } catch (error) {
          console.error('An interaction failed', error)
        }
      })
      await client.login(token)
    },
    close: () => client.destroy(),
  }
}

async function reply(interaction: ChatInputCommandInteraction, bot: Bot): Promise<void> {
  await interaction.deferReply()
  const command = await toCommand(interaction)
  const content = command && (await bot.answer(command))
  // Names are other people's text: they must not mention anyone.
  await interaction.editReply({ content: content || 'Unknown command.', allowedMentions: { parse: [] } })
}

async function toCommand(interaction: ChatInputCommandInteraction): Promise<Command | undefined> {
  const { user, options, guild } = interaction
  if (interaction.commandName === 'timezone')
    return {
      name: 'timezone set',
      caller: { id: user.id, name: user.username },
      zone: options.getString('zone', true),
    }
  if (interaction.commandName === 'time') {
    const { id, displayName } = options.getUser('user', true)
    return { name: 'time', person: { id, name: displayName } }
  }
  if (interaction.commandName !== 'times' || guild === null) return undefined
  const members = await guild.members.fetch()
  return { name: 'times', members: members.map(({ id, displayName }) => ({ id, name: displayName })) }
}
