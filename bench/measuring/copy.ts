import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** An open session of `psql` that copies rows into the table of records. */
export type CopySession = {
  /** Copies the rows and commits them. Resolves to the milliseconds that `psql` measured. */
  copy(rows: readonly (readonly string[])[]): Promise<number>
} & AsyncDisposable

/** Opens a session of PostgreSQL's own client, so that its start is not measured. Rejects if it is not installed. */
export async function openCopySession(url: string): Promise<CopySession> {
  const psql = spawn('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(psql, 'exit')
  await once(psql, 'spawn')
  const lines = createInterface(psql.stdout)[Symbol.asyncIterator]()
  psql.stdin.write('\\timing on\n')
  return {
    copy: async (rows) => {
      const data = rows.map((columns) => `${columns.join('\t')}\n`).join('')
      psql.stdin.write(`copy timezones (user_id, username, timezone) from stdin;\n${data}\\.\n`)
      const { value: line = '' } = await lines.next()
      const milliseconds = /^Time: ([\d.]+) ms/.exec(line)?.[1]
      if (milliseconds === undefined) throw new Error(`psql copied nothing. ${line}`)
      return Number(milliseconds)
    },
    [Symbol.asyncDispose]: async () => {
      psql.stdin.end()
      await exited
    },
  }
}
