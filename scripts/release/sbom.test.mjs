import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { createSbom, SBOM_VERSION, serializeSbom } from './modules-sbom.mjs'

const tree = mkdtempSync(join(tmpdir(), 'tree-'))
after(() => rmSync(tree, { recursive: true }))

test('the bill of materials names every module with its licence and what it needs, and is valid CycloneDX', async () => {
  writeManifest('.', { name: 'timezone-registry', version: '1.0.0', license: 'MIT' })
  for (const name of ['config', 'contract', 'db']) writeManifest(`packages/${name}`, { name })
  writeManifest('apps/api', { name: 'api', dependencies: { express: '5.0.0' } })
  writeModule('express@5.0.0', { name: 'express', license: 'MIT', dependencies: { '@a/b': '1.0.0' } })
  writeModule('@a+b@1.0.0', { name: '@a/b', version: '1.0.0', license: '(MIT OR Apache-2.0)' })
  link('apps/api/node_modules/express', 'express@5.0.0/node_modules/express')
  link('node_modules/.pnpm/express@5.0.0/node_modules/@a/b', '@a+b@1.0.0/node_modules/@a/b')

  const text = serializeSbom(createSbom(tree))
  assert.equal(await new Validation.JsonStrictValidator(SBOM_VERSION).validate(text), null)
  const bom = JSON.parse(text)
  assert.deepEqual(
    bom.components.map(({ purl }) => purl),
    ['pkg:npm/%40a/b@1.0.0', 'pkg:npm/express@5.0.0'],
  )
  assert.deepEqual(bom.dependencies.slice(0, 3), [
    { ref: 'pkg:npm/%40a/b@1.0.0' },
    { ref: 'pkg:npm/express@5.0.0', dependsOn: ['pkg:npm/%40a/b@1.0.0'] },
    { ref: 'pkg:npm/timezone-registry@1.0.0', dependsOn: ['pkg:npm/express@5.0.0'] },
  ])
  assert.equal(bom.specVersion, Spec.Spec1dot6.version)
})

function writeModule(directory, manifest) {
  const path = `node_modules/.pnpm/${directory}/node_modules/${manifest.name}`
  writeManifest(path, { version: '5.0.0', ...manifest })
}

function writeManifest(directory, manifest) {
  mkdirSync(join(tree, directory), { recursive: true })
  writeFileSync(join(tree, directory, 'package.json'), JSON.stringify(manifest))
}

function link(path, target) {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  symlinkSync(join(tree, 'node_modules/.pnpm', target), join(tree, path))
}
