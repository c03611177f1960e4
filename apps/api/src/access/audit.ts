import type { Logger } from '../logger.ts'
import { type Caller, describeCaller } from './identity.ts'

/** Writes who has done what to the log, with the request's id; never a secret. */
export type Audit = (req: Caller, action: string, details: Record<string, unknown>) => void

export function createAudit({ logger }: { logger: Logger }): Audit {
  return (req, action, details) =>
    logger.info({ action, caller: describeCaller(req.identity), ...details, request_id: req.id }, 'audit')
}
