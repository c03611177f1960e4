import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { childrenOf, signalProcess, waitUntil } from './server-process.ts'

/** What a test does to a running server. */
export type PostgresControl = {
  /** Kills the server as a crash does (`SIGKILL`), or stops it without waiting for clients (`SIGINT`). */
  stop(signal: 'SIGKILL' | 'SIGINT'): Promise<void>
  /** Starts the stopped server again, on the same port and data; resolves when it answers. */
  start(): Promise<void>
  /** Starts the server again if it has stopped by itself. */
  startIfEnded(): Promise<void>
  /** Freezes every process of the server until `resume`, as a hung machine would. */
  pause(): void
  resume(): void
}

/** Starts, signals and stops one server; `launch` runs its first process. */
export function createPostgresControl({
  url,
  launch,
}: {
  url: string
  launch: () => ChildProcess
}): PostgresControl & {
  /** Kills every process of the server without waiting for its end. */
  kill(): void
} {
  let server: ChildProcess | undefined
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [server?.pid, ...childrenOf(server?.pid)]) signalProcess(pid, signal)
  }
  const isRunning = () => server?.exitCode === null && server.signalCode === null
  const start = () =>
    waitUntil(() => {
      // It refuses to start while a process of a server that was killed is still ending.
      if (!isRunning()) server = launch()
      return answersQuery(url)
    }, 'the test Postgres to answer')

  return {
    start,
    startIfEnded: async () => {
      if (server !== undefined && !isRunning()) await start()
    },
    stop: async (signal) => {
      if (server === undefined || !isRunning()) return
      const exited = once(server, 'exit')
      if (signal === 'SIGKILL') signalAll(signal)
      else signalProcess(server.pid, signal)
      await exited
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    kill: () => signalAll('SIGKILL'),
  }
}

/** Whether a server or a pooler at this URL answers now. */
export async function answersQuery(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
