import { describe, expect, test as plain } from 'vitest'
import { signInAt, startFakeIssuer } from './fake-issuer.ts'
import { me, resetDiscord, signIn, test } from './login-setup.ts'
import { setZone } from './own-data-calls.ts'
import { startTestApi } from './start-test-api.ts'

describe('the name of a person who signs in through OpenID Connect', () => {
  plain.for<[string, Record<string, string>, Record<string, string>, string]>([
    ['is the preferred one', { preferred_username: 'ann', name: 'Ann A.' }, {}, 'ann'],
    [
      'is another one if that is empty',
      { preferred_username: '', nickname: '\u0007', name: 'Ann A.' },
      {},
      'Ann A.',
    ],
    [
      'comes from the profile if the token has none',
      { preferred_username: ' ' },
      { nickname: 'annie' },
      'annie',
    ],
    ['is the id if there is none at all', { name: '' }, { preferred_username: '\u200e' }, 'alice'],
  ])('%s', async ([, claims, profile, expected]) => {
    await using issuer = await startFakeIssuer()
    issuer.profile = profile
    await using api = await startTestApi({ AUTH: 'required', ...issuer.env })
    const { answer } = await signInAt(issuer, api, { sub: 'alice', ...claims })
    expect(JSON.parse(answer.body)).toMatchObject({ user: { id: 'alice', username: expected } })
  })
})

describe('a name that changed at the provider', () => {
  test.beforeEach(({ discord }) => resetDiscord(discord))

  test('is taken over at the next login: in the record, the feed and other sessions', async ({
    api,
    discord,
  }) => {
    const browser = await signIn(api)
    await setZone(browser, api)
    const get = async () => JSON.parse((await api.request(`/get?id=${discord.user.id}`)).body)
    const before = await get()
    discord.user = { ...discord.user, username: 'nelly the second' }
    await signIn(api)

    const after = await get()
    expect(after).toMatchObject({ user: { username: 'nelly the second' }, timezone: 'Asia/Tokyo' })
    expect(after.created_at).toBe(before.created_at)
    expect(after.updated_at > before.updated_at).toBe(true)
    const ownChanges = async () =>
      JSON.parse((await api.request('/changes?limit=1000')).body).changes.filter(
        ({ user_id }: { user_id: string }) => user_id === discord.user.id,
      )
    await expect.poll(ownChanges).toMatchObject([{ type: 'set', username: 'nelly the second' }])
    // The older session does not bring the old name back.
    await setZone(browser, api)
    expect(await get()).toMatchObject({ user: { username: 'nelly the second' } })
    expect((await me(browser, api)).body).toMatchObject({ user: { username: 'nelly the second' } })
  })

  test('changes nothing else: an unchanged name leaves the record as it is', async ({ api, discord }) => {
    await setZone(await signIn(api), api)
    const get = () => api.request(`/get?id=${discord.user.id}`)
    const before = (await get()).body
    await signIn(api)
    expect((await get()).body).toBe(before)
    // Whoever has no record gets none.
    resetDiscord(discord)
    await signIn(api)
    expect((await get()).status).toBe(404)
  })
})
