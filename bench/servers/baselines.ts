import { execFile } from 'node:child_process'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BenchedProcess, startProcess } from './process.ts'

const run = promisify(execFile)
const COMPILED = fileURLToPath(new URL('../baselines/compiled/', import.meta.url))
// Outside the repository, because a build takes 300 MB.
const TARGET = join(tmpdir(), 'timezone-registry-bench-target')

// Node writes these itself.
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** One recorded response, for the baselines that send nothing else. */
export type RecordedAnswer = { status: number; headers: string[]; body: string }

/** The response to a GET request. */
export async function recordAnswer(
  url: string,
  headers: Record<string, string> = {},
): Promise<RecordedAnswer> {
  const response = await fetch(url, { headers })
  const kept = [...response.headers].filter(([name]) => !OWN_HEADERS.includes(name))
  return { status: response.status, headers: kept.flat(), body: await response.text() }
}

/** Starts a baseline that is a Node script. */
export function startScript(
  name: 'bare' | 'express' | 'query-per-request' | 'ts-rest' | 'whole-list',
  env: Record<string, string>,
): Promise<BenchedProcess> {
  const script = fileURLToPath(new URL(`../baselines/${name}.ts`, import.meta.url))
  return startProcess([process.execPath, script], { env })
}

/** A server that answers every request with these bytes. */
export function startBare(answer: RecordedAnswer): Promise<BenchedProcess> {
  return startScript('bare', { ANSWER: JSON.stringify(answer) })
}

/** The reference server, or why it cannot be built here. */
export async function startReferenceServer(
  databaseUrl: string,
): Promise<(BenchedProcess & { missing?: never }) | { missing: string }> {
  const path = [process.env.PATH, join(homedir(), '.cargo/bin')].join(delimiter)
  const env = { ...process.env, PATH: path, CARGO_TARGET_DIR: TARGET }
  try {
    await run('cargo', ['build', '--release', '--locked', '--quiet'], { cwd: COMPILED, env })
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isAbsent) console.error(error)
    return { missing: isAbsent ? 'cargo is not installed' : 'cargo could not build it' }
  }
  return startProcess([join(TARGET, 'release', 'query-per-request')], { env: { DATABASE_URL: databaseUrl } })
}
