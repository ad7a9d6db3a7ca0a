import { complianceApi, customerApi } from '@regie/contract/customers.ts'
import { letterheadApi } from '@regie/contract/letterheads.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { changeCompliance } from './change-compliance.ts'
import { changeLetterhead } from './change-letterhead.ts'
import { findCompliance } from './compliance-queries.ts'
import { listCustomers } from './customer-queries.ts'
import { findLetterhead } from './letterhead-queries.ts'

export const customerRoutes: Route<Services>[] = [
  route(customerApi.list, ({ db }: Services, { caller }) => listCustomers(db, caller.customerIds)),
  route(complianceApi.get, ({ db }: Services, { caller, params }) => {
    mustAccessCustomer(caller, params.customerID, 'customer.notFound')
    return findCompliance(db, params.customerID)
  }),
  route(complianceApi.change, (services: Services, { caller, params, body }) =>
    changeCompliance(services, caller, params.customerID, body),
  ),
  route(letterheadApi.get, ({ db }: Services, { caller, params }) => {
    mustAccessCustomer(caller, params.customerID, 'customer.notFound')
    return findLetterhead(db, params.customerID)
  }),
  route(letterheadApi.change, (services: Services, { caller, params, body }) =>
    changeLetterhead(services, caller, params.customerID, body),
  ),
]
