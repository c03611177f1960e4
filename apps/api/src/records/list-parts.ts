import { compressPiece, expandPiece, type Piece, storePiece } from './gzip-member.ts'

/** What the list shows of a user. */
type Shown = { username: string; timezone: string }

/** By user id; undefined for users whom the list does not show. */
type ListedRecords = ReadonlyMap<string, Shown | undefined>

/**
 * The map of all records as JSON, compressed in parts: the users up to an id. A change compresses only the parts of its users
 * again. In memory, 25 bytes for each ordinary record.
 */
export type ListParts = {
  /** Not in parallel. If it rejects, nothing has changed. */
  change(records: ListedRecords): Promise<void>
  /** How much memory the parts take, in bytes. */
  readonly bytes: number
  /** True if so many records are gone that building the list again would leave a few of its parts. */
  readonly isSparse: boolean
  /** The JSON text after `LIST_START`. Each part is as it is when the reader takes it, so a slow reader holds no earlier ones. */
  read(): Iterable<Piece>
  /** Makes readers fail, so that they do not hold these parts any longer. */
  cut(): void
}

/**
 * The users up to a key, which the last part does not have. Keys have JavaScript's order, because a database's depends on its
 * collation.
 */
type Part = {
  readonly until: string | undefined
  readonly count: number
  readonly members: Piece | undefined
}

/** A user's id as JSON, and their member of the map, if they have one. */
type Line = { key: string; text: string | undefined }

// Smaller parts compress worse, larger ones take longer to change: half a millisecond.
const PART_RECORDS = 400
const AT_ONCE = 4
const MAX_SPARSE = 8
const SEPARATOR = ',\n'
const [BETWEEN, END] = [storePiece(SEPARATOR), storePiece('}')]

/** The beginning of every list. */
export const LIST_START = storePiece('{')

export function createListParts(): ListParts {
  let parts: readonly Part[] = [{ until: undefined, count: 0, members: undefined }]
  let isCut = false

  return {
    change: async (records) => {
      const lines = [...records].map(([userId, shown]) => toLine(userId, shown))
      const byPart = Map.groupBy(lines, ({ key }) => indexOf(parts, key))
      const indexes = [...byPart.keys()]
      const changed = new Map<number, Part[]>()
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let index = indexes.pop(); index !== undefined; index = indexes.pop())
            changed.set(index, await changePart(parts[index] as Part, byPart.get(index) ?? []))
        }),
      )
      parts = parts.flatMap((part, index) => changed.get(index) ?? [part])
    },
    get bytes() {
      return parts.reduce((sum, { members }) => sum + (members?.blocks.length ?? 0), 0)
    },
    get isSparse() {
      const count = parts.reduce((sum, part) => sum + part.count, 0)
      return parts.length > MAX_SPARSE * Math.ceil((count + 1) / PART_RECORDS)
    },
    *read() {
      let isEmpty = true
      // Parts are split, never joined, so that the end of a part remains one.
      for (let part = partAt(0); part !== undefined; part = partAfter(part)) {
        if (part.members === undefined) continue
        if (!isEmpty) yield BETWEEN
        yield part.members
        isEmpty = false
      }
      yield END
    },
    cut: () => {
      isCut = true
      parts = []
    },
  }

  function partAt(index: number): Part | undefined {
    if (isCut) throw new Error('The list was built again while it was read')
    return parts[index]
  }

  function partAfter({ until }: Part): Part | undefined {
    return until === undefined ? undefined : partAt(indexOf(parts, until) + 1)
  }
}

/** The part to which a key belongs. */
function indexOf(parts: readonly Part[], key: string): number {
  let [low, high] = [0, parts.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    const until = parts[middle]?.until
    if (until === undefined || key <= until) high = middle
    else low = middle + 1
  }
  return low
}

async function changePart({ until, members }: Part, lines: readonly Line[]): Promise<Part[]> {
  const before = members === undefined ? [] : expandPiece(members).toString().split(SEPARATOR)
  const texts = new Map<string, string | undefined>(before.map((text) => [keyOf(text), text]))
  for (const { key, text } of lines) texts.set(key, text)
  const keys = [...texts.keys()].filter((key) => texts.get(key) !== undefined).sort()
  const count = keys.length > 2 * PART_RECORDS ? Math.ceil(keys.length / PART_RECORDS) : 1
  const size = Math.ceil(keys.length / count)
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const own = keys.slice(index * size, (index + 1) * size)
      return {
        until: index === count - 1 ? until : own.at(-1),
        count: own.length,
        members:
          own.length === 0
            ? undefined
            : await compressPiece(own.map((key) => texts.get(key)).join(SEPARATOR)),
      }
    }),
  )
}

function toLine(userId: string, shown: Shown | undefined): Line {
  const key = JSON.stringify(userId)
  if (shown === undefined) return { key, text: undefined }
  const { username, timezone } = shown
  return { key, text: `${key}:${JSON.stringify({ username, timezone })}` }
}

/** Inside a text, JSON has a backslash before each quotation mark, and no line break. */
function keyOf(text: string): string {
  return text.slice(0, text.indexOf('":{"') + 1)
}
