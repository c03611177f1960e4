import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '../src/cli/check-database.ts'
import { runCommand } from './run-command.ts'

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
