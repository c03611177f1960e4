import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import type { Finding } from '../src/cli/check-database.ts'
import { runCommand } from './run-command.ts'
import { execute } from './start-test-api.ts'

/** Runs `registry doctor` with these settings. */
export async function diagnose(
  env: Record<string, string>,
): Promise<{ code: number | null; findings: Finding[] }> {
  const { code, stdout } = await runCommand(env, 'doctor', '--json')
  return { code, findings: JSON.parse(stdout) }
}

export function find(findings: Finding[], check: string): Finding | undefined {
  return findings.find((finding) => finding.check === check)
}

export function problems(findings: Finding[]): string[] {
  return findings.filter(({ status }) => status === 'problem').map(({ check }) => check)
}

/** A directory that does not exist. */
export function nowhere(): string {
  return join(tmpdir(), crypto.randomUUID())
}

/** Runs the check as a role that owns its own database and nothing else, on a server where nothing else happens. */
export async function diagnoseOwned(postgres: { url: string }) {
  const url = await createTestDatabase(postgres.url)
  const role = await createRole(url)
  await execute(url, `alter database ${role.pathname.slice(1)} owner to ${role.username}`)
  return { ...(await diagnose({ DATABASE_URL: role.href })), url: role.href }
}

/** A role that may log in, and nothing else; a URL for it. */
async function createRole(url: string): Promise<URL> {
  const role = new URL(url)
  role.username = `role_${crypto.randomUUID().replaceAll('-', '')}`
  await execute(url, `create role ${role.username} login`)
  return role
}
