import { debtLawApi } from '@regie/contract/debt-law.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { endDebtHelp, saveDebtHelp } from './debt-help.ts'
import { findDebtLaw } from './find-debt-law.ts'
import { interruptLimitation, withdrawInterruption } from './interrupt-limitation.ts'

export const debtLawRoutes: Route<Services>[] = [
  route(debtLawApi.get, (services: Services, { caller, params }) => findDebtLaw(services, caller, params.caseID)),
  route(debtLawApi.interrupt, (services: Services, { caller, params, body }) => interruptLimitation(services, caller, params.caseID, body)),
  route(debtLawApi.withdrawInterruption, (services: Services, { caller, params, body }) =>
    withdrawInterruption(services, caller, { caseId: params.caseID, interruptionId: params.interruptionID, reason: body.reason }),
  ),
  route(debtLawApi.saveDebtHelp, (services: Services, { caller, params, body: { version, ...given } }) =>
    saveDebtHelp(services, caller, { caseId: params.caseID, version }, given),
  ),
  route(debtLawApi.endDebtHelp, (services: Services, { caller, params, body: { version, endedOn } }) =>
    endDebtHelp(services, caller, { caseId: params.caseID, version }, endedOn),
  ),
]
