import { scriptWorkApi } from '@regie/contract/script-work.ts'
import { mustServe } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { addFilter, changeFilter, removeFilter } from './change-filters.ts'
import { changeScript } from './change-script.ts'
import { createScript } from './create-script.ts'
import { exampleFile } from './example-file.ts'
import { countMatches, listFilters } from './filter-queries.ts'
import { findOwnScript } from './find-own-script.ts'
import { listScriptRows } from './list-script-rows.ts'
import { mappingRows } from './mapping-queries.ts'
import { parseRules, readFilterRules } from './read-filter-rules.ts'
import { removeScript } from './remove-script.ts'
import { saveFields } from './save-fields.ts'
import { saveMapping } from './save-mapping.ts'
import { saveVariables } from './save-variables.ts'
import { findScriptInfo } from './script-info.ts'
import { listVariables } from './variable-queries.ts'

export const scriptWorkRoutes: Route<Services>[] = [
  route(scriptWorkApi.list, (services: Services, { caller, query }) => listScriptRows(services, caller, query)),
  route(scriptWorkApi.create, (services: Services, { caller, body }) => createScript(services, caller, body)),
  route(scriptWorkApi.info, async (services: Services, { caller, params }) => {
    const info = await findScriptInfo(services, params.scriptID)
    mustServe(caller, info.customerID, 'script.notFound')
    return info
  }),
  route(scriptWorkApi.change, (services: Services, { caller, params, body }) => changeScript(services, caller, params.scriptID, body)),
  route(scriptWorkApi.remove, (services: Services, { caller, params }) => removeScript(services, caller, params.scriptID)),
  route(scriptWorkApi.variables, async ({ db }: Services, { caller, params }) => {
    const script = await findOwnScript(db, caller, params.scriptID)
    return { variables: await listVariables(db, script.place), version: script.variables_version }
  }),
  route(scriptWorkApi.saveVariables, (services: Services, { caller, params, body }) =>
    saveVariables(services, caller, params.scriptID, body),
  ),
  route(scriptWorkApi.filters, async ({ db, clock }: Services, { caller, params }) => {
    const script = await findOwnScript(db, caller, params.scriptID)
    return listFilters(db, script.place, clock.now())
  }),
  route(scriptWorkApi.addFilter, (services: Services, { caller, params, body }) => addFilter(services, caller, params.scriptID, body)),
  route(scriptWorkApi.changeFilter, (services: Services, { caller, params, body }) => changeFilter(services, caller, params, body)),
  route(scriptWorkApi.removeFilter, (services: Services, { caller, params }) => removeFilter(services, caller, params)),
  route(scriptWorkApi.countFilter, async ({ db, clock }: Services, { caller, params, query }) => {
    const script = await findOwnScript(db, caller, params.scriptID)
    const filter = { combine: query.combine, rules: readFilterRules(script.fields, parseRules(query.rules)) }
    const [count] = await countMatches(db, script.place, [filter], clock.now())
    return count ?? { matching: 0, total: 0, exact: true }
  }),
  route(scriptWorkApi.mapping, async ({ db }: Services, { caller, params }) => {
    const script = await findOwnScript(db, caller, params.scriptID)
    return { rows: mappingRows(script.fields, script.import_mapping), version: script.mapping_version }
  }),
  route(scriptWorkApi.saveMapping, (services: Services, { caller, params, body }) => saveMapping(services, caller, params.scriptID, body)),
  route(scriptWorkApi.editFields, async ({ db }: Services, { caller, params }) => {
    const script = await findOwnScript(db, caller, params.scriptID)
    return { fields: script.fields, version: script.fields_version }
  }),
  route(scriptWorkApi.saveFields, (services: Services, { caller, params, body }) => saveFields(services, caller, params.scriptID, body)),
  route(scriptWorkApi.example, async ({ db }: Services, { caller, params, body }) => {
    const script = await findOwnScript(db, caller, params.scriptID)
    return exampleFile(script.name, script.fields, body.locale)
  }),
]
