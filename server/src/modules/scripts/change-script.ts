import type { ScriptInfo, scriptSettingsApi } from '@regie/contract/script-settings.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { readPhone } from '../../platform/phone-number.ts'
import { changeScriptRow, type LockedScript, selectScriptForUpdate } from './script-row.ts'
import { findScriptChoices, findScriptInfo } from './script-info.ts'

type Change = RequestOf<typeof scriptSettingsApi.change>['body']

/** Changes the settings of a script, unless somebody else did so since this person looked. */
export async function changeScript(services: Services, caller: Caller, scriptId: number, change: Change): Promise<ScriptInfo> {
  if (change.maxLines <= change.maxTransfers) throw new AppError('script.linesTooFew', { field: 'maxTransfers' })
  const callerId = callerIdOf(change.callerID)
  const isChanged = await services.db.transaction().execute(async (tx) => {
    const script = await selectScriptForUpdate(tx, caller, scriptId)
    if (script.version !== change.version) return false
    await mustBeOffered(tx, script, change)
    await changeScriptRow(tx, script, {
      name: change.name,
      active: change.active,
      max_lines: change.maxLines,
      max_transfers: change.maxTransfers,
      dialing: change.dialing,
      caller_id: callerId,
      voice: change.voice,
      language: change.language,
      voicemail_detection: change.voicemailDetection,
      call_provider_id: change.callProvider,
      email_provider_id: change.emailProvider,
      sms_provider_id: change.smsProvider,
      sms_backup_provider_id: change.smsBackupProvider,
      whatsapp_provider_id: change.whatsappProvider,
      sms_per_hour: change.smsPerHour,
      always_open: change.alwaysOpen,
      version: script.version + 1,
    })
    if (change.alwaysOpen !== script.always_open) await enqueue(tx, 'endHolds', { customerId: script.customer_id, scriptIds: [scriptId] })
    return true
  })
  const current = await findScriptInfo(services, scriptId)
  if (!isChanged) throw new AppError('error.conflict', { current })
  return current
}

// In the notation that a provider knows; one that no telephone could call back is refused.
function callerIdOf(given: string): string {
  if (given === '') return ''
  const phone = readPhone(given)
  if (!('number' in phone)) throw new AppError('script.callerIdInvalid', { field: 'callerID' })
  return phone.number
}

// What stands there already may stay: its provider may be away for a day.
async function mustBeOffered(tx: Transaction, script: LockedScript, change: Change): Promise<void> {
  const { voices, providers } = await findScriptChoices(tx, script.customer_id)
  if (!['', script.voice, ...voices].includes(change.voice)) throw new AppError('script.choiceUnknown', { field: 'voice' })
  for (const channel of ['call', 'email', 'sms', 'whatsapp'] as const) {
    const field = `${channel}Provider` as const
    const offered = providers.some((provider) => provider.channel === channel && provider.providerID === change[field])
    if (change[field] !== null && !offered) throw new AppError('script.choiceUnknown', { field })
  }
  const second = change.smsBackupProvider
  const offered = providers.some(({ channel, providerID }) => channel === 'sms' && providerID === second)
  if (second !== null && (!offered || second === change.smsProvider))
    throw new AppError('script.choiceUnknown', { field: 'smsBackupProvider' })
}
