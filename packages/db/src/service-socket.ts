import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join, resolve } from 'node:path'

/** The socket of the service that has the embedded database in this directory open. */
export function serviceSocketPath(dataDir: string): string {
  return join(resolve(dataDir), 'registry.sock')
}

/** Connects to that service; undefined if none answers: the lock of the directory says whether one runs. */
export async function connectToService(dataDir: string): Promise<Socket | undefined> {
  const socket = connect(serviceSocketPath(dataDir))
  return once(socket, 'connect').then(
    () => socket,
    () => undefined,
  )
}

/** Whether a service answers there. */
export async function isServed(dataDir: string): Promise<boolean> {
  const socket = await connectToService(dataDir)
  socket?.destroy()
  return socket !== undefined
}
