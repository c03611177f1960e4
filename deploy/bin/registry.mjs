#!/usr/bin/env node
// The command `registry` of a release. Reads `.env` in the working directory.
import { existsSync } from 'node:fs'

const NEEDED = 26

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  console.error(
    `Timezone Registry needs Node.js ${NEEDED} or newer; this is ${process.versions.node}.\n` +
      'Install it from https://nodejs.org, or with npm, and start again:\n' +
      `  npm install --global node@${NEEDED}`,
  )
  process.exit(1)
}
if (existsSync('.env')) process.loadEnvFile('.env')
await import('../apps/api/src/cli/registry.ts')
