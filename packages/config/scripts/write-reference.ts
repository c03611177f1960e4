import { readFileSync, writeFileSync } from 'node:fs'
import { configReference, envExample } from './config-reference.ts'

// Writes .env.example and the tables of docs/operations/configuration.md, below their introduction.
const ROOT = new URL('../../../', import.meta.url)
const PAGE = new URL('docs/operations/configuration.md', ROOT)

writeFileSync(new URL('.env.example', ROOT), envExample())
const introduction = readFileSync(PAGE, 'utf8').split(/^## /m)[0]
writeFileSync(PAGE, `${introduction}${configReference()}`)
