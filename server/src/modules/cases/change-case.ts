import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { notifyEngine } from '../case-runs/notify-engine.ts'
import { refreshUnreachable } from '../case-runs/refresh-unreachable.ts'
import { wakeHeldCases } from '../case-runs/wake-held.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { readFieldValues } from '../fields/check-field-values.ts'
import { findFields } from '../fields/find-fields.ts'
import { changeCase, type LockedCase } from './case-changes.ts'
import { columnsOfChangedFields } from './case-from-fields.ts'
import { mustHold, type SeenCase, workOnCase } from './case-work.ts'
import { mustBeFaultless } from './field-refusal.ts'
import { readdressMessages } from './readdress-messages.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'

type Fields = Readonly<Record<string, string>>

/** Changes input fields of a case; those that are not named stay as they are, and an empty value removes one. */
export function changeCaseFields(services: Services, caller: Caller, seen: SeenCase, given: Fields): Promise<CaseDetail> {
  if (Object.keys(given).length > 0) mustHold(caller, Right.changeInputFields)
  return workOnCase(services, caller, seen, async (tx, locked, now) => {
    const { customerId, caseId } = locked
    const changed = await writeFields(tx, locked, { given, byUser: caller.username, at: now })
    if (changed.length === 0) return
    // Which fields, not what was in them: the timeline is read by more people than personal data.
    const params = { fields: changed.join(', ') }
    await recordTimeline(tx, [{ customerId, caseId, event: 'fieldsChanged', params, byUser: caller.username, at: now }])
  })
}

type Writing = { given: Fields; byUser: string; at: Date }

/** Writes input fields of a case that the caller has locked, with all that follows from them, and answers which changed. Its line in the timeline is for who calls. */
export async function writeFields(tx: Transaction, locked: LockedCase, { given, byUser, at }: Writing): Promise<string[]> {
  const { customerId, caseId } = locked
  const definitions = await findFields(tx, customerId, locked.scriptId)
  const fields = changedFields(definitions, locked.fields, given)
  const changed = new Set(Object.keys(given).filter((key) => (fields[key] ?? '') !== (locked.fields[key] ?? '')))
  if (changed.size === 0) return []
  const columns = columnsOfChangedFields(fields, changed)
  if ('phone' in columns || 'mobile' in columns || 'email' in columns)
    await readdressMessages(tx, locked, { ...locked.addresses, ...columns })
  await changeCase(tx, locked, at, { fields: JSON.stringify(fields), ...columns })
  await refreshUnreachable(tx, customerId, [caseId], at)
  await wakeHeldCases(tx, customerId, [caseId], at)
  await notifyEngine(tx)
  if ('outstanding_cents' in columns) await enqueue(tx, 'endPaymentLinks', { customerId, of: { caseId }, byUser })
  return [...changed]
}

// The case number is what others know the case by. What was wrong before and is not touched keeps nobody from his change.
function changedFields(definitions: readonly FieldDefinition[], before: Fields, given: Fields): Record<string, string> {
  const locked = definitions.find(({ key, editable }) => key in given && (editable === false || key === 'dossiernummer'))
  if (locked && given[locked.key] !== before[locked.key])
    throw new AppError('case.fieldReadOnly', { field: locked.key, params: { label: locked.label.nl } })
  const { values, faults } = readFieldValues(definitions, { ...before, ...given })
  mustBeFaultless(
    definitions,
    faults.filter(({ key }) => key in given || isGroupTouched(definitions, key, given)),
  )
  const kept = Object.fromEntries(Object.entries(before).filter(([key]) => !(key in given)))
  const read = Object.fromEntries(Object.entries(values).filter(([key]) => key in given))
  return { ...kept, ...read }
}

function isGroupTouched(definitions: readonly FieldDefinition[], key: string, given: Fields): boolean {
  const group = definitions.find((field) => field.key === key)?.group
  return group !== undefined && definitions.some((field) => field.group === group && field.key in given)
}
