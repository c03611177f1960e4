import * as z from 'zod'

/** The requested number of entries, as the text of a query parameter. */
export function limitSchema({ max, initial }: { max: number; initial: number }) {
  const message = `must be a whole number from 1 to ${max}`
  return z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= max, message)
    .meta({ type: 'integer', minimum: 1, maximum: max, default: initial })
}
