import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { failIfRequired } from '@timezone-registry/test-servers/fail-if-required'
import { expect, test } from 'vitest'

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const MACHINE = fileURLToPath(new URL('./debian/machine.sh', import.meta.url))
const PAGE = readFileSync(join(CHECKOUT, 'docs/operations/debian.md'), 'utf8')
const DOWNLOAD = 'https://github.com/example/timezone-registry/releases/download/v$version'
const NEEDED = `command -v nginx pg_createcluster openssl && unshare --mount --net --pid --fork \
  sh -c 'mount -t tmpfs tmpfs /mnt && mkdir /mnt/u /mnt/w /mnt/r && mount -t overlay o -o lowerdir=/,upperdir=/mnt/u,workdir=/mnt/w /mnt/r'`
const canRun =
  spawnSync('sh', ['-c', NEEDED], { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } }).status === 0
if (!canRun) failIfRequired('DEBIAN', 'no root, nginx, PostgreSQL or openssl for a machine of its own')

// Needs root for a machine of its own; the certificate, systemd and the download are replaced.
test.skipIf(!canRun)(
  'the commands of the page lead from nothing to a service behind TLS, with a key and a backup that can be restored',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'debian-'))
    const commands = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
    expect(commands).toHaveLength(7)
    const script = join(directory, 'script.sh')
    const [, restore = ''] = /^```\n(cd \/\n.*?)^```$/ms.exec(PAGE) ?? []
    const lines = [...commands, CHECKS, restore, RESTORED]
    writeFileSync(script, lines.join('\n').replaceAll(DOWNLOAD, 'file:///opt/release'))
    const machine = join(directory, 'machine')
    mkdirSync(machine)
    try {
      const { status, stdout } = spawnSync(MACHINE, [machine, CHECKOUT, script], { encoding: 'utf8' })
      expect(status, stdout).toBe(0)
      expect(stdout).toMatch(/^tzr_/m)
      expect(stdout).toContain('saved by key\n')
      expect(stdout).toContain('deleted, then restored\n')
      expect(stdout).not.toMatch(/^problem/m)
    } finally {
      rmSync(directory, { recursive: true })
    }
  },
)

const CHECKS = `
key=$(registry keys create --name test --scope records:write --json | grep -o 'tzr_[^"]*')
curl --fail --silent --output /dev/null "https://$domain/v1/set" --header "Authorization: Bearer $key" \\
  --header 'Content-Type: application/json' --data '{"user_id":"1","username":"nelly","timezone":"Europe/Berlin"}'
curl --fail --silent "https://$domain/v1/get?id=1" | grep --quiet Berlin && echo saved by key
curl --silent "http://$domain/" | grep --quiet 301
/etc/cron.daily/timezone-registry
curl --fail --silent --output /dev/null --request DELETE "https://$domain/v1/delete?user_id=1" --header "Authorization: Bearer $key"
`

const RESTORED = `
systemctl start timezone-registry
curl --fail --silent "https://$domain/v1/get?id=1" | grep --quiet Berlin && echo deleted, then restored
`
