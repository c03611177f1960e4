import { writeFileSync } from 'node:fs'
import { PLACES_FILE } from '../src/zone-data.ts'
import { writePlaces } from './place-rows.ts'

writeFileSync(PLACES_FILE, writePlaces())
