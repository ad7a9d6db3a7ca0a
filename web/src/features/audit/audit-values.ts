import type { AuditRow } from '@regie/contract/audit.ts'
import { errorText } from '../../locales/error-text.ts'
import { formatDate, formatMoment, formatMoney } from '../../locales/format.ts'
import { findText } from '../../locales/i18n.tsx'
import { weekdaysText } from '../../locales/weekdays.ts'
import { actionName, fieldName, type Named, nameOf } from './audit-words.ts'

type Values = Record<string, unknown>
type Line = Pick<AuditRow, 'entity' | 'before' | 'after'> & Named

/** A field that changed, as a sentence has it: what it is called, what it was and what it became; null for what was not there. */
export type FieldChange = { field: string; label: string; was: string | null; is: string | null }

// When a row was made and by which user stands in the line itself; its number and its customer in what the line is about.
const saidElsewhere = [
  ...['id', 'created_at', 'created_by', 'customer_id', 'by_user', 'by_user_id', 'changed_at', 'changed_by'],
  ...['added_at', 'added_by', 'removed_by', 'booked_by', 'withdrawn_by', 'closed_by_batch', 'ended_by_closing'],
]

/** What a row of the list says of a line: the fields that changed, without those that the row says elsewhere and those that stayed empty. */
export function changesOf(line: Line): FieldChange[] {
  return (
    fieldsOf(line)
      .filter((field) => !saidElsewhere.includes(field) && !(field === 'case_id' && line.entity !== 'case'))
      // Only of a call-back it is another moment than that of the line.
      .filter((field) => field !== 'at' || line.entity === 'callback')
      .map((field) => ({
        field,
        label: fieldName(field),
        was: isEmpty(line.before?.[field]) ? null : fieldText(line, field, line.before?.[field]),
        is: isEmpty(line.after?.[field]) ? null : fieldText(line, field, line.after?.[field]),
      }))
      .filter(({ was, is }) => was !== is)
      .sort((one, other) => placeOf(one) - placeOf(other))
  )
}

// A line is cut where the row ends: what people look for stands first.
const first = ['result', 'status', 'state', 'amount_cents', 'outstanding_cents', 'text', 'note']
const placeOf = ({ field }: FieldChange) => (first.includes(field) ? first.indexOf(field) : first.length)

/** One change on one line. A new thing has no before, and what was taken away no after. */
export function changeText({ label, was, is }: FieldChange): string {
  return was === null ? `${label}: ${is ?? '–'}` : `${label}: ${was} → ${is ?? '–'}`
}

/** All fields that a line names, what was before first. */
export const fieldsOf = ({ before, after }: Pick<AuditRow, 'before' | 'after'>) => [
  ...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]),
]

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

/** A value of a field in words: an amount, a moment, a choice, and by name where the field holds numbers of things. */
export function fieldText(line: Line, field: string, value: unknown): string {
  if (isEmpty(value)) return '–'
  if (field === 'call' && typeof value === 'string') return actionName(value)
  if (field === 'error' && typeof value === 'string') return errorText(value)
  const noun = /^(\w+?)(?:_id|IDs?)$/.exec(field)?.[1]
  if (noun === undefined) return valueText(line, field, value)
  const kind = noun === 'object' ? 'rightObject' : noun
  return [value]
    .flat()
    .map((id) => nameOf(line, kind, String(id)))
    .join(', ')
}

function valueText(line: Line, field: string, value: unknown): string {
  if (typeof value === 'boolean') return findText(value ? 'audit.yes' : 'audit.no') ?? String(value)
  if (typeof value === 'number') return field.endsWith('_cents') ? formatMoney(value, currencyOf(line)) : String(value)
  if (field === 'weekdays' && Array.isArray(value)) return weekdaysText(value.filter((day) => typeof day === 'number'))
  if (Array.isArray(value)) return value.map((part) => valueText(line, field, part)).join(', ')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value as Values)
      .filter(([, part]) => !isEmpty(part))
      .map(([key, part]) => `${fieldName(key)}: ${valueText(line, key, part)}`)
      .join(', ')
  const text = String(value as string)
  if (/^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text))) return formatMoment(text)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDate(text)
  return choiceWord(line.entity, field, text) ?? text
}

const currencyOf = ({ before, after }: Line) => {
  const currency = after?.currency ?? before?.currency
  return typeof currency === 'string' ? currency : undefined
}

// Where the product says the same choice elsewhere, in its words.
const choicesOf: Record<string, (value: string) => string> = {
  'case status': (value) => `cases.statuses.${value}`,
  'batch status': (value) => `batches.statuses.${value}`,
  'callback state': (value) => `arrangements.callbacks.states.${value}`,
  'promise state': (value) => `arrangements.promises.states.${value}`,
  'promisePart state': (value) => `arrangements.promises.states.${value}`,
  'complaint state': (value) => `arrangements.complaints.states.${value}`,
  'complaint kind': (value) => `arrangements.complaints.${value}`,
  'conversation state': (value) => `inbox.states.${value}`,
  'promise kind': (value) => `audit.promiseKinds.${value}`,
  'chatChannel kind': (value) => `audit.channelKinds.${value}`,
  'user stage': (value) => `audit.stages.${value}`,
}
const choices: Record<string, (value: string) => string> = {
  result: (value) => `cases.results.${value}`,
  last_result: (value) => `cases.results.${value}`,
  last_answer: (value) => `cases.answers.${value}`,
  channel: (value) => `cases.channels.${value}`,
  channels: (value) => `cases.channels.${value}`,
  status: (value) => `cases.statuses.${value}`,
  direction: (value) => `cases.directions.${value}`,
  paused_for: (value) => `audit.pausedFor.${value}`,
  locale: (value) => `ui.choices.${value}`,
  language: (value) => `ui.choices.${value}`,
}

function choiceWord(entity: string | null, field: string, value: string): string | null {
  const keyOf = choicesOf[`${entity} ${field}`] ?? choices[field]
  return keyOf === undefined || value.includes('.') ? null : findText(keyOf(value))
}
