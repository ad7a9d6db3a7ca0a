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
  return findText(`audit.fields.${field}`) ?? field
}

/** A value of a changed field on one line. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return findText(value ? 'audit.yes' : 'audit.no') ?? String(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
}
