import { changeRoutes } from './change-contract.ts'
import { keyRoutes } from './key-contract.ts'
import { loginRoutes } from './login-contract.ts'
import { operationsRoutes } from './operations-contract.ts'
import { ownDataRoutes } from './own-data-contract.ts'
import { meetingRoutes, personRoutes } from './person-contract.ts'
import { pluginRoutes } from './plugin-contract.ts'
import { readRoutes } from './read-contract.ts'
import { c, commonResponses } from './route-policy.ts'
import { writeRoutes } from './write-contract.ts'
import { zoneRoutes } from './zone-contract.ts'

/** Every route. The service mounts them under `/v1` and, for existing clients, without a prefix. */
export const contract = c.router(
  {
    ...writeRoutes,
    ...readRoutes,
    ...zoneRoutes,
    ...changeRoutes,
    ...loginRoutes,
    ...ownDataRoutes,
    ...keyRoutes,
    ...operationsRoutes,
    ...pluginRoutes,
    ...personRoutes,
    ...meetingRoutes,
  },
  { strictStatusCodes: true, commonResponses },
)
