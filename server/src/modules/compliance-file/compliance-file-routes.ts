import { complianceFileApi } from '@regie/contract/compliance-file.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { changeComplianceFile, changeStaffRecord } from './change-file.ts'
import { exportComplianceFile } from './export-file.ts'
import { findComplianceFile } from './find-file.ts'

export const complianceFileRoutes: Route<Services>[] = [
  route(complianceFileApi.get, ({ db, clock }: Services, { caller, params }) =>
    findComplianceFile(db, caller, params.customerID, clock.now()),
  ),
  route(complianceFileApi.change, (services: Services, { caller, params, body }) =>
    changeComplianceFile(services, caller, params.customerID, body),
  ),
  route(complianceFileApi.changeStaff, (services: Services, { caller, params, body }) => changeStaffRecord(services, caller, params, body)),
  route(complianceFileApi.file, (services: Services, { caller, params, query }) =>
    exportComplianceFile(services, caller, params.customerID, query),
  ),
]
