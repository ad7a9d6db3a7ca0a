import { maintenanceApi } from '@regie/contract/maintenance.ts'
import { publicRoute, type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { changeMaintenance } from './change-maintenance.ts'
import { findMaintenance } from './maintenance-queries.ts'

export const maintenanceRoutes: Route<Services>[] = [
  publicRoute(maintenanceApi.get, ({ db }: Services) => findMaintenance(db)),
  route(maintenanceApi.change, (services: Services, { body }) => changeMaintenance(services, body)),
]
