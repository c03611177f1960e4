import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** Sends inline commands to a Redis server and resolves with its raw replies. */
export async function sendToRedis(url: string, commands: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`${[...commands, 'QUIT'].join('\r\n')}\r\n`)
  return await text(socket).catch(() => '')
}

/** How many commands the server has answered with this error since its counters were reset. */
export async function countErrors(url: string, code: 'OOM' | 'READONLY'): Promise<number> {
  const replies = await sendToRedis(url, ['INFO errorstats'])
  return Number(new RegExp(`errorstat_${code}:count=(\\d+)`).exec(replies)?.[1] ?? 0)
}
