import { isReservedKey, type variableApi } from '@regie/contract/variables.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { findFilters } from '../filters/filter-queries.ts'
import { readVariable } from '../filters/stored-filters.ts'
import { valuesOf } from '../scripts/variable-queries.ts'
import { changeScriptRow, selectScriptForUpdate } from '../scripts/script-row.ts'
import { listVariables } from './list-variables.ts'

type Save = RequestOf<typeof variableApi.save>['body']
type Saved = ResponseOf<typeof variableApi.save>
type Place = { customerId: number; scriptId: number }

/** Saves all variables of a script at once, or none. One that something uses keeps its name, whatever its value. */
export async function saveVariables(
  { db, clock }: Services,
  caller: Caller,
  scriptId: number,
  { version, variables }: Save,
): Promise<Saved> {
  const twice = variables.findIndex(({ key }, at) => variables.findIndex((other) => other.key === key) < at)
  if (twice !== -1) throw new AppError('script.variableTwice', { field: `variables.${twice}.key` })
  return db.transaction().execute(async (tx) => {
    const script = await selectScriptForUpdate(tx, caller, scriptId)
    const place = { customerId: script.customer_id, scriptId }
    const before = await listVariables(tx, place)
    if (script.variables_version !== version)
      throw new AppError('error.conflict', { current: { variables: before, version: script.variables_version } })
    const kept = new Set(variables.map(({ key }) => key))
    const missed = before.find(({ key, usedBy }) => !kept.has(key) && usedBy.length > 0 && !isReservedKey(key))
    if (missed) {
      const usedBy = missed.usedBy.map(({ name }) => name).join(', ')
      throw new AppError('script.variableInUse', { params: { key: missed.key, usedBy } })
    }
    const filters = await findFilters(tx, place)
    mustSuitFilters(filters, variables)
    await writeVariables(tx, place, variables, toLocalTime(clock.now()).date)
    await changeScriptRow(tx, script, { variables_version: version + 1 })
    if (before.some(({ key, value }) => isAsked(filters, key) && variables.find((one) => one.key === key)?.value !== value))
      await enqueue(tx, 'endHolds', { customerId: place.customerId, scriptIds: [scriptId] })
    return { variables: await listVariables(tx, place), version: version + 1 }
  })
}

type Filters = Awaited<ReturnType<typeof findFilters>>

// What a filter asks must be readable, today and after the night that gives it back its standard value.
function mustSuitFilters(filters: Filters, variables: Save['variables']): void {
  for (const { name, rules } of filters)
    for (const rule of rules) {
      if (!('variable' in rule)) continue
      const at = variables.findIndex(({ key }) => key === rule.variable)
      const variable = variables[at]
      const unfit = variable && valuesOf(variable).find(({ text }) => readVariable(rule, text) === null)
      if (unfit)
        throw new AppError('script.variableUnfit', {
          field: `variables.${at}.${unfit.part}`,
          params: { key: rule.variable, filter: name },
        })
    }
}

const isAsked = (filters: Filters, key: string) =>
  filters.some(({ active, rules }) => active && rules.some((rule) => 'variable' in rule && rule.variable === key))

// What is set today is not set back today.
async function writeVariables(
  tx: Transaction,
  { customerId, scriptId }: Place,
  variables: Save['variables'],
  today: string,
): Promise<void> {
  const keys = variables.map(({ key }) => key)
  let old = tx.deleteFrom('script_variables').where('customer_id', '=', customerId).where('script_id', '=', scriptId)
  if (keys.length > 0) old = old.where('key', 'not in', keys)
  await old.execute()
  if (keys.length === 0) return
  await tx
    .insertInto('script_variables')
    .values(
      variables.map(({ key, value, standardValue, resetDaily }) => ({
        customer_id: customerId,
        script_id: scriptId,
        key,
        value,
        standard_value: standardValue,
        reset_daily: resetDaily,
        reset_on: today,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'script_id', 'key']).doUpdateSet((row) => ({
        value: row.ref('excluded.value'),
        standard_value: row.ref('excluded.standard_value'),
        reset_daily: row.ref('excluded.reset_daily'),
        reset_on: row.ref('excluded.reset_on'),
      })),
    )
    .execute()
}
