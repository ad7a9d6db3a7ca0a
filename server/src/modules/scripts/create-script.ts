import type { ScriptInfo, scriptSettingsApi } from '@regie/contract/script-settings.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { changeScriptRow } from './script-row.ts'
import { findScriptInfo } from './script-info.ts'

type NewScript = RequestOf<typeof scriptSettingsApi.create>['body']
type Place = { customerId: number; scriptId: number }

const firstSteps: ScriptStep[] = [{ kind: 'finish', key: 'einde', settings: { result: 'RET' } }]
// The hours that a new script begins with (product.md §5.2): calls until five, messages until six, on working days.
const firstWindows = [
  { starts: '09:00', ends: '16:59', channels: ['call'] },
  { starts: '09:00', ends: '17:59', channels: ['email', 'sms', 'whatsapp'] },
]

/** Makes a script, switched off: from nothing with one step, or as a copy of another of the same customer. */
export async function createScript(services: Services, caller: Caller, { customerID, name, copyOf }: NewScript): Promise<ScriptInfo> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const scriptId = await services.db.transaction().execute(async (tx) => {
    const source = copyOf === null ? null : await findSource(tx, customerID, copyOf)
    const { id } = await tx
      .insertInto('scripts')
      .values({ ...settingsOf(source), customer_id: customerID, name, active: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    const place = { customerId: customerID, scriptId: id }
    const version = await tx
      .insertInto('script_versions')
      .values({
        customer_id: customerID,
        script_id: id,
        steps: JSON.stringify(source?.steps ?? firstSteps),
        created_by: caller.username,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (copyOf === null) await addFirstWindows(tx, place)
    else await copyParts(tx, place, copyOf)
    await changeScriptRow(tx, { customer_id: customerID, id }, { live_version_id: version.id })
    return id
  })
  return findScriptInfo(services, scriptId)
}

async function findSource(tx: Transaction, customerId: number, scriptId: number) {
  const source = await tx
    .selectFrom('scripts as s')
    .innerJoin('script_versions as v', (join) => join.onRef('v.customer_id', '=', 's.customer_id').onRef('v.id', '=', 's.live_version_id'))
    .selectAll('s')
    .select('v.steps')
    .where('s.customer_id', '=', customerId)
    .where('s.id', '=', scriptId)
    .executeTakeFirst()
  if (!source) throw new AppError('script.notFound')
  return source
}

function settingsOf(source: Awaited<ReturnType<typeof findSource>> | null) {
  // Nobody who asks for an agent finds none, until somebody decides otherwise.
  if (!source) return { dialing: 'progressive' }
  const { max_lines, max_transfers, dialing, caller_id, voice, language, voicemail_detection, sms_per_hour, always_open } = source
  const { call_provider_id, email_provider_id, sms_provider_id, sms_backup_provider_id, whatsapp_provider_id } = source
  return {
    ...{ max_lines, max_transfers, dialing, caller_id, voice, language, voicemail_detection, sms_per_hour, always_open },
    ...{ call_provider_id, email_provider_id, sms_provider_id, sms_backup_provider_id, whatsapp_provider_id },
    fields: source.fields === null ? null : JSON.stringify(source.fields),
    import_mapping: source.import_mapping === null ? null : JSON.stringify(source.import_mapping),
  }
}

async function addFirstWindows(tx: Transaction, { customerId, scriptId }: Place): Promise<void> {
  for (const window of firstWindows) {
    const { id } = await tx
      .insertInto('time_windows')
      .values({ ...window, customer_id: customerId, weekdays: [1, 2, 3, 4, 5] })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('script_windows').values({ customer_id: customerId, script_id: scriptId, window_id: id }).execute()
  }
}

// Its own windows: shared ones would change the hours of the first script with those of the copy.
async function copyParts(tx: Transaction, { customerId, scriptId }: Place, from: number): Promise<void> {
  const windows = await tx
    .selectFrom('script_windows as sw')
    .innerJoin('time_windows as w', (join) => join.onRef('w.customer_id', '=', 'sw.customer_id').onRef('w.id', '=', 'sw.window_id'))
    .select(['w.starts', 'w.ends', 'w.weekdays', 'w.channels'])
    .where('sw.customer_id', '=', customerId)
    .where('sw.script_id', '=', from)
    .execute()
  for (const window of windows) {
    const { id } = await tx
      .insertInto('time_windows')
      .values({ ...window, customer_id: customerId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('script_windows').values({ customer_id: customerId, script_id: scriptId, window_id: id }).execute()
  }
  const parts = {
    script_variables: 'key, value, standard_value, reset_daily',
    script_filters: 'name, rules, combine, active',
    extra_windows: 'day, closed, starts, ends, channels',
    holidays: 'day, enabled, name, starts, ends',
  }
  for (const [table, columns] of Object.entries(parts))
    await sql`insert into ${sql.table(table)} (customer_id, script_id, ${sql.raw(columns)})
      select customer_id, ${scriptId}, ${sql.raw(columns)}
      from ${sql.table(table)}
      where customer_id = ${customerId} and script_id = ${from}`.execute(tx)
}
