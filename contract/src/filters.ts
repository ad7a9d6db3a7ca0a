import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Version } from './paging.ts'
import { Right } from './right-codes.ts'

const ScriptId = z.object({ scriptID: Id })

export const filterOperators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'contains', 'empty', 'notEmpty', 'daysAgo'] as const
/**
 * One condition on a field of the case. `value` is text as fields are kept; `in` has values divided by commas; `daysAgo` says at least so many days ago.
 * A condition that names a variable of the script asks its value of the moment; its own `value` is empty.
 */
export const FilterRule = z.object({
  field: z.string().check(z.maxLength(60)),
  op: z.enum(filterOperators),
  value: z.string().check(z.maxLength(500)),
  variable: z.optional(z.string().check(z.maxLength(40))),
})
export type FilterRule = z.infer<typeof FilterRule>
const FilterSettings = {
  name: z.string().check(z.trim(), z.minLength(1, 'script.filterNameMissing'), z.maxLength(120)),
  rules: z.array(FilterRule).check(z.minLength(1), z.maxLength(20)),
  combine: z.enum(['and', 'or']),
  active: z.boolean(),
}
export const FilterRules = FilterSettings.rules
/** Who may be contacted: a case that an active filter does not match is passed over (reason outsideFilter). `matching` counts open cases. */
export const ScriptFilter = z.object({
  filterID: z.number(),
  ...FilterSettings,
  /** Null for who may not see the cases, or the personal field that it asks. */
  matching: z.nullable(z.number()),
  total: z.number(),
  /** Of many cases a sample is looked at; then the numbers are estimates. */
  exact: z.boolean(),
  version: z.number(),
})
export type ScriptFilter = z.infer<typeof ScriptFilter>

export const filterApi = {
  list: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/filters',
    access: { right: Right.viewScripts },
    summary: 'The filters of a script, each with how many open cases it matches',
    params: ScriptId,
    response: z.array(ScriptFilter),
  }),
  add: endpoint({
    method: 'POST',
    path: '/scripts/:scriptID/filters',
    access: { right: Right.changeFilters },
    summary: 'Add a filter',
    params: ScriptId,
    body: z.object(FilterSettings),
    response: ScriptFilter,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/scripts/:scriptID/filters/:filterID',
    access: { right: Right.changeFilters },
    summary: 'Change a filter',
    savedAs: [{ entity: 'scriptFilter', param: 'filterID' }],
    params: z.object({ scriptID: Id, filterID: Id }),
    body: z.object({ ...FilterSettings, version: Version }),
    response: ScriptFilter,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/scripts/:scriptID/filters/:filterID',
    access: { right: Right.changeFilters },
    summary: 'Delete a filter',
    params: z.object({ scriptID: Id, filterID: Id }),
  }),
  count: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/filters/count',
    access: { right: Right.viewScripts, also: [Right.viewCases] },
    asksOnly: true,
    budget: 'analysis',
    summary: 'How many open cases a filter would match, while it is being made',
    params: ScriptId,
    /** `rules` is the list of conditions as JSON. A question like any other: it leaves no trace. */
    query: z.object({ rules: z.string().check(z.maxLength(12_000)), combine: FilterSettings.combine }),
    response: z.object({ matching: z.number(), total: z.number(), exact: z.boolean() }),
  }),
}
