import { cleanText, toOwnPath, userIdSchema } from '@timezone-registry/contract'
import * as oauth from 'openid-client'
import { Forbidden, InvalidInput, NotFound, Unauthenticated } from '../../errors.ts'
import type { Person } from '../identity.ts'
import { createSecret } from '../secrets.ts'
import type { LoginCookie } from './login-cookie.ts'
import type { Provider, ProviderUser } from './provider.ts'
import type { UserIds } from './user-ids.ts'

/** The rules for signing in. */
export type Login = {
  readonly providers: readonly Pick<Provider, 'id' | 'name'>[]
  /** Where to send the browser, and the cookie that it must send back with this state within ten minutes. */
  start(begin: LoginStart): Promise<{ url: string; state: string; cookie: string }>
  /** The person who signed in, and the path to return them to. `person` is undefined if they declined. */
  finish(end: LoginEnd): Promise<{ person: Person | undefined; redirect: string | undefined }>
}

type LoginStart = {
  providerId: string
  redirectUri: string
  /** A path on this service; throws `InvalidInput` for anything else. */
  redirect: string | undefined
}

type LoginEnd = {
  providerId: string
  /** Our own URL with the provider's response in its query. */
  callbackUrl: URL
  state: string | undefined
  /** What `start` returned. */
  cookie: string | undefined
  /** A page of a trusted origin sent this with `fetch`, having run the authorization itself. */
  isFromTrustedPage: boolean
}

export function createLogin({
  providers,
  userIds,
  loginCookie,
}: {
  providers: readonly Provider[]
  userIds: UserIds
  loginCookie: LoginCookie
}): Login {
  return {
    providers,
    start: async ({ providerId, redirectUri, redirect }) => {
      const provider = requireProvider(providerId)
      const path = redirect === undefined ? undefined : requireOwnPath(redirect)
      const state = createSecret()
      const checks = { state, codeVerifier: oauth.randomPKCECodeVerifier(), nonce: oauth.randomNonce() }
      const url = await provider.authorizationUrl({ redirectUri, ...checks })
      const login = { provider: provider.id, ...checks, ...(path !== undefined && { redirect: path }) }
      return { url, state, cookie: await loginCookie.seal(login) }
    },
    finish: async (end) => {
      const provider = requireProvider(end.providerId)
      const { state, cookie } = end
      const isComplete = state !== undefined && cookie !== undefined
      const login = isComplete ? await loginCookie.take(cookie, { provider: provider.id, state }) : undefined
      if (login === undefined && !(end.isFromTrustedPage && provider.takesForeignCodes))
        throw new Forbidden(
          'This login was not started in this browser, was used before, or took too long. Start it again.',
        )
      // A person who declined returns to the page they came from. Other errors are the provider's or the operator's.
      if (login?.redirect !== undefined && end.callbackUrl.searchParams.get('error') === 'access_denied')
        return { person: undefined, redirect: login.redirect }
      const user = await provider.findUser(end.callbackUrl, login)
      const userId = await userIds.of(provider.issuer, user.subject)
      return { person: toPerson(provider, user, userId), redirect: login?.redirect }
    },
  }

  function requireProvider(id: string): Provider {
    const provider = providers.find((known) => known.id === id)
    if (provider === undefined)
      throw new NotFound('This service has no such login provider. /auth lists the available ones.')
    return provider
  }
}

function requireOwnPath(redirect: string): string {
  const path = toOwnPath(redirect)
  if (path === undefined) throw new InvalidInput('A login can only return to a path of this service.')
  return path
}

function toPerson(
  provider: Provider,
  { issuer, subject, username, avatar, discriminator }: ProviderUser,
  id: string | undefined,
): Person {
  const userId = userIdSchema.safeParse(id).data
  if (userId === undefined)
    throw new Unauthenticated(`${provider.name} gave you an id that cannot be a user id here.`)
  return {
    provider: provider.id,
    issuer,
    subject,
    userId,
    // A name from a provider is untrusted, so it is cleaned; a bad name never fails a login.
    username: cleanText(username ?? '') || userId,
    avatar: cleanText(avatar ?? '') || null,
    discriminator: cleanText(discriminator ?? '') || null,
  }
}
