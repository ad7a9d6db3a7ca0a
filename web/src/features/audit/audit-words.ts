import type { AuditRow } from '@regie/contract/audit.ts'
import { auditColumnOf, type AuditKind, auditPartsOf } from '@regie/contract/audit-things.ts'
import { groupName } from '../../locales/group-name.ts'
import { findText } from '../../locales/i18n.tsx'
import { personName } from '../../session/people.ts'

/** What was done, in words; what no locale file knows reads as the endpoint's name, which is better than nothing. */
export function actionName(action: string): string {
  return findText(`audit.actions.${action}`) ?? action
}

/** What one act did; of an endpoint that does one of two things the one that it did. */
export function doneName({ action, after }: Pick<AuditRow, 'action' | 'after'>): string {
  if (action !== 'batches.lock' || after?.['locked_at'] === undefined) return actionName(action)
  return findText(after['locked_at'] === null ? 'audit.batchUnlocked' : 'audit.batchLocked') ?? actionName(action)
}

/** What was done as the rest of a sentence that begins with who did it; a name that is written in capitals keeps them. */
export const asSentence = (words: string) =>
  /^\p{Lu}\p{Ll}/u.test(words) && !/^(WhatsApp|Regie)/.test(words) ? words.charAt(0).toLocaleLowerCase() + words.slice(1) : words

export function entityName(entity: string): string {
  return findText(`audit.entities.${entity}`) ?? entity
}

/** A field as people call it; a rare one by the name that the database has for it. */
export function fieldName(field: string): string {
  return findText(`audit.fields.${field}`) ?? findText(`audit.fields.${auditColumnOf(field)}`) ?? field
}

export type Named = Pick<AuditRow, 'names'>

/** What a number in a line is called; of what is gone, and of what its reader may not see, that number. */
export function nameOf({ names }: Named, kind: AuditKind, id: string): string {
  const name = names[`${kind}:${id}`]
  if (name === undefined) return findText('audit.gone', { id }) ?? id
  if (kind === 'user') return personName(name)
  if (kind === 'chatChannel' && name === '') return findText('audit.generalChannel') ?? name
  return kind === 'group' ? groupName(name) : name
}

// A conversation need not be of a case, and a chat channel that is gone has no name.
const isNameless = ({ names }: Named, kind: AuditKind, id: string) =>
  (kind === 'conversation' || kind === 'chatChannel') && names[`${kind}:${id}`] === undefined

/** What a line is about by its name; empty where it has none. */
export function calledName(line: Pick<AuditRow, 'entity' | 'entityID' | 'names'>): string {
  return auditPartsOf(line.entity, line.entityID)
    .map(({ kind, id }) => (kind === null ? id : isNameless(line, kind, id) ? '' : nameOf(line, kind, id)))
    .filter((name) => name !== '')
    .join(' · ')
}

// Numbers by which the database finds things again, and which nobody knows by a name.
const technical = ['id', 'undo_entry_id', 'communication_id', 'incoming_id', 'payment_link_id', 'site_key', 'only_one']

/** Is it of use to the database alone? The file has it. */
export const isTechnical = (field: string) => technical.includes(auditColumnOf(field))
