import { changeRoutes } from './change-contract.ts'
import { compatibilityRoutes } from './compatibility-contract.ts'
import { keyRoutes } from './key-contract.ts'
import { loginRoutes } from './login-contract.ts'
import { operationsRoutes } from './operations-contract.ts'
import { ownDataRoutes } from './own-data-contract.ts'
import { personRoutes } from './person-contract.ts'
import { pluginRoutes } from './plugin-contract.ts'
import { recordRoutes } from './record-contract.ts'
import { c, commonResponses } from './route-policy.ts'
import { zoneRoutes } from './zone-contract.ts'

/** Every route. The service mounts them under `/v1` and, for existing clients, without a prefix. */
export const contract = c.router(
  {
    ...recordRoutes,
    ...zoneRoutes,
    ...compatibilityRoutes,
    ...changeRoutes,
    ...loginRoutes,
    ...ownDataRoutes,
    ...keyRoutes,
    ...operationsRoutes,
    ...pluginRoutes,
    ...personRoutes,
  },
  { strictStatusCodes: true, commonResponses },
)
