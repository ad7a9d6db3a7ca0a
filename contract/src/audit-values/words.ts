import type { AuditRow } from '../audit.ts'
import { auditColumnOf, type AuditKind } from '../audit-things.ts'

/** The language in which a line of the log is said: the screen's, or that of a file which the server writes. */
export type AuditWords = {
  /** A text by its key; null where the language has none. */
  find: (key: string, params?: Record<string, string | number>) => string | null
  money: (cents: number, currency?: string) => string
  moment: (iso: string) => string
  date: (iso: string) => string
  weekdays: (weekdays: readonly number[]) => string
  /** What the user with this login name is called. */
  person: (username: string) => string
  /** The words of a marked up text alone. */
  wordsOfHtml: (html: string) => string
}

/** What was done, in words; what no locale file knows reads as the endpoint's name, which is better than nothing. */
export function actionName({ find }: AuditWords, action: string): string {
  return find(`audit.actions.${action}`) ?? action
}

/** A field as people call it; a rare one by the name that the database has for it. */
export function fieldName({ find }: AuditWords, field: string): string {
  return find(`audit.fields.${field}`) ?? find(`audit.fields.${auditColumnOf(field)}`) ?? field
}

/** What a refusal says; an unknown code reads as the general one. */
export function refusalName({ find }: AuditWords, code: string): string {
  return find(`errors.${code}`) ?? find(`refusals.${code}`) ?? find('errors.error.unexpected') ?? code
}

export type Named = Pick<AuditRow, 'names'>

/** What a number in a line is called; of what is gone, and of what its reader may not see, that number. */
export function nameOf({ find, person }: AuditWords, { names }: Named, kind: AuditKind, id: string): string {
  const name = names[`${kind}:${id}`]
  if (name === undefined) return find('audit.gone', { id }) ?? id
  if (kind === 'user') return person(name)
  if (kind === 'chatChannel' && name === '') return find('audit.generalChannel') ?? name
  return kind === 'group' ? (find(`builtInGroups.${name}.name`) ?? name) : name
}

// Numbers by which the database finds things again, and which nobody knows by a name.
const technical = ['id', 'undo_entry_id', 'communication_id', 'incoming_id', 'payment_link_id', 'site_key', 'only_one']

/** Is it of use to the database alone? The file has it. */
export const isTechnical = (field: string) => technical.includes(auditColumnOf(field))
