/** The result of one check. A `problem` keeps the service from working as configured. */
export type Finding = {
  check: string
  status: 'ok' | 'warning' | 'problem'
  message: string
  /** What to do; absent if nothing has to be done. */
  advice?: string
}

export function ok(check: string, message: string): Finding {
  return { check, status: 'ok', message }
}

export function warning(check: string, message: string, advice: string): Finding {
  return { check, status: 'warning', message, advice }
}

export function problem(check: string, message: string, advice: string): Finding {
  return { check, status: 'problem', message, advice }
}
