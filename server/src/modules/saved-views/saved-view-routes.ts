import { rightsOfLists, savedViewApi } from '@regie/contract/saved-views.ts'
import { AppError } from '../../platform/app-error.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { addView, changeView, removeView } from './change-views.ts'
import { listViews } from './saved-view-queries.ts'

export const savedViewRoutes: Route<Services>[] = [
  route(savedViewApi.list, ({ db }: Services, { caller, query: { customerID, list } }) => {
    mustAccessCustomer(caller, customerID, 'customer.notFound')
    if (!caller.rights.includes(rightsOfLists[list])) throw new AppError('error.rightMissing')
    return listViews(db, caller, customerID, list)
  }),
  route(savedViewApi.add, (services: Services, { caller, body }) => addView(services, caller, body)),
  route(savedViewApi.change, (services: Services, { caller, params, body }) => changeView(services, caller, params.viewID, body)),
  route(savedViewApi.remove, (services: Services, { caller, params }) => removeView(services, caller, params.viewID)),
]
