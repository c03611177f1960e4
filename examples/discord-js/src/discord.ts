import {
  type ChatInputCommandInteraction,
  Client,
  Events,
  GatewayIntentBits,
  PermissionFlagsBits,
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
  new SlashCommandBuilder()
    .setName('ping')
    .setDescription('Ping the members of a role who are available now')
    // Whoever may mention every role.
    .setDefaultMemberPermissions(PermissionFlagsBits.MentionEveryone)
    .addRoleOption((option) => option.setName('role').setDescription('The role').setRequired(true)),
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
  const { text, pings = [] } = command ? await bot.answer(command) : { text: 'Unknown command.' }
  // Names are other people's text: they must not mention anyone.
  await interaction.editReply({ content: text, allowedMentions: { parse: [] } })
  // A mention in an edited message notifies nobody.
  if (pings.length > 0)
    await interaction.followUp({
      content: pings.map((id) => `<@${id}>`).join(' '),
      allowedMentions: { users: pings },
    })
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
  if (guild === null) return undefined
  const all = await guild.members.fetch()
  const role = options.getRole('role')
  const members = role === null ? all : all.filter(({ roles, user }) => roles.cache.has(role.id) && !user.bot)
  return {
    name: role === null ? 'times' : 'ping',
    members: members.map(({ id, displayName }) => ({ id, name: displayName })),
  }
}
