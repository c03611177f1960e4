import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../run.mjs'

const CHART = join(ROOT, 'deploy/helm/timezone-registry')
const HELM = process.env.HELM ?? 'helm'
const VALIDATOR = process.env.KUBERNETES_VALIDATE ?? 'kubernetes-validate'
const HANDBOOK = read(join(ROOT, 'docs/operations/kubernetes.md'))
const [INSTALL] = HANDBOOK.match(/^helm .* install (?:.*\\\n)*.*$/m)
// A helm built by `go install` assumes Kubernetes 1.20.
const KUBERNETES = ['--kube-version', '1.33.0']

test('the chart has the version of the service', () => {
  const { version } = JSON.parse(read(join(ROOT, 'apps/api/package.json')))
  assert.deepEqual(read(join(CHART, 'Chart.yaml')).match(/^(version|appVersion): .*/gm), [
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
  assert.ok(used.length > 40)
  assert.deepEqual([...new Set(used)].toSorted(), allowed.toSorted())
})

test('the schema allows every value that the handbook sets', () => {
  const allowed = leavesOf(JSON.parse(read(join(CHART, 'values.schema.json'))))
  const set = [...INSTALL.matchAll(/--set ([\w.]+)=/g)].map(([, path]) => path)
  assert.ok(set.length > 5)
  assert.deepEqual(
    set.filter((path) => !allowed.includes(path)),
    [],
  )
})

test('the job that the chart gives to Prometheus is the one that the alert rules name', () => {
  // The label app.kubernetes.io/name is the chart's name.
  assert.match(
    read(join(CHART, 'templates/service-monitor.yaml')),
    /^ {2}jobLabel: app\.kubernetes\.io\/name$/m,
  )
  const [, job] = read(join(CHART, 'Chart.yaml')).match(/^name: (.*)$/m)
  const rules = read(join(ROOT, 'deploy/prometheus/timezone-registry.rules.yml'))
  assert.deepEqual([...new Set(rules.match(/job="[^"]+"/g))], [`job="${job}"`])
})

const missing = [HELM, VALIDATOR].filter((program) => spawnSync(program, ['--help']).status !== 0)
if (process.env.REQUIRE_HELM === '1') assert.deepEqual(missing, [])

test('helm and Kubernetes accept the chart', { skip: missing.length > 0 && `no ${missing}` }, async (t) => {
  for (const values of globSync(join(CHART, 'ci/*.yaml')))
    await t.test(values.slice(CHART.length + 1), () => {
      run(HELM, ['lint', CHART, '--strict', '--values', values, ...KUBERNETES])
      const manifests = run(HELM, ['template', 'registry', CHART, '--values', values, ...KUBERNETES])
      assert.match(manifests, /kind: Deployment/)
      run(VALIDATOR, ['--strict', '-'], manifests)
    })
  await t.test('as the handbook installs it', () => {
    const [, yaml] = HANDBOOK.match(/```yaml\n([^`]+)```/)
    const args = INSTALL.replace(' install ', ' template ').replace('deploy/helm/timezone-registry', CHART)
    const words = args.replaceAll('\\\n', ' ').trim().split(/\s+/).slice(1)
    const manifests = run(HELM, [...words, '--values', '-', ...KUBERNETES], yaml)
    run(VALIDATOR, ['--strict', '-'], manifests)
    assert.match(manifests, /proxy-buffering: "off"/)
    const [, deployment] = HANDBOOK.match(/exec deployment\/(\S+) -- registry doctor/)
    assert.match(manifests, new RegExp(`kind: Deployment\nmetadata:\n  name: ${deployment}\n`))
    for (const [, secret, key] of HANDBOOK.matchAll(
      /create secret generic (\S+)[\s\\]+--from-literal (\w+)=/g,
    ))
      assert.match(manifests, new RegExp(`name: "${secret}", key: "${key}"`))
  })
  await t.test('and helm refuses values that cannot work', () => {
    const wrong = (...values) =>
      spawnSync(HELM, ['template', CHART, ...KUBERNETES, ...values], { encoding: 'utf8' }).stderr
    const database = ['--set', 'database.existingSecret=database']
    assert.match(wrong(), /Set database.existingSecret/)
    assert.match(wrong(...database, '--set', 'replicas=2'), /Several pods need Redis/)
    assert.match(wrong(...database, '--set', 'replica=2'), /additional properties 'replica' not allowed/)
    assert.match(wrong(...database, '--set', 'config.DATABASE_URL=postgres://'), /DATABASE_URL/)
  })
})

/** `['image.repository', …]`: the paths of a schema's properties that have no properties themselves. */
function leavesOf({ properties = {} }) {
  return Object.entries(properties).flatMap(([name, schema]) =>
    schema.properties === undefined ? [name] : leavesOf(schema).map((path) => `${name}.${path}`),
  )
}

function run(program, args, input) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', input })
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

function read(path) {
  return readFileSync(path, 'utf8')
}
