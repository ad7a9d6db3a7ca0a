import type { FieldDefinition, fieldApi } from '@regie/contract/fields.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { ScriptSteps } from '@regie/contract/scripts.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { checkFields } from './check-fields.ts'
import { fieldsOf } from './find-fields.ts'
import { changeScriptRow, type LockedScript, selectScriptForUpdate } from '../scripts/script-row.ts'

type Save = RequestOf<typeof fieldApi.save>['body']
type Saved = ResponseOf<typeof fieldApi.save>

/** Replaces the field definitions of a script; what its steps, its filters and the product ask for stays. Values that cases have are kept. */
export async function saveFields({ db }: Services, caller: Caller, scriptId: number, { version, fields }: Save): Promise<Saved> {
  return db.transaction().execute(async (tx) => {
    const script = await selectScriptForUpdate(tx, caller, scriptId)
    if (script.fields_version !== version)
      throw new AppError('error.conflict', { current: { fields: fieldsOf(script.fields), version: script.fields_version } })
    const fault = checkFields(fields, await findUsed(tx, script))
    if (fault?.code === 'script.fieldNeeded') throw new AppError(fault.code, { params: { key: fault.key } })
    if (fault) throw new AppError(fault.code, { field: fault.field })
    await changeScriptRow(tx, script, { fields: JSON.stringify(fields), fields_version: version + 1 })
    return { fields, version: version + 1 }
  })
}

async function findUsed(tx: Transaction, { customer_id, id, live_version_id }: LockedScript) {
  const used = new Map<string, FieldDefinition['type'] | null>()
  const version = await tx
    .selectFrom('script_versions')
    .select('steps')
    .where('customer_id', '=', customer_id)
    .where('id', '=', live_version_id)
    .executeTakeFirst()
  for (const step of ScriptSteps.safeParse(version?.steps).data ?? [])
    if (step.kind === 'branch' && step.settings.question === 'field' && step.settings.key) used.set(step.settings.key, null)
  for (const { field, type } of await findFieldsOfFilters(tx, customer_id, id)) used.set(field, type)
  return used
}

// Each rule of a filter is kept with the type that its field had.
async function findFieldsOfFilters(tx: Transaction, customerId: number, scriptId: number) {
  const { rows } = await sql<{ field: string; type: FieldDefinition['type'] }>`
    select rule ->> 'field' as field, rule ->> 'type' as type
    from script_filters f
    cross join lateral jsonb_array_elements(f.rules) as rule
    where f.customer_id = ${customerId} and f.script_id = ${scriptId}
    order by f.id`.execute(tx)
  return rows
}
