import type { AuditRow } from '../audit.ts'
import { auditColumnOf, auditKindOfField } from '../audit-things.ts'
import { choiceWord } from './choices.ts'
import { differenceOf, type Leaf, leavesOf } from './differences.ts'
import { stepsText } from './steps.ts'
import { actionName, type AuditWords, fieldName, isTechnical, type Named, nameOf, refusalName } from './words.ts'

export type AuditedLine = Pick<AuditRow, 'entity' | 'before' | 'after'> & Named

/** A field that changed, as a sentence has it: what it is called, what it was and what it became; null for what was not there. */
export type FieldChange = { field: string; label: string; was: string | null; is: string | null }

// When a row was made and by which user stands in the line itself; its number and its customer in what the line is about.
const saidElsewhere = [
  ...['created_at', 'created_by', 'customer_id', 'by_user', 'by_user_id', 'changed_at', 'changed_by', 'locked_at'],
  ...['added_at', 'added_by', 'removed_by', 'booked_by', 'withdrawn_by', 'closed_by_batch', 'ended_by_closing'],
]

/** What a row of the list says of a line: the fields that changed, without those that the row says elsewhere and those that stayed empty. */
export function changesOf(words: AuditWords, line: AuditedLine): FieldChange[] {
  return (
    fieldsOf(line)
      .filter((field) => !isTechnical(field))
      .flatMap((field) => inShort(words, field, changesOfField(words, line, field)))
      .filter(({ was, is }) => was !== is)
      .filter(({ field }) => !saidElsewhere.includes(field) && !(field === 'case_id' && line.entity !== 'case'))
      // Only of a call-back it is another moment than that of the line.
      .filter(({ field }) => field !== 'at' || line.entity === 'callback')
      .sort((one, other) => placeOf(one) - placeOf(other))
  )
}

/** All that a line says, each with what it was and what it became; what of a value stayed as it was is left out. */
export function allChangesOf(words: AuditWords, line: AuditedLine): FieldChange[] {
  return fieldsOf(line)
    .filter((field) => !isTechnical(field))
    .flatMap((field) => changesOfField(words, line, field))
    .filter(({ was, is }) => was !== is)
}

/** The same with what only the database knows things by, which stays under its own key and as it is kept: a file is read by programs as well. */
export function changesWithTechnical(words: AuditWords, line: AuditedLine): FieldChange[] {
  return fieldsOf(line)
    .flatMap((field) => (isTechnical(field) ? technicalChange(line, field) : changesOfField(words, line, field)))
    .filter(({ was, is }) => was !== is)
}

// More parts of one value than these are counted in a row of the list; the line itself says each.
const partsMax = 5

function inShort(words: AuditWords, field: string, changes: FieldChange[]): FieldChange[] {
  if (changes.length <= partsMax) return changes
  return [{ field, label: fieldName(words, field), was: null, is: words.find('audit.parts', { count: changes.length }) }]
}

function technicalChange({ before, after }: AuditedLine, field: string): FieldChange[] {
  const text = (value: unknown) =>
    value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)
  return [{ field, label: field, was: text(before?.[field]), is: text(after?.[field]) }]
}

function changesOfField(words: AuditWords, line: AuditedLine, field: string): FieldChange[] {
  const [before, after] = [line.before?.[field], line.after?.[field]]
  if (field === 'steps') return [{ field, label: fieldName(words, field), was: null, is: stepsText(words, before, after) }]
  return leavesOf(field, before, after).map(({ path, was, is }: Leaf) => {
    const leaf = path.at(-1) ?? field
    const [left, right] = differenceOf(was, is)
    const say = (value: unknown) => (isEmpty(value) ? null : fieldText(words, line, leaf, value))
    return { field, label: labelOf(words, path), ...withoutRepeat(say(left), say(right)) }
  })
}

// These hold all of a thing: the part is enough said by its own name.
const containers = ['fields', 'written', 'options', 'settings', 'switched', 'plan', 'action', 'filter', 'trial', 'import_mapping']

function labelOf(words: AuditWords, path: readonly string[]): string {
  const [first = '', ...rest] = path
  return (rest.length > 0 && containers.includes(first) ? rest : path).map((part) => fieldName(words, part)).join(' · ')
}

/** A version of the same thing names it once: `3 → 4 (Herinnering)`. */
function withoutRepeat(was: string | null, is: string | null): { was: string | null; is: string | null } {
  const named = /^(\d+)( \(.+\))$/.exec(was ?? '')
  return named?.[2] !== undefined && is?.endsWith(named[2]) === true ? { was: named[1] ?? was, is } : { was, is }
}

// A line is cut where the row ends: what people look for stands first.
const first = ['result', 'status', 'state', 'lock_reason', 'reason', 'amount_cents', 'outstanding_cents', 'text', 'note']
const placeOf = ({ field }: FieldChange) => (first.includes(field) ? first.indexOf(field) : first.length)

/** One change on one line. A new thing has no before, and what was taken away no after. */
export function changeText({ label, was, is }: FieldChange): string {
  return was === null ? `${label}: ${is ?? '–'}` : `${label}: ${was} → ${is ?? '–'}`
}

/** All fields that a line names, what was before first. */
const fieldsOf = ({ before, after }: Pick<AuditRow, 'before' | 'after'>) => [
  ...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]),
]

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

const hidden = '***'

/** A value of a field in words: an amount, a moment, a choice, and by name where the field holds numbers of things. */
export function fieldText(words: AuditWords, line: AuditedLine, field: string, value: unknown): string {
  if (isEmpty(value)) return '–'
  if (value === hidden) return words.find('audit.hidden') ?? hidden
  if (field === 'call' && typeof value === 'string') return actionName(words, value)
  if (field === 'error' && typeof value === 'string') return refusalName(words, value)
  if (peopleFields.includes(field) && typeof value === 'string') return words.person(value)
  const kind = auditKindOfField(field)
  if (kind === null) return valueText(words, line, field, value)
  return [value]
    .flat()
    .map((id) => nameOf(words, line, kind, String(id)))
    .join(', ')
}

/** Fields that hold who did something, by login name. */
export const peopleFields = [
  ...['created_by', 'changed_by', 'locked_by', 'booked_by', 'withdrawn_by', 'by_user', 'confirmed_by', 'settled_by', 'added_by'],
  ...['removed_by', 'compliance_changed_by'],
]

function valueText(words: AuditWords, line: AuditedLine, field: string, value: unknown): string {
  if (typeof value === 'boolean') return words.find(value ? 'audit.yes' : 'audit.no') ?? String(value)
  if (typeof value === 'number')
    return field.endsWith('_cents')
      ? words.money(value, currencyOf(line))
      : (choiceWord(words, line.entity, auditColumnOf(field), String(value)) ?? String(value))
  if (field === 'weekdays' && Array.isArray(value)) return words.weekdays(value.filter((day) => typeof day === 'number'))
  if (Array.isArray(value)) return value.map((part) => valueText(words, line, field, part)).join(', ')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .filter(([key, part]) => !isTechnical(key) && !isEmpty(part))
      .map(([key, part]) =>
        isKindOf(key) ? fieldText(words, line, key, part) : `${fieldName(words, key)}: ${fieldText(words, line, key, part)}`,
      )
      .join(', ')
  const text = String(value as string)
  if (/^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text))) return words.moment(text)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return words.date(text)
  if (/^\d{2}:\d{2}:00$/.test(text)) return text.slice(0, 5)
  if (field === 'html') return words.wordsOfHtml(text)
  return choiceWord(words, line.entity, auditColumnOf(field), text) ?? text
}

// A piece of a text says its kind first, and needs no name for it.
const isKindOf = (key: string) => key === 'type' || key === 'kind'

const currencyOf = ({ before, after }: AuditedLine) => {
  const currency = after?.currency ?? before?.currency
  return typeof currency === 'string' ? currency : undefined
}
