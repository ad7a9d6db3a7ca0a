import type { AuditRow } from '@regie/contract/audit.ts'
import { type AuditKind, auditPartsOf } from '@regie/contract/audit-things.ts'
import * as shared from '@regie/contract/audit-values/words.ts'
import { findText } from '../../locales/i18n.tsx'
import { screenWords } from './audit-values.ts'

/** What was done, in words. */
export const actionName = (action: string) => shared.actionName(screenWords, action)

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

/** What a number in a line is called. */
export const nameOf = (line: shared.Named, kind: AuditKind, id: string) => shared.nameOf(screenWords, line, kind, id)

// A conversation need not be of a case, and a chat channel that is gone has no name.
const isNameless = ({ names }: shared.Named, kind: AuditKind, id: string) =>
  (kind === 'conversation' || kind === 'chatChannel') && names[`${kind}:${id}`] === undefined

/** What a line is about by its name; empty where it has none. */
export function calledName(line: Pick<AuditRow, 'entity' | 'entityID' | 'names'>): string {
  return auditPartsOf(line.entity, line.entityID)
    .map(({ kind, id }) => (kind === null ? id : isNameless(line, kind, id) ? '' : nameOf(line, kind, id)))
    .filter((name) => name !== '')
    .join(' · ')
}
