import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import type { scriptWorkApi } from '@regie/contract/script-work.ts'
import { type FieldDefinition, ScriptSteps } from '@regie/contract/scripts.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { checkFields } from './check-fields.ts'
import { findFilters } from './filter-queries.ts'
import { fieldsOf } from './find-fields.ts'
import { changeScriptRow, type LockedScript, lockScript } from './script-changes.ts'

type Save = RequestOf<typeof scriptWorkApi.saveFields>['body']
type Saved = ResponseOf<typeof scriptWorkApi.saveFields>

/** Replaces the field definitions of a script; what its steps, its filters and the product ask for stays. Values that cases have are kept. */
export async function saveFields({ db }: Services, caller: Caller, scriptId: number, { version, fields }: Save): Promise<Saved> {
  return db.transaction().execute(async (tx) => {
    const script = await lockScript(tx, caller, scriptId)
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
  const filters = await findFilters(tx, { customerId: customer_id, scriptId: id })
  for (const { field, type } of filters.flatMap(({ rules }) => rules)) used.set(field, type)
  return used
}
