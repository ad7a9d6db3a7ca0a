import type { ScriptInfo } from '@regie/contract/script-settings.ts'
import type { DialingMode } from '@regie/contract/dialing.ts'
import type { ComplianceProfileName } from '@regie/contract/customers.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { voiceNames } from '@regie/contract/voices.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { complianceProfile } from '../contact-permission/compliance-profile.ts'
import { listProviderChoices } from '../providers/provider-queries.ts'
import { linesInUse } from './lines-in-use.ts'

/** What staff set of a script, whosever it is: the caller asks whether it may be seen. */
export async function findScriptInfo({ db }: Pick<Services, 'db'>, scriptId: number): Promise<ScriptInfo> {
  const row = await findRow(db, scriptId)
  const { earliest, latest } = complianceProfile[row.profile as ComplianceProfileName]
  return {
    scriptID: row.id,
    customerID: row.customer_id,
    name: row.name,
    active: row.active,
    maxLines: row.max_lines,
    maxTransfers: row.max_transfers,
    dialing: row.dialing as DialingMode,
    callerID: row.caller_id,
    voice: row.voice,
    language: row.language as Locale,
    voicemailDetection: row.voicemail_detection,
    callProvider: row.call_provider_id,
    emailProvider: row.email_provider_id,
    smsProvider: row.sms_provider_id,
    smsBackupProvider: row.sms_backup_provider_id,
    whatsappProvider: row.whatsapp_provider_id,
    smsPerHour: row.sms_per_hour,
    alwaysOpen: row.always_open,
    activeLines: row.lines,
    liveVersion: { versionID: row.version_id, no: row.no, at: row.version_at.toISOString(), by: row.created_by },
    hasDraft: row.has_draft,
    lawLimits: earliest === 0 && latest === 24 * 60 - 1 ? null : { earliest: clockTime(earliest), latest: clockTime(latest) },
    choices: await findScriptChoices(db, row.customer_id),
    version: row.version,
  }
}

/** Which voices and providers a script may name; none named is the standard one. */
export async function findScriptChoices(db: Db, customerId: number): Promise<ScriptInfo['choices']> {
  return { voices: voiceNames, providers: await listProviderChoices(db, customerId) }
}

async function findRow(db: Db, scriptId: number) {
  const row = await db
    .selectFrom('scripts as s')
    .innerJoin('customers as k', 'k.id', 's.customer_id')
    .innerJoin('script_versions as v', (join) => join.onRef('v.customer_id', '=', 's.customer_id').onRef('v.id', '=', 's.live_version_id'))
    .selectAll('s')
    .select(['k.compliance_profile as profile', 'v.id as version_id', 'v.no', 'v.created_at as version_at', 'v.created_by'])
    .select([
      linesInUse('s').as('lines'),
      sql<boolean>`exists (select from script_drafts d where d.customer_id = s.customer_id and d.script_id = s.id)`.as('has_draft'),
    ])
    .where('s.id', '=', scriptId)
    .executeTakeFirst()
  if (!row) throw new AppError('script.notFound')
  return row
}

function clockTime(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
