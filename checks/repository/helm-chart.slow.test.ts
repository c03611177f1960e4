import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { failIfRequired } from '@timezone-registry/test-servers/fail-if-required'
import { describe, expect, test } from 'vitest'

type Schema = { properties?: Record<string, Schema> }

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CHART = join(ROOT, 'deploy/helm/timezone-registry')
const HELM = process.env.HELM ?? 'helm'
const VALIDATOR = process.env.KUBERNETES_VALIDATE ?? 'kubernetes-validate'
const HANDBOOK = read(join(ROOT, 'docs/operations/install.md'))
const [INSTALL = ''] = HANDBOOK.match(/^helm .* install (?:.*\\\n)*.*$/m) ?? []
// A helm built by `go install` assumes Kubernetes 1.20.
const KUBERNETES = ['--kube-version', '1.33.0']

test('the chart has the version of the service', () => {
  const { version } = JSON.parse(read(join(ROOT, 'apps/api/package.json')))
  expect(read(join(CHART, 'Chart.yaml')).match(/^(version|appVersion): .*/gm)).toEqual([
    `version: ${version}`,
    `appVersion: ${version}`,
  ])
})

test('its templates use exactly the values that the schema allows', () => {
  const templates = globSync(join(CHART, 'templates/*')).map(read).join('\n')
  const used = [...templates.matchAll(/[$ (][$]?[.]Values[.]([\w.]+)/g)].map(([, path]) => path)
  const allowed = leavesOf(JSON.parse(read(join(CHART, 'values.schema.json')))).filter(
    (path) => path !== 'global',
  )
  expect(used.length).toBeGreaterThan(40)
  expect([...new Set(used)].toSorted()).toEqual(allowed.toSorted())
})

test('the schema allows every value that the handbook sets', () => {
  const allowed = leavesOf(JSON.parse(read(join(CHART, 'values.schema.json'))))
  const set = [...INSTALL.matchAll(/--set ([\w.]+)=/g)].map(([, path]) => path)
  expect(set.length).toBeGreaterThan(5)
  expect(allowed).toEqual(expect.arrayContaining(set))
})

test('the job that the chart gives to Prometheus is the one that the alert rules name', () => {
  // The label app.kubernetes.io/name is the chart's name.
  expect(read(join(CHART, 'templates/service-monitor.yaml'))).toMatch(
    /^ {2}jobLabel: app\.kubernetes\.io\/name$/m,
  )
  const job = read(join(CHART, 'Chart.yaml')).match(/^name: (.*)$/m)?.[1]
  const rules = read(join(ROOT, 'deploy/prometheus/timezone-registry.rules.yml'))
  expect(new Set(rules.match(/job="[^"]+"/g))).toEqual(new Set([`job="${job}"`]))
})

const missing = [HELM, VALIDATOR].filter((program) => spawnSync(program, ['--help']).status !== 0)
if (missing.length > 0) failIfRequired('HELM', `no ${missing.join(', ')}`)

describe.skipIf(missing.length > 0)('helm and Kubernetes accept the chart', () => {
  test.for(globSync(join(CHART, 'ci/*.yaml')))('with %s', (values) => {
    run(HELM, ['lint', CHART, '--strict', '--values', values, ...KUBERNETES])
    const manifests = run(HELM, ['template', 'registry', CHART, '--values', values, ...KUBERNETES])
    expect(manifests).toMatch(/kind: Deployment/)
    run(VALIDATOR, ['--strict', '-'], manifests)
  })

  test('as the handbook installs it', () => {
    const yaml = HANDBOOK.match(/```yaml\n([^`]+)```/)?.[1]
    const args = INSTALL.replace(' install ', ' template ').replace('deploy/helm/timezone-registry', CHART)
    const words = args.replaceAll('\\\n', ' ').trim().split(/\s+/).slice(1)
    const manifests = run(HELM, [...words, '--values', '-', ...KUBERNETES], yaml)
    run(VALIDATOR, ['--strict', '-'], manifests)
    expect(manifests).toMatch(/proxy-buffering: "off"/)
    const deployment = HANDBOOK.match(/exec deployment\/(\S+) -- registry doctor/)?.[1]
    expect(manifests).toContain(`kind: Deployment\nmetadata:\n  name: ${deployment}\n`)
    for (const [, secret, key] of HANDBOOK.matchAll(
      /create secret generic (\S+)[\s\\]+--from-literal (\w+)=/g,
    ))
      expect(manifests).toContain(`name: "${secret}", key: "${key}"`)
  })

  test('it trusts a proxy only with an ingress, unless the values say otherwise', () => {
    const proxiesWith = (...values: string[]) =>
      run(HELM, [
        'template',
        CHART,
        ...KUBERNETES,
        '--set',
        'database.existingSecret=database',
        ...values,
      ]).match(/name: TRUST_PROXY, value: "(\d+)"/)?.[1]
    const ingress = ['ingress.enabled=true', 'ingress.host=a.example', 'publicUrl=https://a.example'].flatMap(
      (value) => ['--set', value],
    )
    expect(proxiesWith()).toBe('0')
    expect(proxiesWith(...ingress)).toBe('1')
    expect(proxiesWith('--set', 'trustProxy=2')).toBe('2')
    expect(proxiesWith(...ingress, '--set', 'trustProxy=0')).toBe('0')
  })

  test('with security contexts that the values change or remove', () => {
    const render = (...values: string[]) =>
      run(HELM, ['template', CHART, ...KUBERNETES, '--set', 'database.existingSecret=database', ...values])
    expect(render().match(/runAsUser: 1000/g)).toHaveLength(2)
    const openShift = render('--set', 'podSecurityContext.runAsUser=null,podSecurityContext.fsGroup=null')
    expect(openShift).not.toMatch(/runAsUser|fsGroup/)
    expect(openShift).toMatch(/runAsNonRoot: true/)
    const none = render('--set', 'podSecurityContext=null,securityContext=null')
    expect(none).not.toContain('securityContext')
  })

  test('unless the values cannot work', () => {
    const wrong = (...values: string[]) =>
      spawnSync(HELM, ['template', CHART, ...KUBERNETES, ...values], { encoding: 'utf8' }).stderr
    const database = ['--set', 'database.existingSecret=database']
    expect(wrong()).toMatch(/Set database.existingSecret/)
    expect(wrong(...database, '--set', 'replicas=2')).toMatch(/Several pods need Redis/)
    expect(wrong(...database, '--set', 'replica=2')).toMatch(
      /additional propert(?:ies 'replica'|y replica is) not allowed/i,
    )
    expect(wrong(...database, '--set', 'config.DATABASE_URL=postgres://')).toMatch(/DATABASE_URL/)
  })
})

/** `['image.repository', …]`: the paths of a schema's properties that have no properties themselves. */
function leavesOf({ properties = {} }: Schema): string[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    schema.properties === undefined ? [name] : leavesOf(schema).map((path) => `${name}.${path}`),
  )
}

function run(program: string, args: string[], input?: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', input })
  expect(status, `${program} ${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
  return stdout
}

function read(path: string): string {
  return readFileSync(path, 'utf8')
}
