import { userInfo } from 'node:os'
import { type AuditedAction, createAuditLog, type Outcome, outcomeOfError } from '../access/audit.ts'
import { createLogger, type Logger } from '../logger.ts'
import type { Terminal } from './terminal.ts'

/** The audit log of the operator's commands. */
export type OperatorAudit = {
  /** Does the work and writes one line with what `describe` returns for its result. Rethrows errors. */
  track<Result>(
    action: AuditedAction,
    work: () => Promise<Result>,
    describe: (result: Result) => { outcome: Outcome } & Record<string, unknown>,
  ): Promise<Result>
}

function createOperatorAudit(options: { logger: Logger; enabled: boolean }): OperatorAudit {
  const lines = createAuditLog(options)
  const caller = { kind: 'operator', id: operatorName() }
  return {
    track: async (action, work, describe) => {
      try {
        const result = await work()
        lines.write({ caller, ...action, ...describe(result) })
        return result
      } catch (error) {
        lines.write({ caller, ...action, outcome: outcomeOfError(error) })
        throw error
      }
    },
  }
}

/** The account that runs the command. In a container, its user id may have no name. */
function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

/** On standard error, because a command's standard output is for other programs. */
export function openOperatorAudit({ env, stderr }: Terminal): OperatorAudit {
  const logger = createLogger({ level: 'info', stream: stderr })
  // Commands report an invalid configuration when they open the database.
  return createOperatorAudit({ logger, enabled: env.AUDIT_LOG?.trim() !== 'off' })
}
