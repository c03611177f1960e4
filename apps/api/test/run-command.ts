import { spawn } from 'node:child_process'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from '@timezone-registry/test-servers/compile-cache'
import { runRegistry } from '../src/cli/program.ts'

const COMMAND = fileURLToPath(new URL('../src/cli/registry.ts', import.meta.url))

type CommandResult = { code: number | null; stdout: string; stderr: string }

/** Runs an operator's command in this process, with only these settings. */
export async function runCommand(env: Record<string, string>, ...args: string[]): Promise<CommandResult> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const outputs = Promise.all([text(stdout), text(stderr)])
  const code = await runRegistry(args, { env, stdout, stderr })
  stdout.end()
  stderr.end()
  const [written, reported] = await outputs
  return { code, stdout: written, stderr: reported }
}

/** Runs an operator's command in its own process, which takes seconds to start. */
export async function spawnCommand(env: Record<string, string>, ...args: string[]): Promise<CommandResult> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
  })
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, stdout, stderr }
}
