import { scriptSettingsApi } from '@regie/contract/script-settings.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { changeScript } from './change-script.ts'
import { createScript } from './create-script.ts'
import { listScripts } from './list-scripts.ts'
import { removeScript } from './remove-script.ts'
import { findScriptInfo } from './script-info.ts'

/** Settings; the script with its steps, windows and fields is served by flows. */
export const scriptRoutes: Route<Services>[] = [
  route(scriptApi.listOfCustomer, ({ db }: Services, { caller, query }) => {
    mustAccessCustomer(caller, query.customerID, 'customer.notFound')
    return listScripts(db, query.customerID)
  }),
  route(scriptSettingsApi.create, (services: Services, { caller, body }) => createScript(services, caller, body)),
  route(scriptSettingsApi.info, async (services: Services, { caller, params }) => {
    const info = await findScriptInfo(services, params.scriptID)
    mustAccessCustomer(caller, info.customerID, 'script.notFound')
    return info
  }),
  route(scriptSettingsApi.change, (services: Services, { caller, params, body }) => changeScript(services, caller, params.scriptID, body)),
  route(scriptSettingsApi.remove, (services: Services, { caller, params }) => removeScript(services, caller, params.scriptID)),
]
