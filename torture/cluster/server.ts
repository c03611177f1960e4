import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf, signalProcess, waitUntil } from '@timezone-registry/test-servers/server-process'
import { killWhenDisposed } from './kill-when-disposed.ts'

/** A program on one machine, whose address stays the same when its process is replaced. */
export type Server = {
  start(): void
  signal(signal: NodeJS.Signals): void
  /** Ends it as an operator does, and starts it again; resolves when the new process has started. */
  restart(): Promise<void>
  /** Starts a new process, which takes over from the old one; resolves when that has ended. */
  replace(): Promise<void>
}

const STOP_SECONDS = 30

/** Starts a program, which ends with the stack. `launch` gets the id of the previous process, if any. */
export function startServer(
  opened: AsyncDisposableStack,
  launch: (replaced: number | undefined) => ChildProcess,
): Server {
  let child: ChildProcess | undefined
  const started: ChildProcess[] = []
  const ended = (one: ChildProcess | undefined) =>
    waitUntil(() => one?.exitCode !== null || one.signalCode !== null, 'a server to end', STOP_SECONDS)
  const server: Server = {
    signal: (signal) => signalProcess(child?.pid, signal),
    start: () => {
      child = launch(child?.pid)
      started.push(child)
    },
    restart: async () => {
      signalProcess(child?.pid, 'SIGTERM')
      await ended(child)
      server.start()
    },
    replace: async () => {
      const before = child
      server.start()
      await ended(before)
    },
  }
  server.start()
  killWhenDisposed(opened, () => started.flatMap(({ pid }) => [pid, ...childrenOf(pid)]))
  return server
}

/** A folder for one server, which any user may write to. */
export function makeFolder(directory: string, name: string): string {
  const folder = join(directory, name)
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  return folder
}

/** Resolves when the server answers `path` with a status below 400. */
export async function waitForHttp(url: string, what: string, seconds = 60): Promise<void> {
  const answers = () =>
    fetch(url, { signal: AbortSignal.timeout(1000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  await waitUntil(answers, what, seconds)
}
