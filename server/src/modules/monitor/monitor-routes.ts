import { monitorApi } from '@regie/contract/monitor.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { listMonitor } from './monitor-queries.ts'

export const monitorRoutes: Route<Services>[] = [
  route(monitorApi.list, ({ pool }: Services, { caller, query: { customerID } }) => {
    mustAccessCustomer(caller, customerID, 'customer.notFound')
    return listMonitor(pool, customerID, caller.rights.includes(Right.viewPersonalData))
  }),
]
