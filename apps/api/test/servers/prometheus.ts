import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { failIfRequired } from '@timezone-registry/test-servers/fail-if-required'
import { freePort } from '@timezone-registry/test-servers/free-port'
import { signalProcess, waitUntil } from '@timezone-registry/test-servers/server-process'

/** Prometheus with an Alertmanager, both on loopback, stopped when they are disposed. */
export type TestPrometheus = {
  /** The value of each series that an expression selects now. */
  query(expression: string): Promise<{ labels: Record<string, string>; value: number }[]>
  /** The alerts that the Alertmanager has sent, as `firing <name>` or `resolved <name>`. */
  readonly notifications: readonly string[]
  [Symbol.asyncDispose](): Promise<void>
}

/** Why tests on a real Prometheus cannot run here; undefined if they can. Throws if `REQUIRE_PROMETHEUS=1`. */
export function prometheusMissing(): string | undefined {
  const missing = ['prometheus', 'promtool', 'prometheus-alertmanager'].find(
    (program) => spawnSync(program, ['--version']).status !== 0,
  )
  if (missing === undefined) return undefined
  const reason = `there is no ${missing} on the PATH`
  failIfRequired('PROMETHEUS', reason)
  return reason
}

/** Scrapes `target` (host and port) as the job `timezone-registry`, five times a second, and evaluates `rules`. */
export async function startTestPrometheus({
  target,
  rules,
}: {
  target: string
  /** The text of a rules file. */
  rules: string
}): Promise<TestPrometheus> {
  const directory = mkdtempSync(join(tmpdir(), 'test-prometheus-'))
  await using opened = new AsyncDisposableStack()
  opened.defer(() => rmSync(directory, { recursive: true, force: true }))
  const inbox = opened.use(await startInbox())
  const [port, alertsPort] = [await freePort(), await freePort()]
  const write = (name: string, content: string) => {
    writeFileSync(join(directory, name), content)
    return join(directory, name)
  }
  const alertsConfig = write(
    'alertmanager.yml',
    `route: { receiver: test, group_by: [alertname], group_wait: 100ms, group_interval: 200ms }
receivers: [{ name: test, webhook_configs: [{ url: 'http://127.0.0.1:${inbox.port}', send_resolved: true }] }]`,
  )
  write('test.rules.yml', rules)
  const config = write(
    'prometheus.yml',
    `global: { scrape_interval: 200ms, scrape_timeout: 200ms, evaluation_interval: 200ms }
rule_files: [test.rules.yml]
scrape_configs: [{ job_name: timezone-registry, scrape_timeout: 200ms, static_configs: [{ targets: ['${target}'] }] }]
alerting: { alertmanagers: [{ static_configs: [{ targets: ['127.0.0.1:${alertsPort}'] }] }] }`,
  )
  opened.use(
    start('prometheus-alertmanager', [
      `--config.file=${alertsConfig}`,
      `--storage.path=${join(directory, 'alerts')}`,
      `--web.listen-address=127.0.0.1:${alertsPort}`,
      '--cluster.listen-address=',
    ]),
  )
  opened.use(
    start('prometheus', [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]),
  )
  await waitUntil(() => isReady(`http://127.0.0.1:${port}/-/ready`), 'Prometheus to be ready')
  await waitUntil(() => isReady(`http://127.0.0.1:${alertsPort}/-/ready`), 'the Alertmanager to be ready')
  const resources = opened.move()
  return {
    query: (expression) => query(`http://127.0.0.1:${port}`, expression),
    notifications: inbox.notifications,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

function start(program: string, args: string[]): AsyncDisposable {
  const child = spawn(program, args, { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const kill = () => signalProcess(child.pid, 'SIGKILL')
  process.on('exit', kill)
  return {
    [Symbol.asyncDispose]: async () => {
      kill()
      await exited
      process.off('exit', kill)
    },
  }
}

/** Receives what an Alertmanager sends. */
async function startInbox() {
  const notifications: string[] = []
  const server = createServer(async (req, res) => {
    const { alerts }: { alerts: { status: string; labels: { alertname: string } }[] } = JSON.parse(
      await text(req),
    )
    notifications.push(...alerts.map(({ status, labels }) => `${status} ${labels.alertname}`))
    res.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    notifications,
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

type Answer = { data: { result: { metric: Record<string, string>; value: [number, string] }[] } }

async function query(address: string, expression: string) {
  const answer = await fetch(`${address}/api/v1/query?${new URLSearchParams({ query: expression })}`)
  const { data } = (await answer.json()) as Answer
  return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }))
}
