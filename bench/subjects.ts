import type { Row } from './measuring/report.ts'
import type { Environment } from './servers/environment.ts'
import { measureKnown } from './subjects/known.ts'
import { measureList } from './subjects/list.ts'
import { measureMixed } from './subjects/mixed.ts'
import { measureOriginal } from './subjects/original.ts'
import { measurePerson } from './subjects/person.ts'
import { measureReads } from './subjects/reads.ts'
import { measureSets } from './subjects/sets.ts'
import { measureStart } from './subjects/start.ts'
import { measureStats } from './subjects/stats.ts'
import { measureWeight } from './subjects/weight.ts'

type Subject = (environment: Environment) => Promise<Row[]>

/** Every subject by the name it has on the command line. Each starts on an empty database. */
export const SUBJECTS = {
  known: measureKnown,
  reads: measureReads,
  sets: measureSets,
  mixed: measureMixed,
  stats: measureStats,
  list: measureList,
  original: measureOriginal,
  person: measurePerson,
  start: measureStart,
  weight: measureWeight,
} satisfies Record<string, Subject>

/** Whether a text from the command line names a subject. */
export function isSubject(name: string): name is keyof typeof SUBJECTS {
  return Object.hasOwn(SUBJECTS, name)
}
