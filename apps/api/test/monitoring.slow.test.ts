import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { failIfRequired } from '@timezone-registry/test-servers/fail-if-required'
import { describe, expect, test } from 'vitest'
import { startTestApi } from './start-test-api.ts'

const DEPLOY = new URL('../../../deploy/', import.meta.url)
const FOLDER = fileURLToPath(new URL('prometheus/', DEPLOY))
const RULES = readFileSync(new URL('prometheus/timezone-registry.rules.yml', DEPLOY), 'utf8')
const DASHBOARD = readFileSync(new URL('grafana/timezone-registry.json', DEPLOY), 'utf8')
const RUNBOOK = readFileSync(new URL('../../../docs/operations/incidents.md', import.meta.url), 'utf8')
const hasNoPromtool = spawnSync('promtool', ['--version']).status !== 0
if (hasNoPromtool) failIfRequired('PROMETHEUS', 'there is no promtool on the PATH')

describe.skipIf(hasNoPromtool)('the rules for Prometheus', () => {
  test('are valid, and so is the sample configuration', async () => {
    await promtool('check', 'rules', 'timezone-registry.rules.yml')
    await promtool('check', 'config', 'prometheus.yml')
  })

  test('alert in the cases of their own tests, and in no other', async () => {
    await promtool('test', 'rules', 'timezone-registry.rules.test.yml')
  })
})

describe('the dashboard and the rules', () => {
  test('use no metric that the service does not have', async () => {
    await using api = await startTestApi({ METRICS_PORT: '0' })
    const metrics = await (await fetch(`${api.metricsUrl}/metrics`)).text()
    const served = [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    const used = [...`${RULES}${DASHBOARD}`.matchAll(/(?<![\w:])(?:http|timezone_registry)_\w+(?!:)\b/g)]
      .map(([name]) => name.replace(/_(?:bucket|count)$/, ''))
      .filter((name) => name !== 'timezone_registry')
    expect(new Set(used).size).toBeGreaterThan(10)
    for (const name of used) expect(served).toContain(name)
    // What the dashboard takes from the rules is recorded there.
    for (const [name] of DASHBOARD.matchAll(/timezone_registry:\w+:\w+/g))
      expect(RULES).toContain(`record: ${name}\n`)
  })

  test('every alert has an entry in the runbook', () => {
    const anchors = new Set(
      [...RULES.matchAll(/runbook_url: docs\/operations\/incidents\.md#([\w-]+)/g)].map(
        ([, anchor]) => anchor,
      ),
    )
    expect(anchors.size).toBeGreaterThan(5)
    expect(RULES.match(/runbook_url:/g)).toHaveLength(RULES.match(/- alert:/g)?.length ?? 0)
    const headings = [...RUNBOOK.matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    for (const anchor of anchors) expect(headings).toContain(anchor)
  })
})

function promtool(...args: string[]) {
  return promisify(execFile)('promtool', args, { cwd: FOLDER })
}
