import { userInfo } from 'node:os'
import { type AuditedAction, createAuditLog, type Outcome, outcomeOfError } from '../access/audit.ts'
import { createLogger } from '../logger.ts'

/** The record of what the operator's commands did. */
export type OperatorAudit = {
  /** Does the work and writes one line with what `describe` says about its result; an error is thrown again. */
  track<Result>(
    action: AuditedAction,
    work: () => Promise<Result>,
    describe: (result: Result) => { outcome: Outcome } & Record<string, unknown>,
  ): Promise<Result>
}

/** Writes to standard error: the output of a command is for other programs. */
export function openOperatorAudit(): OperatorAudit {
  const logger = createLogger({ level: 'info', readable: false, fd: 2 })
  // A command reports a bad configuration when it opens the database.
  const lines = createAuditLog({ logger, enabled: process.env.AUDIT_LOG?.trim() !== 'off' })
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

/** The account that runs the command; a container may run it as a user id that has no name. */
function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
