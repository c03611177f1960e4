/** A person who signed in with Discord, for tests without a login. */
export const TEST_PERSON = {
  provider: 'discord',
  issuer: 'https://discord.com',
  subject: '1',
  userId: '1',
  username: 'nelly',
  avatar: null,
  discriminator: null,
}
