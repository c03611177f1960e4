import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createGrants, type Grants } from './grants.ts'

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
  const grants = createGrants<TestDiscord['user']>()
  const { url, ...disposal } = await listen((req, res) => handle(req, res))
  const discord: TestDiscord = {
    url,
    ...disposal,
    user: { id: '80351110224678912', username: 'nelly' },
    fault: undefined,
    issueCode: (redirectUri) => grants.issue(redirectUri, null),
    env: {
      OAUTH_DISCORD_CLIENT_ID: CLIENT.id,
      OAUTH_DISCORD_CLIENT_SECRET: CLIENT.secret,
      OAUTH_DISCORD_AUTHORIZE_URL: `${url}/oauth2/authorize`,
      OAUTH_DISCORD_TOKEN_URL: `${url}/api/oauth2/token`,
      OAUTH_DISCORD_USER_URL: `${url}/api/users/@me`,
    },
  }
  const handle = createDiscordEndpoints(discord, grants)
  return discord
}

function createDiscordEndpoints(discord: TestDiscord, grants: Grants<TestDiscord['user']>) {
  const endpoints: Record<string, (req: IncomingMessage, res: ServerResponse, url: URL) => unknown> = {
    '/oauth2/authorize': (_req, res, { searchParams }) => {
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      const code = () => grants.issue(back.origin + back.pathname, searchParams.get('code_challenge'))
      back.searchParams.set('state', searchParams.get('state') ?? '')
      if (discord.fault === 'denies') back.searchParams.set('error', 'access_denied')
      else back.searchParams.set('code', code())
      res.writeHead(302, { location: back.href }).end()
    },
    '/api/oauth2/token': async (req, res) => {
      const given = new URLSearchParams(await text(req))
      const token = grants.exchange(given, discord.user)
      const isClient = given.get('client_id') === CLIENT.id && given.get('client_secret') === CLIENT.secret
      if (!isClient) return answer(res, 401, { error: 'invalid_client' })
      if (token === undefined) return answer(res, 400, { error: 'invalid_grant' })
      answer(res, 200, { access_token: token, token_type: 'Bearer', expires_in: 604_800, scope: 'identify' })
    },
    '/api/users/@me': (req, res) => {
      const user = grants.userOf(bearerOf(req))
      if (user === undefined) answer(res, 401, { message: '401: Unauthorized', code: 0 })
      else answer(res, 200, user)
    },
  }
  return (req: IncomingMessage, res: ServerResponse) => {
    const url = new URL(req.url ?? '', discord.url)
    const endpoint = endpoints[url.pathname]
    if (failsWith(discord.fault, res)) return
    if (endpoint === undefined) answer(res, 404, { message: '404: Not Found' })
    else void endpoint(req, res, url)
  }
}

/** True if the fault has taken the response over. */
function failsWith(fault: TestDiscord['fault'], res: ServerResponse): boolean {
  if (fault === undefined || fault === 'denies') return false
  if (fault === 'down') answer(res, 503, { message: 'down' })
  if (fault === 'rate limited')
    res.writeHead(429, { 'content-type': 'application/json', 'retry-after': '7' }).end('{}')
  if (fault === 'behind a broken proxy')
    res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
  return true
}

function answer(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** A real OpenID provider; people sign in on its pages with any name they type. */
export async function startTestIssuer({
  redirectUris,
}: {
  redirectUris: string[]
}): Promise<Listening & { readonly env: Record<string, string> }> {
  const client = { client_id: 'timezone-registry', client_secret: 'a secret of the client' }
  // Only here, because it warns of its Node version when it is imported.
  const { default: Provider } = await import('oidc-provider')
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
      server.close()
      server.closeAllConnections()
    },
  }
}

function bearerOf(req: IncomingMessage): string {
  return (req.headers.authorization ?? '').replace(/^Bearer /, '')
}
