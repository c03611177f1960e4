// Uses the installed package in every runtime; prints one line of JSON.
export async function exercise(createClient, baseUrl) {
  const client = createClient({ baseUrl })
  const [ann, again, nobody] = await Promise.all(['ann', 'ann', 'nobody'].map((id) => client.get(id)))
  const refused = await client.set({ timezone: 'Mars' }).catch(({ name, code }) => `${name} ${code}`)
  const mirror = await client.mirror()
  const deadline = Date.now() + 10_000
  while (!mirror.users.has('bob') && Date.now() < deadline) await new Promise((next) => setTimeout(next, 5))
  const users = [...mirror.users.keys()]
  mirror.close()
  await mirror.closed
  return JSON.stringify({
    ann: ann.timezone,
    same: again.timezone,
    nobody: nobody === undefined,
    refused,
    users,
  })
}
