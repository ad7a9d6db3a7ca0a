import { scriptSettingsApi } from '@regie/contract/script-settings.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { variableApi } from '@regie/contract/variables.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { changeScript } from './change-script.ts'
import { createScript } from './create-script.ts'
import { findOwnScript } from './find-own-script.ts'
import { listScripts } from './list-scripts.ts'
import { removeScript } from './remove-script.ts'
import { saveVariables } from './save-variables.ts'
import { findScriptInfo } from './script-info.ts'
import { listVariables } from './variable-queries.ts'

/** Settings and variables; the script with its steps, windows and fields is served by flows. */
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
  route(variableApi.list, async ({ db }: Services, { caller, params }) => {
    const script = await findOwnScript(db, caller, params.scriptID)
    return { variables: await listVariables(db, script.place), version: script.variables_version }
  }),
  route(variableApi.save, (services: Services, { caller, params, body }) => saveVariables(services, caller, params.scriptID, body)),
]
