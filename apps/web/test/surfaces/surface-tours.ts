import { ACCOUNT, ADMIN, TRAVEL } from './account-surfaces.ts'
import { FAILURES, MEET, PEOPLE, PERSON } from './people-surfaces.ts'
import { OWN, SETTING } from './record-surfaces.ts'

/** Whatever opens on top of a view. */
export const SURFACE_TOURS = [SETTING, OWN, ACCOUNT, ADMIN, TRAVEL, PEOPLE, MEET, PERSON, FAILURES]
