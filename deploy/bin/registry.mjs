#!/usr/bin/env node
// The command `registry` of a release. Reads `.env` in the working directory.
import { accessSync, constants, existsSync } from 'node:fs'

const NEEDED = 26
// An invalid configuration, as for the service: a restart does not help.
const EXIT_CODE_CONFIG = 78

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  console.error(
    `Timezone Registry needs Node.js ${NEEDED} or newer; this is ${process.versions.node}.\n` +
      'Install it from https://nodejs.org, or with npm, and start again:\n' +
      `  npm install --global node@${NEEDED}`,
  )
  process.exit(1)
}
if (existsSync('.env')) loadSettings()
await import('../apps/api/src/cli/registry.ts')

function loadSettings() {
  try {
    // Node would call a file that this user may not read missing.
    accessSync('.env', constants.R_OK)
    process.loadEnvFile('.env')
    // As if Node had read it at its start: the service then checks this file, too.
    process.execArgv.push('--env-file=.env')
  } catch (error) {
    console.error(`The file .env cannot be read: ${error.message}`)
    process.exit(EXIT_CODE_CONFIG)
  }
}
