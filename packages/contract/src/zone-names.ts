import * as z from 'zod'

/** Every name that `/set` accepts. */
export const zoneNamesSchema = z
  .array(z.string())
  .meta({ id: 'ZoneNames', examples: [['Africa/Abidjan', 'Europe/Kiev', 'Europe/Kyiv']] })
