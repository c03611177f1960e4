import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import parseExpression from 'spdx-expression-parse'

const PACKAGES = ['config', 'contract', 'db', 'discord', 'zones']
const WORKSPACES = ['apps/api', ...PACKAGES.map((name) => `packages/${name}`)]

type Manifest = {
  name: string
  version: string
  license?: string | { type?: string }
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export const SBOM_VERSION = Spec.Spec1dot6.version

/** The bill of materials of a service tree: every module in it, and which needs which. */
export function createSbom(tree: string): Models.Bom {
  const service = componentOf(readManifest(tree), Enums.ComponentType.Application)
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: service }) })
  const directories = globSync('node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json', { cwd: tree })
    .map((path) => dirname(join(tree, path)))
    .filter((directory) => realpathSync(directory) === directory)
  const components = new Map(
    directories.map((directory) => [directory, componentOf(readManifest(directory))]),
  )
  for (const [directory, component] of components) {
    bom.components.add(component)
    addDependencies(component, { directory, components })
  }
  for (const workspace of WORKSPACES)
    addDependencies(service, { directory: join(tree, workspace), components })
  return bom
}

/** A bill of materials as CycloneDX JSON. The same modules give the same text. */
export function serializeSbom(bom: Models.Bom): string {
  const normalizers = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)
  return new Serialize.JsonSerializer(normalizers).serialize(bom, { sortLists: true, space: 2 })
}

function addDependencies(
  component: Models.Component,
  { directory, components }: { directory: string; components: Map<string, Models.Component> },
): void {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = readManifest(directory)
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
    const needed = components.get(findModule(name, directory) ?? '')
    if (needed !== undefined) component.dependencies.add(needed.bomRef)
  }
}

/** The directory that Node would load a module from; undefined if it is not installed. */
function findModule(name: string, directory: string): string | undefined {
  for (let parent = directory; parent !== dirname(parent); parent = dirname(parent)) {
    const path = join(parent, 'node_modules', name)
    if (existsSync(path)) return realpathSync(path)
  }
  return undefined
}

function componentOf(manifest: Manifest, type = Enums.ComponentType.Library): Models.Component {
  const [group, name] = manifest.name.startsWith('@') ? manifest.name.split('/') : [undefined, manifest.name]
  const purl = `pkg:npm/${group === undefined ? '' : `${encodeURIComponent(group)}/`}${name}@${manifest.version}`
  const component = new Models.Component(type, name, { group, version: manifest.version, purl, bomRef: purl })
  const licence = typeof manifest.license === 'string' ? manifest.license : manifest.license?.type
  if (licence !== undefined)
    component.licenses.add(
      new Contrib.License.Factories.LicenseFactory(parseExpression).makeFromString(licence),
    )
  return component
}

function readManifest(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
}
