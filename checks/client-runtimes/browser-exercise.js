// Uses the package in a page of another origin; resolves to the results.
const until = async (condition) => {
  const deadline = Date.now() + 10_000
  while (!condition() && Date.now() < deadline) await new Promise((next) => setTimeout(next, 5))
}

export async function exercise(createClient, baseUrl) {
  const client = createClient({ baseUrl })
  const mirror = await client.mirror()
  const events = client.events()
  const first = events.next()
  const users = Array.from({ length: 50 }, (_, n) => ({
    user_id: `user-${n}`,
    username: `User ${n}`,
    timezone: 'europe/kiev',
  }))
  for (const user of users) await client.set(user)
  await until(() => mirror.users.size === 50)

  const found = await Promise.all(users.map(({ user_id }) => client.get(user_id)))
  const names = await client.zoneNames()
  const again = await client.zoneNames()
  const stats = [await client.stats(), await client.stats()]
  const refused = await client
    .set({ timezone: 'Mars', user_id: '1', username: 'x' })
    .catch(({ code }) => code)
  const record = await client.getRecord('user-7')
  await client.delete('user-7', { ifMatch: record.etag })
  const matching = await client.search('user 1', { limit: 3 })
  await until(() => !mirror.users.has('user-7'))
  const { value } = await first
  await events.return()
  mirror.close()
  await mirror.closed
  return {
    found: found.filter((user) => user.canonical === 'Europe/Kyiv').length,
    names: names.length === again.length && names.includes('Europe/Kyiv'),
    total: stats.map(({ total_users }) => total_users),
    refused,
    matching: matching.map(({ username }) => username),
    mirrored: mirror.users.size,
    event: value.change.type,
  }
}
