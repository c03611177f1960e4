import type { Config } from '@timezone-registry/config'
import type { Database } from '@timezone-registry/db'
import type { Tail } from '../feed/tail.ts'
import { createListQueries } from './list-queries.ts'
import { createRecordCache } from './record-cache.ts'
import { createRecordList, type FoundList } from './record-list.ts'
import { createRecordRegistry, type RecordRegistry } from './record-registry.ts'
import { createRecordSearch } from './record-search.ts'
import { createRecordStats, type RecordStats } from './record-stats.ts'
import { createRecordStore } from './record-store.ts'
import { createFindByName, type FindByName } from './search-queries.ts'

/** The records: their rules, statistics, and name search. */
export type Records = {
  readonly registry: RecordRegistry
  readonly stats: RecordStats
  findByName: FindByName
  /** The list of all public records. */
  findList(): Promise<FoundList>
}

type RecordsOptions = {
  database: Database
  tail: Tail
  config: Pick<Config, 'records' | 'sessions'>
}

export function createRecords({ database, tail, config }: RecordsOptions): Records {
  const store = createRecordStore(database, { ...config.records, sessions: config.sessions })
  const queries = createListQueries(database)
  return {
    registry: createRecordRegistry({ store, cache: createRecordCache({ tail }) }),
    stats: createRecordStats(queries),
    findByName: createRecordSearch({ findByName: createFindByName(database) }),
    findList: createRecordList(queries).find,
  }
}
