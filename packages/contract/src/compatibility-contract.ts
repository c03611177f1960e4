import * as z from 'zod'
import { recordRoutes } from './record-contract.ts'
import { bodyProblems, c } from './route-policy.ts'

/** Routes that exist for older clients only. */
export const compatibilityRoutes = c.router({
  deleteTimezoneByPost: {
    ...recordRoutes.deleteTimezone,
    method: 'POST',
    summary: 'Delete a timezone, for clients that cannot send DELETE',
    description: 'Does what `DELETE /delete` does.',
    body: z.strictObject({}).meta({ description: 'May be left out.' }),
    responses: { ...recordRoutes.deleteTimezone.responses, ...bodyProblems },
  },
})
