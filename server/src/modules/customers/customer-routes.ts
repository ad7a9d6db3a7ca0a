import { customerApi } from '@regie/contract/customers.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { listCustomers } from './customer-queries.ts'

export const customerRoutes: Route<Services>[] = [
  route(customerApi.list, ({ db }: Services, { caller }) => listCustomers(db, caller.customerIds)),
]
