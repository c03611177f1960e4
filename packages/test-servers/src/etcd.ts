import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { killWhenDisposed } from './kill-when-disposed.ts'
import { waitUntil } from './server-process.ts'
import { unprivileged } from './unprivileged.ts'

const ETCD = 'etcd'
const MEMBERS = 3
const START_SECONDS = 60

/** Starts a cluster of three on loopback, and resolves to their hosts and ports. */
export async function startEtcd(opened: AsyncDisposableStack, directory: string): Promise<string[]> {
  const members = []
  for (let number = 1; number <= MEMBERS; number++)
    members.push({
      name: `etcd-${number}`,
      client: `http://127.0.0.1:${await freePort()}`,
      peer: `http://127.0.0.1:${await freePort()}`,
    })
  const cluster = members.map(({ name, peer }) => `${name}=${peer}`).join(',')
  for (const { name, client, peer } of members) {
    const urls = { 'listen-client': client, 'advertise-client': client, 'listen-peer': peer }
    const flags = Object.entries({ ...urls, 'initial-advertise-peer': peer }).flatMap(([flag, url]) => [
      `--${flag}-urls`,
      url,
    ])
    const data = ['--name', name, '--data-dir', join(directory, name), '--initial-cluster', cluster]
    const child = spawn(ETCD, [...data, ...flags, '--enable-v2=true'], { stdio: 'ignore', ...unprivileged })
    killWhenDisposed(opened, () => [child.pid])
  }
  const isHealthy = async (url: string) =>
    fetch(`${url}/health`).then(
      async (response) => (await response.text()).includes('"true"'),
      () => false,
    )
  for (const { client } of members) await waitUntil(() => isHealthy(client), 'etcd to answer', START_SECONDS)
  return members.map(({ client }) => new URL(client).host)
}
