import { databaseErrorKind } from '@timezone-registry/db/database-error'
import { DomainError, Unavailable } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { type Caller, describeCaller } from './identity.ts'

/** What a request did. `unknown`: the database's response was lost, so the change may or may not have happened. */
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

type AuditedRequest = { call: Caller }

type AuditOptions = {
  logger: Logger
  enabled: boolean
}

export function createAudit(options: AuditOptions) {
  const write = createAuditLog(options)
  function record({ call }: AuditedRequest, action: AuditedAction & { outcome: Outcome }): void {
    const { identity, network, id } = call
    write({ caller: describeCaller(identity), network: network.logged, ...action, request_id: id })
  }

  return {
    record,
    /** Writes a line with the outcome of the work, and the values that this request has, even if it shares the work. */
    track: <Result>(
      req: AuditedRequest,
      action: AuditedAction,
      work: () => Promise<Result>,
      outcomeOf: (result: Result) => Outcome | DescribedOutcome,
    ): Promise<Result> => withOutcome(work, outcomeOf, (outcome) => record(req, { ...action, ...outcome })),
  }
}

/** Does the work, and passes its outcome to `write`: what `outcomeOf` reads from the result, or that of the error. */
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

// An id or a name of 255 characters fits, whichever they are. What a refused request sent must not fill the log.
const MAX_VALUE_LENGTH = 512

/** Writes audit lines, also for work outside a request, such as the operator's commands. */
export function createAuditLog({ logger, enabled }: AuditOptions) {
  const lines = logger.child({}, { level: enabled ? 'info' : 'silent' })
  const cut = (value: unknown) =>
    typeof value === 'string' && value.length > MAX_VALUE_LENGTH
      ? `${value.slice(0, MAX_VALUE_LENGTH)}…`
      : value
  return (line: Record<string, unknown>): void =>
    lines.info(Object.fromEntries(Object.entries(line).map(([name, value]) => [name, cut(value)])), 'audit')
}

/** `unknown` unless the error proves that nothing was changed. */
export function outcomeOfError(error: unknown): 'refused' | 'unknown' {
  if (error instanceof DomainError) return error instanceof Unavailable ? 'unknown' : 'refused'
  const kind = databaseErrorKind(error)
  return kind === 'invalid_input' || kind === 'conflict' || kind === 'storage_full' ? 'refused' : 'unknown'
}
