import type { AuditRow } from '@regie/contract/audit.ts'
import { groupName } from '../../locales/group-name.ts'
import { findText } from '../../locales/i18n.tsx'

/** What was done, in words; what no locale file knows reads as the endpoint's name, which is better than nothing. */
export function actionName(action: string): string {
  return findText(`audit.actions.${action}`) ?? action
}

export function entityName(entity: string): string {
  return findText(`audit.entities.${entity}`) ?? entity
}

/** A field as people call it; a rare one by the name that the database has for it. */
export function fieldName(field: string): string {
  return findText(`audit.fields.${field}`) ?? findText(`audit.fields.${columnOf(field)}`) ?? field
}

/** The column of what a request names by number: `script_id` of `scriptIDs`. */
export function columnOf(field: string): string {
  return field
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/_ids$/, '_id')
}

export type Named = Pick<AuditRow, 'names'>

/** What a number in a line is called; the number itself when it has no name any more. */
export function nameOf({ names }: Named, kind: string, id: string): string {
  const name = names[`${kind}:${id}`]
  if (name === undefined) return id
  return kind === 'group' ? groupName(name) : name
}

const ofUser: readonly string[] = ['apiKey', 'factor', 'passwordLink', 'singleSignOnUser']

/** What a line is about by its name, or by its number. */
export function calledName({ entity, entityID, names }: Pick<AuditRow, 'entity' | 'entityID' | 'names'>): string {
  const [first = '', second = ''] = entityID?.split(':') ?? []
  if (entity === 'groupMember') return `${nameOf({ names }, 'group', first)} · ${nameOf({ names }, 'user', second)}`
  if (entity === 'groupRight') return `${nameOf({ names }, 'group', first)} · ${nameOf({ names }, 'rightObject', second)}`
  if (entity !== null && ofUser.includes(entity)) return nameOf({ names }, 'user', first)
  return entity === null ? '' : nameOf({ names }, entity, entityID ?? '')
}
