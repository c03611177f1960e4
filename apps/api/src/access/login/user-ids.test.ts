import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Issuer, rulesToAdd, toUserId, type UserIdRule } from './user-ids.ts'

const DISCORD = { id: 'discord', issuer: 'https://discord.com' }
const ISSUERS = ['https://a.example', 'https://b.example', 'https://c.example'].map((issuer) => ({
  id: 'oidc',
  issuer,
}))

const subject = fc.oneof(
  fc.constantFrom('7', '8', 'alice', 'oidc:7', 'oidc2:7', 'discord:7', 'oidc:oidc:7', 'discord2:alice'),
  fc.stringMatching(/^(?:oidc:|oidc2:|discord:)?[a-z0-9]{1,3}$/),
)
/** The providers of one start. */
const providers = fc
  .tuple(fc.boolean(), fc.option(fc.constantFrom(...ISSUERS)))
  .map(([hasDiscord, oidc]): Issuer[] => [...(hasDiscord ? [DISCORD] : []), ...(oidc ? [oidc] : [])])

test('whatever providers are added, removed and replaced, an id never changes its owner', async () => {
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ providers, logins: fc.array(subject, { maxLength: 8 }) }), { maxLength: 8 }),
      async (starts) => {
        let rules: UserIdRule[] = []
        const owners = new Map<string, string>()
        const ids = new Map<string, string>()
        for (const { providers, logins } of starts) {
          const isUsed = async (prefix: string) => [...owners.keys()].some((id) => id.startsWith(prefix))
          rules = [...rules, ...(await rulesToAdd(rules, providers, isUsed))]
          for (const { id: provider, issuer } of providers)
            for (const subject of logins) {
              // Discord's ids are digits.
              if (provider === 'discord' && !/^\d+$/.test(subject)) continue
              const person = `${issuer} ${subject}`
              const id = toUserId(rules, { issuer, subject })
              if (id === undefined) {
                expect(ids.has(person)).toBe(false)
                continue
              }
              accepted += 1
              expect(owners.get(id) ?? person).toBe(person)
              expect(ids.get(person) ?? id).toBe(id)
              owners.set(id, person)
              ids.set(person, id)
            }
        }
      },
    ),
    { numRuns: 2000 },
  )
  expect(accepted).toBeGreaterThan(10_000)
})

test('the first issuer’s ids have no prefix; beside Discord, those that could be Discord’s do', async () => {
  const rulesOf = (issuers: Issuer[]) => rulesToAdd([], issuers, async () => false)
  expect(await rulesOf([DISCORD, ...ISSUERS.slice(0, 2)])).toMatchObject([
    { prefix: '', isPartial: false },
    { prefix: 'oidc:', isPartial: true },
    { prefix: 'oidc2:', isPartial: false },
  ])
  expect(await rulesOf([...ISSUERS, DISCORD])).toMatchObject([
    { prefix: '' },
    { prefix: 'oidc:', isPartial: false },
    { prefix: 'oidc2:' },
    { prefix: 'discord:' },
  ])
})
