import { cleanText, toOwnPath, userIdSchema } from '@timezone-registry/contract'
import * as oauth from 'openid-client'
import { Forbidden, InvalidInput, NotFound, Unauthenticated } from '../../errors.ts'
import type { Person } from '../identity.ts'
import { createSecret, hashOf } from '../secrets.ts'
import type { LoginState, LoginStates } from './login-states.ts'
import type { Provider, ProviderUser } from './provider.ts'

/** The rules of signing in. */
export type Login = {
  readonly providers: readonly Pick<Provider, 'id' | 'name'>[]
  /** Where to send the browser, and the secret that it must bring back in a cookie. */
  start(begin: {
    providerId: string
    redirectUri: string
    redirect: string | undefined
  }): Promise<{ url: string; browserSecret: string }>
  /** Who has come back, and where he wanted to go. Nobody, when he came back without having agreed. */
  finish(end: LoginEnd): Promise<{ person: Person | undefined; redirect: string | undefined }>
}

type LoginEnd = {
  providerId: string
  /** Our own address with the provider's answer in its query. */
  callbackUrl: URL
  state: string | undefined
  /** The cookie that `start` asked for. */
  browserSecret: string | undefined
  /** A page of an origin that we trust sent this with `fetch`, having run the authorization itself. */
  isFromTrustedPage: boolean
}

export function createLogin({
  providers,
  states,
}: {
  providers: readonly Provider[]
  states: LoginStates
}): Login {
  function requireProvider(id: string): Provider {
    const provider = providers.find((known) => known.id === id)
    if (provider === undefined)
      throw new NotFound('Nobody can sign in through this provider here. /auth lists those that work.')
    return provider
  }

  /** The login that this browser began, at most once. */
  async function takeState({ providerId, state, browserSecret }: LoginEnd): Promise<LoginState | undefined> {
    if (state === undefined || browserSecret === undefined) return undefined
    const login = await states.take(state)
    const isOurs = login?.provider === providerId && login.browserHash === hashOf(browserSecret)
    return isOurs ? login : undefined
  }

  return {
    providers,
    start: async ({ providerId, redirectUri, redirect }) => {
      const provider = requireProvider(providerId)
      const path = redirect === undefined ? undefined : requireOwnPath(redirect)
      const [state, browserSecret] = [createSecret(), createSecret()]
      const checks = { codeVerifier: oauth.randomPKCECodeVerifier(), nonce: oauth.randomNonce() }
      const url = await provider.authorizationUrl({ redirectUri, state, ...checks })
      await states.save(state, {
        provider: provider.id,
        ...checks,
        ...(path !== undefined && { redirect: path }),
        browserHash: hashOf(browserSecret),
      })
      return { url, browserSecret }
    },
    finish: async (end) => {
      const provider = requireProvider(end.providerId)
      const login = await takeState(end)
      if (login === undefined && !(end.isFromTrustedPage && provider.takesForeignCodes))
        throw new Forbidden(
          'This login was not begun in this browser, has been used, or took too long. Start it again.',
        )
      // A person who said no wants to be back where he was.
      if (login?.redirect !== undefined && end.callbackUrl.searchParams.has('error'))
        return { person: undefined, redirect: login.redirect }
      const checks = login && { state: end.state ?? '', codeVerifier: login.codeVerifier, nonce: login.nonce }
      const person = toPerson(provider, await provider.findUser(end.callbackUrl, checks))
      return { person, redirect: login?.redirect }
    },
  }

  function toPerson(provider: Provider, { issuer, subject, username }: ProviderUser): Person {
    const isAmbiguous = providers.length > 1 && provider.id !== 'discord' && COULD_BE_DISCORDS.test(subject)
    const userId = userIdSchema.safeParse(isAmbiguous ? `${provider.id}:${subject}` : subject).data
    if (userId === undefined)
      throw new Unauthenticated(`${provider.name} gave you an id that cannot be a user id here.`)
    // A name from elsewhere is shown, not trusted: an odd one is cleaned, and is no reason to refuse a login.
    return { provider: provider.id, issuer, subject, userId, username: cleanText(username ?? '') || userId }
  }
}

function requireOwnPath(redirect: string): string {
  const path = toOwnPath(redirect)
  if (path === undefined) throw new InvalidInput('A login can only return to a path of this service.')
  return path
}

// Where both can sign in, no issuer must be able to call somebody by a Discord user's id. (Ids that look like our own
// prefix get it, too: else two subjects of one issuer could be one.)
const COULD_BE_DISCORDS = /^(?:\d+$|oidc:)/
