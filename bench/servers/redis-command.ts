import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** Sends one inline command to a Redis server and resolves with its raw reply. */
export async function sendRedisCommand(url: string, command: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.end(`${command}\r\nQUIT\r\n`)
  return await text(socket)
}

/** The process id of a Redis server. */
export async function findRedisPid(url: string): Promise<number> {
  return Number(/process_id:(\d+)/.exec(await sendRedisCommand(url, 'INFO server'))?.[1])
}
