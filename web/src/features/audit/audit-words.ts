import type { AuditRow } from '@regie/contract/audit.ts'
import { errorText } from '../../locales/error-text.ts'
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

type Named = Pick<AuditRow, 'names'>

/** What a number in a line is called; the number itself when it has no name any more. */
function nameOf({ names }: Named, kind: string, id: string): string {
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

/** A value of a field, by name where the field holds numbers of things. */
export function fieldText(line: Named, field: string, value: unknown): string {
  if (field === 'call' && typeof value === 'string') return actionName(value)
  if (field === 'error' && typeof value === 'string') return errorText(value)
  const noun = /^(\w+?)(?:_id|IDs?)$/.exec(field)?.[1]
  if (noun === undefined || value === null || value === undefined) return valueText(value)
  const kind = noun === 'object' ? 'rightObject' : noun
  return [value]
    .flat()
    .map((id) => nameOf(line, kind, String(id)))
    .join(', ')
}

/** A value of a changed field on one line. */
function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return findText(value ? 'audit.yes' : 'audit.no') ?? String(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
}
