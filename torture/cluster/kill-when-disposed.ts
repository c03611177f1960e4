import { readFileSync } from 'node:fs'
import { signalProcess, waitUntil } from '@timezone-registry/test-servers/server-process'

const killed = new Set<() => void>()
process.on('exit', () => {
  for (const kill of killed) kill()
})

/**
 * Kills these processes when the stack is disposed, and waits for them to end. Also kills them when this process exits.
 */
export function killWhenDisposed(
  opened: AsyncDisposableStack,
  processes: () => (number | undefined)[],
): void {
  const kill = () => {
    for (const pid of processes()) signalProcess(pid, 'SIGKILL')
  }
  killed.add(kill)
  opened.defer(async () => {
    kill()
    killed.delete(kill)
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
