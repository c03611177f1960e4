import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Provider from 'oidc-provider'

type Listening = { readonly url: string } & AsyncDisposable

/** A fake of Discord's documented OAuth 2 endpoints. Its dialog signs everyone in as `user`, without asking. */
export type TestDiscord = Listening & {
  user: { id: string; username: string; avatar?: string; discriminator?: string }
  /** How it fails; undefined if it works. */
  fault: 'down' | 'slow' | 'rate limited' | 'behind a broken proxy' | 'denies' | undefined
  /** Issues a code as Discord's dialog does to a page that started the authorization itself, without PKCE. */
  issueCode(redirectUri: string): string
  /** The settings of a service that uses it. */
  readonly env: Record<string, string>
}

const CLIENT = { id: '1234567890', secret: 'a secret of the application' }

/** Starts the fake on a free loopback port. */
export async function startTestDiscord(): Promise<TestDiscord> {
  const codes = new Map<string, { redirectUri: string; challenge: string | null }>()
  const tokens = new Map<string, TestDiscord['user']>()
  const issue = (redirectUri: string, challenge: string | null) => {
    const code = randomUUID()
    codes.set(code, { redirectUri, challenge })
    return code
  }

  const { url, ...disposal } = await listen(async (req, res) => {
    const address = new URL(req.url ?? '', url)
    const answer = (status: number, body: object) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (discord.fault === 'down') return answer(503, { message: 'down' })
    if (discord.fault === 'slow') return undefined
    if (discord.fault === 'rate limited')
      return res.writeHead(429, { 'content-type': 'application/json', 'retry-after': '7' }).end('{}')
    if (discord.fault === 'behind a broken proxy')
      return res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
    switch (address.pathname) {
      case '/oauth2/authorize': {
        const back = new URL(address.searchParams.get('redirect_uri') ?? '')
        back.searchParams.set('state', address.searchParams.get('state') ?? '')
        if (discord.fault === 'denies') back.searchParams.set('error', 'access_denied')
        else
          back.searchParams.set(
            'code',
            issue(back.origin + back.pathname, address.searchParams.get('code_challenge')),
          )
        return res.writeHead(302, { location: back.href }).end()
      }
      case '/api/oauth2/token': {
        const given = new URLSearchParams(await text(req))
        const code = given.get('code') ?? ''
        const issued = codes.get(code)
        codes.delete(code)
        const isClient = given.get('client_id') === CLIENT.id && given.get('client_secret') === CLIENT.secret
        const verifier = given.get('code_verifier') ?? ''
        const isBound =
          issued?.redirectUri === given.get('redirect_uri') &&
          (issued?.challenge === null ||
            issued?.challenge === createHash('sha256').update(verifier).digest('base64url'))
        if (!isClient) return answer(401, { error: 'invalid_client' })
        if (!isBound) return answer(400, { error: 'invalid_grant' })
        const token = randomUUID()
        tokens.set(token, discord.user)
        return answer(200, {
          access_token: token,
          token_type: 'Bearer',
          expires_in: 604_800,
          scope: 'identify',
        })
      }
      case '/api/users/@me': {
        const user = tokens.get(bearerOf(req))
        return user === undefined ? answer(401, { message: '401: Unauthorized', code: 0 }) : answer(200, user)
      }
      default:
        return answer(404, { message: '404: Not Found' })
    }
  })
  const discord: TestDiscord = {
    url,
    ...disposal,
    user: { id: '80351110224678912', username: 'nelly' },
    fault: undefined,
    issueCode: (redirectUri) => issue(redirectUri, null),
    env: {
      OAUTH_DISCORD_CLIENT_ID: CLIENT.id,
      OAUTH_DISCORD_CLIENT_SECRET: CLIENT.secret,
      OAUTH_DISCORD_AUTHORIZE_URL: `${url}/oauth2/authorize`,
      OAUTH_DISCORD_TOKEN_URL: `${url}/api/oauth2/token`,
      OAUTH_DISCORD_USER_URL: `${url}/api/users/@me`,
    },
  }
  return discord
}

/** A real OpenID provider; people sign in on its pages with any name they type. */
export async function startTestIssuer({
  redirectUris,
}: {
  redirectUris: string[]
}): Promise<Listening & { readonly env: Record<string, string> }> {
  const client = { client_id: 'timezone-registry', client_secret: 'a secret of the client' }
  let handle: RequestListener = () => {}
  const { url, ...disposal } = await listen((req, res) => handle(req, res))
  const provider = new Provider(url, {
    clients: [{ ...client, redirect_uris: redirectUris }],
    claims: { profile: ['preferred_username'] },
    cookies: { keys: [randomUUID()] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: `${id} the person` }),
    }),
  })
  handle = provider.callback()
  return {
    url,
    ...disposal,
    env: { OIDC_ISSUER: url, OIDC_CLIENT_ID: client.client_id, OIDC_CLIENT_SECRET: client.client_secret },
  }
}

/** Serves on a free loopback port until disposed. */
export async function listen(listener: RequestListener): Promise<Listening> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function bearerOf(req: IncomingMessage): string {
  return (req.headers.authorization ?? '').replace(/^Bearer /, '')
}
