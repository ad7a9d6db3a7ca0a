import { flowApi } from '@regie/contract/flow.ts'
import { scriptSettingsApi } from '@regie/contract/script-settings.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { countAtSteps } from './count-at-steps.ts'
import { findFlow, findOwnerOfScript, listVersions } from './flow-queries.ts'
import { listScriptRows } from './list-script-rows.ts'
import { listSampleTexts } from './sample-texts.ts'
import { dropDraft, saveDraft } from './save-draft.ts'
import { findScript } from './script-queries.ts'

/** What staff draw. Making a draft or an earlier version live asks the time machine first and so stands with it (engine/time-machine). */
export const flowRoutes: Route<Services>[] = [
  route(scriptSettingsApi.list, (services: Services, { caller, query }) => listScriptRows(services, caller, query)),
  route(scriptApi.get, async ({ db }: Services, { caller, params }) => {
    const script = await findScript(db, params.scriptID)
    mustAccessCustomer(caller, script.customerID, 'script.notFound')
    return script
  }),
  route(flowApi.get, async ({ db }: Services, { caller, params }) =>
    findFlow(db, await findOwnerOfScript(db, caller, params.scriptID), params.scriptID),
  ),
  route(flowApi.saveDraft, (services: Services, { caller, params, body }) => saveDraft(services, caller, params.scriptID, body)),
  route(flowApi.dropDraft, (services: Services, { caller, params }) => dropDraft(services, caller, params.scriptID)),
  route(flowApi.texts, (services: Services, { caller, params }) => listSampleTexts(services, caller, params.scriptID)),
  route(flowApi.standing, async ({ db }: Services, { caller, params }) =>
    countAtSteps(db, await findOwnerOfScript(db, caller, params.scriptID), params.scriptID),
  ),
  route(flowApi.versions, async ({ db }: Services, { caller, params }) =>
    listVersions(db, await findOwnerOfScript(db, caller, params.scriptID), params.scriptID),
  ),
]
