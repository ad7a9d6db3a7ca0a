import { Right } from '@regie/contract/right-codes.ts'
import { timeApi } from '@regie/contract/time-windows.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findHolidays } from './holiday-queries.ts'
import { saveHolidays } from './save-holidays.ts'
import { saveTimes } from './save-times.ts'
import { removeWindow, shareWindow } from './share-window.ts'
import { findSharedWindow, findTimes } from './time-queries.ts'
import { timesImpact } from './times-impact.ts'

export const timeRoutes: Route<Services>[] = [
  route(timeApi.get, async ({ db }: Services, { caller, params }) => {
    const times = await findTimes(db, params.scriptID)
    mustAccessCustomer(caller, times.customerID, 'script.notFound')
    return times
  }),
  route(timeApi.save, (services: Services, { caller, params, body }) => saveTimes(services, caller, params.scriptID, body)),
  route(timeApi.impact, (services: Services, { caller, params, body }) => timesImpact(services, caller, params.scriptID, body)),
  route(timeApi.remove, (services: Services, { caller, params }) => removeWindow(services, caller, params)),
  route(timeApi.couple, (services: Services, { caller, params }) => shareWindow(services, caller, params)),
  route(timeApi.shared, async ({ db }: Services, { caller, params }) => {
    const times = await findTimes(db, params.scriptID)
    mustAccessCustomer(caller, times.customerID, 'script.notFound')
    const scripts = await findSharedWindow(db, times, params.windowID)
    return { windowId: params.windowID, scripts, editable: caller.rights.includes(Right.changeTimes) }
  }),
  route(timeApi.holidays, (services: Services, { caller, params, query }) => findHolidays(services, caller, params.x, query)),
  route(timeApi.saveHolidays, (services: Services, { caller, params, body }) => saveHolidays(services, caller, params.x, body)),
]
