import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environmentSchema, loadConfig } from './config.ts'
import { SECRETS } from './secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
const DISCORD = { OAUTH_DISCORD_CLIENT_ID: '1' }

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const secretIn = (path: string) =>
  loadConfig({ ...DISCORD, OAUTH_DISCORD_CLIENT_SECRET_FILE: path }).login.discord?.clientSecret

test('every setting that may hold a secret may be in a file', () => {
  const secret = /SECRET|(?<!PUBLIC_)KEY$|TOKEN|PASSWORD|^(?:DATABASE|REDIS).*_URL$/
  expect(SECRETS.toSorted()).toEqual(
    Object.keys(environmentSchema.shape)
      .filter((name) => secret.test(name) && name !== 'OAUTH_DISCORD_TOKEN_URL')
      .toSorted(),
  )
})

test('a file holds the same as the variable, checked in the same way', () => {
  const url = 'postgres://registry@localhost/registry'
  expect(loadConfig({ DATABASE_URL_FILE: write('url', url) })).toEqual(loadConfig({ DATABASE_URL: url }))
  expect(() => loadConfig({ REDIS_URL_FILE: write('redis', 'http://x') })).toThrow(
    'REDIS_URL must be redis://',
  )
  expect(() => loadConfig({ OIDC_CLIENT_SECRET_FILE: write('oidc', 's') })).toThrow(
    'OIDC_ISSUER is missing: OIDC_CLIENT_SECRET requires it',
  )
  expect(loadConfig({ DATABASE_URL_FILE: '' })).toEqual(loadConfig({}))
})

test.for([
  ['a line break', 's3cret\n'],
  ['a line break of Windows', 's3cret\r\n'],
  ['space around it', ' s3cret \n\n'],
  ['a byte-order mark', '\ufeffs3cret'],
])('%s does not belong to the secret', ([name = '', content = '']) => {
  expect(secretIn(write(name, content))).toBe('s3cret')
})

test.for([
  ['does not exist', join(folder, 'nothing')],
  ['is not a regular file', folder],
  ['is not a regular file', '/dev/zero'],
  ['is larger than 16 KB', write('large', 'x'.repeat(16_385))],
  ['is empty', write('empty', '')],
  ['is empty', write('blank', ' \n')],
  ['has more than one line', write('lines', 's3cret\ns3cret')],
  ['is not in UTF-8', write('latin', Buffer.from([0xe9]))],
  ['cannot be read (ENOTDIR)', join(write('file', 'x'), 'inside')],
  ['cannot be read (ERR_INVALID_ARG_VALUE)', 'a\0b'],
])('a file that %s is refused', ([problem = '', path = '']) => {
  expect(() => secretIn(path)).toThrow(`OAUTH_DISCORD_CLIENT_SECRET_FILE names a file that ${problem}`)
})

test('both forms at once are refused, beside every other problem, and no secret is shown', () => {
  const env = {
    ...DISCORD,
    OAUTH_DISCORD_CLIENT_SECRET: 's3cret',
    PORT: 'x',
    OIDC_CLIENT_SECRET_FILE: '/nothing',
  }
  const load = () => loadConfig({ ...env, OAUTH_DISCORD_CLIENT_SECRET_FILE: write('other', '0ther') })
  expect(load).toThrow(
    'OAUTH_DISCORD_CLIENT_SECRET is set besides OAUTH_DISCORD_CLIENT_SECRET_FILE; remove one of them',
  )
  expect(load).toThrow('PORT must be')
  expect(load).toThrow('OIDC_CLIENT_SECRET_FILE names a file that does not exist')
  expect(load).not.toThrow(/s3cret|0ther/)
})

test.for(['tzr_', `tzr_${'a'.repeat(63)}`, `tzr_${'A'.repeat(64)}`, 'a'.repeat(64), `tzr_${'a'.repeat(72)}`])(
  'a first key like %s is refused',
  (key) => {
    expect(() => loadConfig({ INITIAL_API_KEY_FILE: write('key', key) })).toThrow(
      'INITIAL_API_KEY must be tzr_ and 64 hexadecimal digits',
    )
  },
)
