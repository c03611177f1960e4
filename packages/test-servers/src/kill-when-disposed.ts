import { readFileSync } from 'node:fs'
import { signalProcess, waitUntil } from './server-process.ts'

/** Kills these processes when the stack is disposed, and waits for their end; also when this process exits. */
export function killWhenDisposed(
  opened: AsyncDisposableStack,
  processes: () => (number | undefined)[],
): void {
  const kill = () => {
    for (const pid of processes()) signalProcess(pid, 'SIGKILL')
  }
  process.on('exit', kill)
  opened.defer(async () => {
    kill()
    process.off('exit', kill)
    await waitUntil(() => processes().every((pid) => pid === undefined || !isRunning(pid)), 'servers to end')
  })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
