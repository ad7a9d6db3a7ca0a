import type { Locale } from '@regie/contract/locale.ts'
import { type Script, ScriptSteps } from '@regie/contract/scripts.ts'
import type { TimeWindow } from '@regie/contract/time-windows.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { fieldsOf } from '../fields/find-fields.ts'
import { linesInUse } from '../scripts/lines-in-use.ts'
import { windowsJson } from '../hours/opening-json.ts'

/** The script as it runs now, whosever it is: the caller asks whether it may be seen. One without a live version does not exist yet. */
export async function findScript(db: Db, scriptId: number): Promise<Script> {
  const row = await db
    .selectFrom('scripts as s')
    .innerJoin('script_versions as v', (join) => join.onRef('v.customer_id', '=', 's.customer_id').onRef('v.id', '=', 's.live_version_id'))
    .leftJoin('providers as p', (join) => join.onRef('p.customer_id', '=', 's.customer_id').onRef('p.id', '=', 's.sms_provider_id'))
    .select([
      's.id',
      's.customer_id',
      's.name',
      's.active',
      's.max_lines',
      's.max_transfers',
      's.always_open',
      's.sms_per_hour',
      's.caller_id',
      's.voice',
      's.language',
      's.voicemail_detection',
      'p.name as sms_provider',
      'v.id as version',
      'v.steps',
      's.fields',
    ])
    .select([sql.raw<TimeWindow[]>(windowsJson('s')).as('windows'), linesInUse('s').as('lines')])
    .where('s.id', '=', scriptId)
    .executeTakeFirst()
  if (!row) throw new AppError('script.notFound')
  return {
    scriptID: row.id,
    customerID: row.customer_id,
    name: row.name,
    active: row.active,
    activeLines: row.lines,
    maxLines: row.max_lines,
    maxTransfers: row.max_transfers,
    alwaysOpen: row.always_open,
    callerID: row.caller_id,
    voice: row.voice,
    language: row.language as Locale,
    voicemailDetection: row.voicemail_detection,
    smsProvider: row.sms_provider ?? '',
    smsPerHour: row.sms_per_hour,
    timeWindows: row.windows,
    steps: ScriptSteps.parse(row.steps),
    version: row.version,
    fields: fieldsOf(row.fields),
  }
}
