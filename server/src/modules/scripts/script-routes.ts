import { scriptApi } from '@regie/contract/scripts.ts'
import { mustServe } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findScript, findScriptFields, listScripts } from './script-queries.ts'

export const scriptRoutes: Route<Services>[] = [
  route(scriptApi.listOfCustomer, ({ db }: Services, { caller, query }) => {
    mustServe(caller, query.customerID, 'customer.notFound')
    return listScripts(db, query.customerID)
  }),
  route(scriptApi.get, async ({ db }: Services, { caller, params }) => {
    const script = await findScript(db, params.scriptID)
    mustServe(caller, script.customerID, 'script.notFound')
    return script
  }),
  route(scriptApi.fields, ({ db }: Services, { caller, params }) => findScriptFields(db, caller, params.scriptID)),
]
