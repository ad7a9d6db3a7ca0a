import { filterApi } from '@regie/contract/filters.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { fieldsOf } from '../fields/find-fields.ts'
import { findOwnScript } from '../scripts/find-own-script.ts'
import { addFilter, changeFilter, removeFilter } from './change-filters.ts'
import { countMatches, listFilters } from './filter-queries.ts'
import { parseRules, readFilterRules } from './read-filter-rules.ts'

export const filterRoutes: Route<Services>[] = [
  route(filterApi.list, async ({ db, clock }: Services, { caller, params }) => {
    const script = await findOwnScript(db, caller, params.scriptID)
    return listFilters(db, script.place, clock.now())
  }),
  route(filterApi.add, (services: Services, { caller, params, body }) => addFilter(services, caller, params.scriptID, body)),
  route(filterApi.change, (services: Services, { caller, params, body }) => changeFilter(services, caller, params, body)),
  route(filterApi.remove, (services: Services, { caller, params }) => removeFilter(services, caller, params)),
  route(filterApi.count, async ({ db, clock }: Services, { caller, params, query }) => {
    const script = await findOwnScript(db, caller, params.scriptID)
    const filter = { combine: query.combine, rules: readFilterRules(fieldsOf(script.fields), parseRules(query.rules)) }
    const [count] = await countMatches(db, script.place, [filter], clock.now())
    return count ?? { matching: 0, total: 0, exact: true }
  }),
]
