import type { ScriptFilter, filterApi } from '@regie/contract/filters.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { listFilters } from './filter-queries.ts'
import { fieldsOf } from '../fields/find-fields.ts'
import { readFilterRules } from './read-filter-rules.ts'
import { findVariables } from '../scripts/variable-queries.ts'
import { changeScriptRow, type LockedScript, selectScriptForUpdate } from '../scripts/script-row.ts'

type NewFilter = RequestOf<typeof filterApi.add>['body']
type Change = RequestOf<typeof filterApi.change>['body']
type FilterPlace = { scriptID: number; filterID: number }

/** Adds a filter to a script. */
export function addFilter(services: Services, caller: Caller, scriptId: number, filter: NewFilter): Promise<ScriptFilter> {
  return withScript(services, caller, scriptId, async (tx, script) => {
    const { id } = await tx
      .insertInto('script_filters')
      .values({ customer_id: script.customer_id, script_id: scriptId, ...(await columnsOf(tx, script, filter)) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Changes a filter, unless somebody else did so since this person looked. */
export function changeFilter(
  services: Services,
  caller: Caller,
  { scriptID, filterID }: FilterPlace,
  { version, ...filter }: Change,
): Promise<ScriptFilter> {
  return withScript(services, caller, scriptID, async (tx, script) => {
    const { numUpdatedRows } = await tx
      .updateTable('script_filters')
      .set({ ...(await columnsOf(tx, script, filter)), version: version + 1 })
      .where('customer_id', '=', script.customer_id)
      .where('script_id', '=', scriptID)
      .where('id', '=', filterID)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      const filters = await listFilters(tx, { customerId: script.customer_id, scriptId: scriptID }, services.clock.now())
      const current = filters.find((one) => one.filterID === filterID)
      throw current ? new AppError('error.conflict', { current }) : new AppError('script.filterNotFound')
    }
    return filterID
  })
}

/** Deletes a filter; the cases that it left out are contacted again. */
export async function removeFilter({ db }: Services, caller: Caller, { scriptID, filterID }: FilterPlace): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const script = await selectScriptForUpdate(tx, caller, scriptID)
    const { numDeletedRows } = await tx
      .deleteFrom('script_filters')
      .where('customer_id', '=', script.customer_id)
      .where('script_id', '=', scriptID)
      .where('id', '=', filterID)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('script.filterNotFound')
    await publishFiltersChanged(tx, script)
  })
}

/** Changes filters under the lock of their script, and answers with the filter as it then is. */
async function withScript(
  { db, clock }: Services,
  caller: Caller,
  scriptId: number,
  change: (tx: Transaction, script: LockedScript) => Promise<number>,
): Promise<ScriptFilter> {
  const [filterId, customerId] = await db.transaction().execute(async (tx) => {
    const script = await selectScriptForUpdate(tx, caller, scriptId)
    const id = await change(tx, script)
    await publishFiltersChanged(tx, script)
    return [id, script.customer_id]
  })
  const filter = (await listFilters(db, { customerId, scriptId }, clock.now())).find(({ filterID }) => filterID === filterId)
  if (!filter) throw new AppError('script.filterNotFound')
  return filter
}

// Cases that the filters left out are looked at again now, and so is what waits to be sent.
async function publishFiltersChanged(tx: Transaction, script: LockedScript): Promise<void> {
  await changeScriptRow(tx, script, {})
  await enqueue(tx, 'endHolds', { customerId: script.customer_id, scriptIds: [script.id] })
}

async function columnsOf(tx: Transaction, script: LockedScript, { name, rules, combine, active }: NewFilter) {
  const variables = await findVariables(tx, { customerId: script.customer_id, scriptId: script.id })
  const kept = readFilterRules({ fields: fieldsOf(script.fields), variables }, rules)
  return { name, rules: JSON.stringify(kept), combine, active }
}
