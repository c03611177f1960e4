import type { Config } from '@timezone-registry/config'
import type { Database } from '@timezone-registry/db'
import type { Replica } from '../feed/replica/replica.ts'
import type { OnWritten, ReadSource } from '../feed/replica/write-position.ts'
import type { Tail } from '../feed/tail.ts'
import { createListReads } from './list-queries.ts'
import { createRecordCache } from './record-cache.ts'
import { createRecordList, type FoundList } from './record-list.ts'
import { createRecordRegistry, type RecordRegistry } from './record-registry.ts'
import { createRecordSearch, type RecordSearch } from './record-search.ts'
import { createRecordStats, type RecordStats } from './record-stats.ts'
import { createRecordStore } from './record-store.ts'
import { createReplicaReads, type Reads } from './replica-reads.ts'
import { createFindByName } from './search-queries.ts'

/** The records: their rules, statistics, and name search. */
export type Records = {
  readonly registry: RecordRegistry
  readonly stats: RecordStats
  readonly search: RecordSearch
  /** The list of all public records, from the server that such a read uses. */
  findList(source?: ReadSource): Promise<FoundList>
}

type RecordsOptions = {
  database: Database
  /** Undefined if everything is read from the database. */
  replica: Replica | undefined
  tail: Tail
  noteWritten: OnWritten
  config: Pick<Config, 'database' | 'records'>
}

// Above the time limit of a statement.
const LIST_TIMEOUT_MILLISECONDS = 2500

export function createRecords(options: RecordsOptions): Records {
  const { database, replica, tail, config } = options
  const primary = createRecordStore(database, { ...config.records, onWritten: options.noteWritten })
  const findByName = createFindByName(database)
  const reads = replica && createReads(replica, { ...primary, findByName })
  const store = { ...primary, ...reads }
  const createList = (from: Database) => createRecordList(createListReads(from))
  const list = createList(database)
  const routeList = replica?.route(list, createList)
  return {
    registry: createRecordRegistry({
      store,
      cache: createRecordCache({
        tail,
        isCacheable: replica?.isCacheable ?? (() => true),
      }),
      onWritten: replica?.noteWritten,
    }),
    stats: createRecordStats({ store }),
    search: createRecordSearch({ findByName: reads?.findByName ?? findByName }),
    findList: (source) =>
      routeList === undefined || source === 'primary'
        ? list.find()
        : routeList((reader) => reader.find(), LIST_TIMEOUT_MILLISECONDS),
  }
}

function createReads(replica: Replica, primary: Reads): Reads {
  const create = (database: Database): Reads => ({
    ...createRecordStore(database),
    findByName: createFindByName(database),
  })
  return createReplicaReads({ primary, route: replica.route(primary, create), isRecent: replica.isRecent })
}
