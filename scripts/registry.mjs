#!/usr/bin/env node
// `npx registry …` in a clone. npm prints no banner for it, so standard output has only the command's answer.
process.argv.splice(2, 0, 'registry')
await import('./bootstrap.mjs')
