// `node checks/repository/sbom.ts TREE` writes TREE/sbom.cdx.json, a CycloneDX list of the modules in a service tree.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createSbom, serializeSbom } from './modules-sbom.ts'

const [tree] = process.argv.slice(2)
if (tree === undefined) throw new Error('Name the directory of a service tree.')
writeFileSync(join(tree, 'sbom.cdx.json'), `${serializeSbom(createSbom(resolve(tree)))}\n`)
