import { filterApi, type ScriptFilter } from '@regie/contract/filters.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Services } from '../../services.ts'
import { fieldsOf } from '../fields/find-fields.ts'
import { findOwnScript } from '../scripts/find-own-script.ts'
import { findVariables } from '../scripts/variable-queries.ts'
import { addFilter, changeFilter, removeFilter } from './change-filters.ts'
import { mayCount, shownFilters } from './shown-counts.ts'
import { countMatches, listFilters } from './filter-queries.ts'
import { parseRules, readFilterRules } from './read-filter-rules.ts'
import { fillFilter } from './stored-filters.ts'

export const filterRoutes: Route<Services>[] = [
  route(filterApi.list, async ({ db, clock }: Services, { caller, params }) => {
    const script = await findOwnScript(db, caller, params.scriptID)
    return shownFilters(caller, fieldsOf(script.fields), await listFilters(db, script.place, clock.now()))
  }),
  route(filterApi.add, async (services: Services, { caller, params, body }) =>
    shownFilter(services, caller, params.scriptID, await addFilter(services, caller, params.scriptID, body)),
  ),
  route(filterApi.change, async (services: Services, { caller, params, body }) =>
    shownFilter(services, caller, params.scriptID, await changeFilter(services, caller, params, body)),
  ),
  route(filterApi.remove, (services: Services, { caller, params }) => removeFilter(services, caller, params)),
  route(filterApi.count, async ({ db, clock }: Services, { caller, params, query }) => {
    const script = await findOwnScript(db, caller, params.scriptID)
    if (!mayCount(caller, fieldsOf(script.fields), parseRules(query.rules))) throw new AppError('error.rightMissing')
    const variables = await findVariables(db, script.place)
    const rules = readFilterRules({ fields: fieldsOf(script.fields), variables }, parseRules(query.rules))
    const values = Object.fromEntries(variables.map(({ key, value }) => [key, value]))
    const filter = fillFilter({ combine: query.combine, rules, variables: values })
    const [count] = await countMatches(db, script.place, [filter], clock.now())
    return count ?? { matching: 0, total: 0, exact: true }
  }),
]

async function shownFilter({ db }: Services, caller: Caller, scriptId: number, filter: ScriptFilter): Promise<ScriptFilter> {
  const script = await findOwnScript(db, caller, scriptId)
  const [shown = filter] = shownFilters(caller, fieldsOf(script.fields), [filter])
  return shown
}
