import { cleanText, userIdSchema } from '@timezone-registry/contract'
import type { Request } from 'express'
import * as oauth from 'openid-client'
import { Forbidden, NotFound, Unauthenticated } from '../../errors.ts'
import type { LoginCookie, LoginState } from '../cookies.ts'
import type { Person } from '../identity.ts'
import { findOwnOrigin, isForeignPage, type OriginPolicy } from '../origin.ts'
import { createSecret } from '../secrets.ts'
import { type Provider, type ProviderUser, toLoginError } from './provider.ts'
import type { FindUserId } from './user-ids.ts'

/** The rules for signing in. */
export type Login = ReturnType<typeof createLogin>

type LoginEnd = { person: Person | undefined; redirect: string | undefined }

export function createLogin({
  providers,
  findUserId,
  loginCookie,
  origins,
}: {
  providers: readonly Provider[]
  findUserId: FindUserId
  loginCookie: LoginCookie
  origins: OriginPolicy
}) {
  return {
    providers: providers.map(({ id, name }) => ({ id, name })),
    /** Where to send the browser; sets the cookie that it must send back within ten minutes. */
    start: async (req: Request, providerId: string, redirect: string | undefined): Promise<string> => {
      const provider = requireProvider(providers, providerId)
      const login = {
        provider: provider.id,
        state: createSecret(),
        codeVerifier: oauth.randomPKCECodeVerifier(),
        nonce: oauth.randomNonce(),
        redirect,
      }
      const url = await authorizationUrl(provider, callbackUrl(req, provider, origins).href, login)
      await loginCookie.set(req, login)
      return url
    },
    /** `person` is undefined if they declined. Throws `Forbidden`, `Unauthenticated` or `Unavailable` if the login fails. */
    finish: async (req: Request, providerId: string, state: string | undefined): Promise<LoginEnd> => {
      const provider = requireProvider(providers, providerId)
      const url = callbackUrl(req, provider, origins)
      url.search = new URL(req.originalUrl, url).search
      const login = state === undefined ? undefined : await loginCookie.take(req, provider.id, state)
      // A page of a trusted origin sent this with `fetch`, having run the authorization itself.
      const isFromTrustedPage = isForeignPage(req, origins) && !isNavigation(req)
      if (login === undefined && (provider.isOpenId || !isFromTrustedPage))
        throw new Forbidden(
          'This login was not started in this browser, was used before, or took too long. Start it again.',
        )
      // A person who declined returns to the page they came from. Other errors are the provider's or the operator's.
      if (login?.redirect !== undefined && url.searchParams.get('error') === 'access_denied')
        return { person: undefined, redirect: withDeclined(login.redirect) }
      const user = await findUser(provider, url, login)
      const userId = await findUserId(provider.issuer, user.subject)
      return { person: toPerson(provider, user, userId), redirect: login?.redirect }
    },
  }
}

function requireProvider(providers: readonly Provider[], id: string): Provider {
  const provider = providers.find((known) => known.id === id)
  if (provider === undefined)
    throw new NotFound('This service has no such login provider. /auth lists the available ones.')
  return provider
}

function callbackUrl(req: Request, { id }: Provider, origins: OriginPolicy): URL {
  const origin = findOwnOrigin(req, origins)
  if (origin === undefined)
    throw new Forbidden('Sign-in does not work at this address. The operator must set PUBLIC_URL to it.')
  return new URL(`/auth/${id}/callback`, origin)
}

/** True for a navigation, which gets the page with the reason instead of JSON. */
export function isNavigation(req: Request): boolean {
  return req.get('sec-fetch-mode') === 'navigate'
}

async function authorizationUrl(provider: Provider, redirectUri: string, login: LoginState): Promise<string> {
  const challenge = await oauth.calculatePKCECodeChallenge(login.codeVerifier)
  return oauth.buildAuthorizationUrl(await provider.configure(), {
    redirect_uri: redirectUri,
    scope: provider.scope,
    state: login.state,
    ...(provider.isOpenId && { nonce: login.nonce }),
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }).href
}

/** Exchanges the code of the provider's response, our own URL, for the person. */
async function findUser(provider: Provider, url: URL, login: LoginState | undefined): Promise<ProviderUser> {
  try {
    const configuration = await provider.configure()
    const tokens = await oauth.authorizationCodeGrant(
      configuration,
      url,
      login === undefined
        ? { expectedState: oauth.skipStateCheck }
        : {
            expectedState: login.state,
            pkceCodeVerifier: login.codeVerifier,
            ...(provider.isOpenId && { expectedNonce: login.nonce, idTokenExpected: true }),
          },
    )
    return await provider.findUser(configuration, tokens)
  } catch (error) {
    throw toLoginError(provider.name, error)
  }
}

/** The path with a query parameter that says that the person declined. */
function withDeclined(redirect: string): string {
  const url = new URL(redirect, 'http://own.invalid')
  url.searchParams.set('login_error', 'declined')
  return url.pathname + url.search + url.hash
}

function toPerson(
  provider: Provider,
  { subject, username, avatar, discriminator }: ProviderUser,
  id: string | undefined,
): Person {
  const userId = userIdSchema.safeParse(id).data
  // Without what surrounds it, it could be somebody else's.
  if (userId === undefined || userId !== id)
    throw new Unauthenticated(`Your id at ${provider.name} is not a valid user id here.`)
  return {
    provider: provider.id,
    issuer: provider.issuer,
    subject,
    userId,
    // A name from a provider is untrusted, so it is cleaned; a bad name never fails a login.
    username: cleanText(username ?? '') || userId,
    avatar: cleanText(avatar ?? '') || null,
    discriminator: cleanText(discriminator ?? '') || null,
  }
}
