import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { afterAll, expect, test } from 'vitest'
import { createSbom, SBOM_VERSION, serializeSbom } from './modules-sbom.ts'

type Manifest = { name: string; version?: string; license?: string; dependencies?: Record<string, string> }

const tree = mkdtempSync(join(tmpdir(), 'tree-'))
afterAll(() => rmSync(tree, { recursive: true }))

test('the bill of materials names every module with its licence and what it needs, and is valid CycloneDX', async () => {
  writeManifest('.', { name: 'timezone-registry', version: '1.0.0', license: 'MIT' })
  for (const name of ['config', 'contract', 'db', 'discord', 'zones'])
    writeManifest(`packages/${name}`, { name })
  writeManifest('apps/api', { name: 'api', dependencies: { express: '5.0.0' } })
  writeModule('express@5.0.0', { name: 'express', license: 'MIT', dependencies: { '@a/b': '1.0.0' } })
  writeModule('@a+b@1.0.0', { name: '@a/b', version: '1.0.0', license: '(MIT OR Apache-2.0)' })
  link('apps/api/node_modules/express', 'express@5.0.0/node_modules/express')
  link('node_modules/.pnpm/express@5.0.0/node_modules/@a/b', '@a+b@1.0.0/node_modules/@a/b')

  const text = serializeSbom(createSbom(tree))
  expect(await new Validation.JsonStrictValidator(SBOM_VERSION).validate(text)).toBeNull()
  const bom = JSON.parse(text)
  expect(bom.components).toMatchObject([
    { purl: 'pkg:npm/%40a/b@1.0.0', licenses: [{ expression: '(MIT OR Apache-2.0)' }] },
    { purl: 'pkg:npm/express@5.0.0', licenses: [{ license: { id: 'MIT' } }] },
  ])
  expect(bom.dependencies.slice(0, 3)).toEqual([
    { ref: 'pkg:npm/%40a/b@1.0.0' },
    { ref: 'pkg:npm/express@5.0.0', dependsOn: ['pkg:npm/%40a/b@1.0.0'] },
    { ref: 'pkg:npm/timezone-registry@1.0.0', dependsOn: ['pkg:npm/express@5.0.0'] },
  ])
  expect(bom.specVersion).toBe(Spec.Spec1dot6.version)
})

function writeModule(directory: string, manifest: Manifest): void {
  const path = `node_modules/.pnpm/${directory}/node_modules/${manifest.name}`
  writeManifest(path, { version: '5.0.0', ...manifest })
}

function writeManifest(directory: string, manifest: Manifest): void {
  mkdirSync(join(tree, directory), { recursive: true })
  writeFileSync(join(tree, directory, 'package.json'), JSON.stringify(manifest))
}

function link(path: string, target: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  symlinkSync(join(tree, 'node_modules/.pnpm', target), join(tree, path))
}
