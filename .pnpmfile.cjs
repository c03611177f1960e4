// Optional parts of packages that nothing here uses. They would be a tenth of what `npm start` downloads.
const UNUSED = {
  '@rollup/pluginutils': ['rollup'],
  '@tailwindcss/oxide': ['@tailwindcss/oxide-wasm32-wasi'],
  vite: ['esbuild', 'tsx', 'yaml'],
}

// Here, because npm, which people type first in a clone, cannot read `catalog:` in package.json.
const TOOLS = { turbo: 'catalog:', vitest: 'catalog:' }

function readPackage(manifest) {
  if (manifest.name === 'timezone-registry') manifest.devDependencies = TOOLS
  for (const name of UNUSED[manifest.name] ?? [])
    for (const group of ['optionalDependencies', 'peerDependencies', 'peerDependenciesMeta'])
      delete manifest[group]?.[name]
  return manifest
}

module.exports = { hooks: { readPackage } }
