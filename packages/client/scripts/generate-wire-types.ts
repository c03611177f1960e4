import { writeFileSync } from 'node:fs'
import { createWireTypes } from './wire-types.ts'

writeFileSync(new URL('../src/wire.ts', import.meta.url), createWireTypes())
