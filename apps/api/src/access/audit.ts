import type { IncomingMessage } from 'node:http'
import { databaseErrorKind } from '@timezone-registry/db/database-error'
import { DomainError, Unavailable } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { type Caller, describeCaller } from './identity.ts'

/**
 * What an audited request did. `unknown`: the database's response was lost, so the change may or may not have happened.
 */
export type Outcome =
  | 'saved'
  | 'revealed'
  | 'deleted'
  | 'absent'
  | 'signed_in'
  | 'declined'
  | 'signed_out'
  | 'created'
  | 'revoked'
  | 'imported'
  | 'refused'
  | 'unknown'

/** The action and the requested values; never a secret. */
export type AuditedAction = {
  action:
    | 'set'
    | 'delete'
    | 'visibility'
    | 'availability'
    | 'read_private'
    | 'login'
    | 'logout'
    | 'session_end'
    | 'key_create'
    | 'key_revoke'
    | 'import'
    | 'erase'
} & Record<string, unknown>

/** An outcome with what is known only after the work, such as the id of what was created. */
export type DescribedOutcome = { outcome: Outcome } & Record<string, unknown>

/** The audit log. Lines are written at every log level, unless auditing is off. */
export type Audit = ReturnType<typeof createAudit>

type AuditedRequest = IncomingMessage & { call: Caller }

export type AuditOptions = {
  logger: Logger
  enabled: boolean
  /** Called for each action, even if no lines are written. */
  onAction?: ((action: string, outcome: Outcome) => void) | undefined
  /** The caller's network, behind the trusted proxies; undefined if it is not logged. */
  networkOf: (req: IncomingMessage) => string | undefined
}

export function createAudit({ logger, enabled, networkOf, onAction = () => {} }: AuditOptions) {
  const lines = createAuditLog({ logger, enabled })
  function record(req: AuditedRequest, action: AuditedAction & { outcome: Outcome }): void {
    onAction(action.action, action.outcome)
    lines.write({
      caller: describeCaller(req.call.identity),
      network: networkOf(req),
      ...action,
      request_id: req.call.id,
    })
  }

  return {
    record,
    /**
     * Does the work and writes one line with the outcome that `outcomeOf` reads from its result; `refused` or `unknown`
     * for an error, which is rethrown. `action` holds the requested values, not those of a request it was merged with.
     */
    track: <Result>(
      req: AuditedRequest,
      action: AuditedAction,
      work: () => Promise<Result>,
      outcomeOf: (result: Result) => Outcome | DescribedOutcome,
    ): Promise<Result> => withOutcome(work, outcomeOf, (outcome) => record(req, { ...action, ...outcome })),
  }
}

/** Does the work and passes its outcome to `write`: what `outcomeOf` reads from the result, or that of the error. */
export async function withOutcome<Result>(
  work: () => Promise<Result>,
  outcomeOf: (result: Result) => Outcome | DescribedOutcome,
  write: (outcome: DescribedOutcome) => void,
): Promise<Result> {
  const result = await Promise.try(work).catch((error: unknown) => {
    write({ outcome: outcomeOfError(error) })
    throw error
  })
  const outcome = outcomeOf(result)
  write(typeof outcome === 'string' ? { outcome } : outcome)
  return result
}

/** Writes audit lines for work outside a request, such as the operator's commands. */
export function createAuditLog({ logger, enabled }: { logger: Logger; enabled: boolean }) {
  const lines = logger.child({}, { level: enabled ? 'info' : 'silent' })
  return {
    write: (line: Record<string, unknown>) =>
      lines.info(
        Object.fromEntries(Object.entries(line).map(([name, value]) => [name, cut(value)])),
        'audit',
      ),
  }
}

// An id or a name of 255 characters fits, whichever they are.
const MAX_VALUE_LENGTH = 512

/** What a caller sent may be long, and a request that is refused must not fill the log. */
function cut(value: unknown): unknown {
  const isLong = typeof value === 'string' && value.length > MAX_VALUE_LENGTH
  return isLong ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value
}

/** `unknown` unless the error proves that nothing was changed. */
export function outcomeOfError(error: unknown): 'refused' | 'unknown' {
  if (error instanceof DomainError) return error instanceof Unavailable ? 'unknown' : 'refused'
  const kind = databaseErrorKind(error)
  return kind === 'invalid_input' || kind === 'conflict' || kind === 'storage_full' ? 'refused' : 'unknown'
}
