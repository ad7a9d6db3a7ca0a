import { variableApi } from '@regie/contract/variables.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findOwnScript } from '../scripts/find-own-script.ts'
import { listVariables } from './list-variables.ts'
import { saveVariables } from './save-variables.ts'

export const variableRoutes: Route<Services>[] = [
  route(variableApi.list, async ({ db }: Services, { caller, params }) => {
    const script = await findOwnScript(db, caller, params.scriptID)
    return { variables: await listVariables(db, script.place), version: script.variables_version }
  }),
  route(variableApi.save, (services: Services, { caller, params, body }) => saveVariables(services, caller, params.scriptID, body)),
]
